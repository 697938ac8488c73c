// What the bucket store promises beyond what every store does:
// clear words at the start, 503 in an outage, its own prefix.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { DeleteObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { startS3, type TestS3 } from "../../test/harness/s3_server.ts";
import { ConfigError } from "../base/config_error.ts";
import { createLog } from "../base/log.ts";
import type { S3Config } from "../config/config.ts";
import { openS3Blobs } from "./blobs_s3.ts";
import { explainBucket } from "./s3_errors.ts";

const log = createLog("silent");
let s3: TestS3;

beforeAll(async () => {
  s3 = await startS3();
});

afterAll(() => s3.stop());

async function refusedStart(change: Partial<S3Config>): Promise<unknown> {
  return openS3Blobs({ ...s3.config, ...change }, { log }).catch((error: unknown) => error);
}

test("a start names the variable and the fix when the bucket is absent, the key is wrong or nobody answers", async () => {
  const absent = await refusedStart({ bucket: "no-such-bucket" });
  expect(absent).toBeInstanceOf(ConfigError);
  expect(absent).toMatchObject({ message: expect.stringContaining('S3_BUCKET is "no-such-bucket"') });
  const denied = await refusedStart({ credentials: { accessKeyId: "NOBODY", secretAccessKey: "wrong" } });
  expect(denied).toBeInstanceOf(ConfigError);
  expect(denied).toMatchObject({ message: expect.stringContaining("AWS_SECRET_ACCESS_KEY") });
  const keyless = explainBucket(Object.assign(new Error("none"), { name: "CredentialsProviderError" }), s3.config);
  expect(keyless).toMatchObject({
    message: expect.stringContaining("set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
  });
  const away = await refusedStart({ endpoint: "http://127.0.0.1:1" });
  expect(away).toBeInstanceOf(ConfigError);
  expect(away).toMatchObject({ message: expect.stringContaining('S3_ENDPOINT is "http://127.0.0.1:1"') });
});

test("what else is in the bucket is not listed, so no sweep removes it", async () => {
  const { credentials, endpoint, region, bucket: Bucket } = s3.config;
  if (!credentials || !endpoint) throw new Error("the test server has no address");
  const client = new S3Client({ credentials, endpoint, region, forcePathStyle: true });
  await client.send(new PutObjectCommand({ Bucket, Key: "somebody/elses", Body: "x" }));
  const store = await openS3Blobs(s3.config, { log });
  const listed = await Array.fromAsync(store.list());
  expect(listed).toEqual([]);
  await client.send(new DeleteObjectCommand({ Bucket, Key: "somebody/elses" }));
});

test("every method answers unavailable while the bucket is away", async () => {
  const gone = await startS3();
  const store = await openS3Blobs(gone.config, { log });
  const { key } = await store.put(Buffer.from("kept"));
  await gone.stop();
  const calls = [
    store.put(Buffer.from("small")),
    store.put(new Blob([new Uint8Array(20_000_000)]).stream()),
    store.get(key),
    store.bytes(key),
    store.remove(key),
    store.check(),
    Array.fromAsync(store.list()),
  ];
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { kind: "unavailable" } });
  }
});

test.each([
  [403, "AccessDenied"],
  [403, "InvalidAccessKeyId"],
  [404, "NoSuchBucket"],
])("every method answers unavailable once the bucket answers %d %s", async (status, code) => {
  let is_closed = false;
  const closed = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () =>
      is_closed
        ? new Response(`<Error><Code>${code}</Code></Error>`, {
            status,
            headers: { "content-type": "application/xml" },
          })
        : new Response(),
  });
  const store = await openS3Blobs({ ...s3.config, endpoint: `http://127.0.0.1:${closed.port}` }, { log });
  is_closed = true;
  const calls = [
    store.put(Buffer.from("small")),
    store.get("some"),
    store.bytes("some"),
    store.remove("some"),
    store.check(),
    Array.fromAsync(store.list()),
  ];
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toMatchObject({
      status: "rejected",
      reason: { kind: "unavailable", message: expect.stringContaining("does not let this server in") },
    });
  }
  await closed.stop(true);
});

test("a start without a bucket loads nothing of the AWS SDK", async () => {
  const script = `
    await import(${JSON.stringify(import.meta.resolve("./blobs.ts"))});
    console.log(Object.keys(require.cache).filter((path) => path.includes("@aws-sdk")).length);`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe" });
  expect((await new Response(child.stdout).text()).trim()).toBe("0");
});
