// Starts a real S3 server as a child process, for tests of whatever keeps bytes in a bucket.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { S3Config } from "../../kernel/config/config.ts";
import { makeQuickFolder } from "./temporary_folder.ts";

export interface TestS3 {
  /** For `openBlobs` and, spelt as variables, for a server under test; the bucket exists and is empty. */
  config: S3Config;
  /** Uploads in parts that were neither completed nor aborted. */
  countUnfinished(): Promise<number>;
  /** Cuts every connection and removes what was stored. */
  stop(): Promise<void>;
}

/** Starts a server of its own on a free port. It ends with `stop` or with this process. */
export async function startS3(): Promise<TestS3> {
  const directory = makeQuickFolder("s3");
  const bucket = "docsvc-test";
  const child = spawn(process.execPath, [join(import.meta.dir, "s3_process.ts"), directory, bucket], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => {
      throw new Error("the S3 server ended before it listened");
    }),
  ]);
  const endpoint = `http://127.0.0.1:${Number(String(line))}`;
  return {
    config: {
      bucket,
      endpoint,
      region: "us-east-1",
      force_path_style: true,
      // The only pair that s3rver knows.
      credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
    },
    countUnfinished: async () => {
      const answer = await fetch(`${endpoint}/${bucket}?uploads`);
      return (await answer.text()).split("<UploadId>").length - 1;
    },
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
