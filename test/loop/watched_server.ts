// A server process of its own over a test's server, whose loop is watched.
import { afterAll } from "bun:test";
import { fileURLToPath } from "node:url";
import { freePort } from "../harness/free_port.ts";
import type { Harness } from "../harness/harness.ts";

export interface WatchedServer {
  /** Where it listens; which of its hosts is meant says the Host header. */
  origin: string;
  /** The longest time in milliseconds for which its loop did not turn while `work` went on, as this machine takes it at its best. */
  longestPause(work: () => Promise<unknown>): Promise<number>;
}

const START_MS_MAX = 120_000;

/** Starts it, and ends it after the file's tests. */
export async function openWatchedServer(h: Harness, env: Record<string, string> = {}): Promise<WatchedServer> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const hosts = { BASE_URL: h.base_url, CONTENT_URL: h.content_url, PORT: String(port) };
  let answer: ((longest_ms: number) => void) | null = null;
  const child = Bun.spawn({
    cmd: [process.execPath, "--preload", pathOf("./monitor.ts"), pathOf("../../hosts/docsvc.ts"), "serve"],
    env: { ...process.env, ...h.env, ...hosts, LOG_LEVEL: "silent", ...env },
    stdout: "ignore",
    stderr: "inherit",
    ipc: (message: { longest_ms: number }) => answer?.(message.longest_ms),
  });
  afterAll(async () => {
    child.kill();
    await child.exited;
  });
  await untilReady(origin, child);
  const ask = () =>
    new Promise<number>((resolve) => {
      answer = resolve;
      child.send("longest");
    });
  return {
    origin,
    longestPause: async (work) => {
      await ask();
      await work();
      return ask();
    },
  };
}

async function untilReady(origin: string, child: Bun.Subprocess): Promise<void> {
  for (const start = performance.now(); performance.now() - start < START_MS_MAX; await Bun.sleep(50)) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const answer = await fetch(`${origin}/healthz`).catch(() => null);
    if (answer?.ok) return;
  }
  throw new Error("the server did not start");
}

function pathOf(relative: string): string {
  return fileURLToPath(import.meta.resolve(relative));
}
