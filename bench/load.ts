// Drives a server with wrk and reads what it measured.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SCRIPT = new URL("./requests.lua", import.meta.url).pathname;

/** One kind of request in a row. */
export interface Sent {
  method: string;
  path: string;
  token?: string;
}

export interface Load {
  base_url: string;
  /** Sent over and over, in this order. */
  requests: readonly Sent[];
  /** Every `%N%` in it is another number in each request. */
  body?: string;
  connections: number;
  seconds: number;
}

/** What wrk saw; `failed` counts answers that were neither 2xx nor 3xx, and broken connections. */
export interface Seen {
  rps: number;
  p50_ms: number;
  p99_ms: number;
  failed: number;
}

/** Sends requests of several kinds. Throws with the way to install wrk where it is missing, and when requests failed. */
export async function runLoad({ base_url, requests, body, connections, seconds }: Load): Promise<Seen> {
  const folder = mkdtempSync(join(tmpdir(), "docsvc-load-"));
  try {
    const lines = join(folder, "lines");
    writeFileSync(lines, requests.map(({ method, path, token = "" }) => `${method}\t${path}\t${token}\n`).join(""));
    const files = [lines];
    if (body !== undefined) {
      files.push(join(folder, "body"));
      writeFileSync(join(folder, "body"), body);
    }
    return await runWrk(["-t1", `-c${connections}`, `-d${seconds}`, "-s", SCRIPT, base_url, "--", ...files]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Sends requests at a fixed rate whether or not the answers keep up, so that a stalled server shows in the times of all that
 * were due meanwhile. `failed` counts answers other than 2xx.
 */
export async function runPaced(asked: {
  base_url: string;
  requests: readonly Sent[];
  /** JSON of each request. */
  body?: string;
  per_second: number;
  until: Promise<unknown>;
}): Promise<Seen> {
  const { base_url, requests, body, per_second } = asked;
  const times: number[] = [];
  const answers: Promise<void>[] = [];
  let failed = 0;
  let isOver = false;
  void asked.until.finally(() => {
    isOver = true;
  });
  async function send({ method, path, token = "" }: Sent, due: number): Promise<void> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const response = await fetch(base_url + path, { method, headers, ...(body !== undefined && { body }) });
    await response.arrayBuffer();
    times.push(performance.now() - due);
    if (!response.ok) failed++;
  }
  const started = performance.now();
  for (let count = 0; !isOver; count++) {
    const due = started + (count * 1000) / per_second;
    await Bun.sleep(Math.max(0, due - performance.now()));
    const request = requests[count % requests.length];
    if (request) answers.push(send(request, due));
  }
  await Promise.all(answers);
  if (failed > 0) throw new Error(`${failed} of ${times.length} paced requests failed`);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  const rps = times.length / ((performance.now() - started) / 1000);
  return { rps, p50_ms: at(0.5), p99_ms: at(0.99), failed };
}

/** Sends one GET over and over, with nothing between wrk and the socket. */
export async function runGets(asked: {
  address: string;
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
}): Promise<Seen> {
  const headers = Object.entries(asked.headers ?? {}).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  return runWrk(["-t2", `-c${asked.connections}`, `-d${asked.seconds}`, ...headers, asked.address]);
}

async function runWrk(args: string[]): Promise<Seen> {
  if (!Bun.which("wrk")) throw new Error("wrk is missing; on Debian: apt-get install -y wrk");
  const child = Bun.spawn(["wrk", "--timeout", "10s", "--latency", ...args], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const seen = readReport(await new Response(child.stdout).text());
  if (seen.failed > 0) throw new Error(`${seen.failed} requests of "wrk ${args.join(" ")}" failed`);
  return seen;
}

function readReport(report: string): Seen {
  const find = (pattern: RegExp) => report.match(pattern)?.[1] ?? "0";
  const broken = report.match(/Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/)?.slice(1) ?? [];
  return {
    rps: Number(find(/Requests\/sec:\s+([\d.]+)/)),
    p50_ms: toMs(find(/^\s+50%\s+(\S+)/m)),
    p99_ms: toMs(find(/^\s+99%\s+(\S+)/m)),
    failed: broken.reduce((sum, count) => sum + Number(count), Number(find(/Non-2xx or 3xx responses: (\d+)/))),
  };
}

const UNITS: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

function toMs(text: string): number {
  const unit = text.replace(/[\d.]+/, "");
  return Number.parseFloat(text) * (UNITS[unit] ?? 1);
}
