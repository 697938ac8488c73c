// Texts of 2 MiB made to be costly,
// and honest ones of that size, sent by one account while another reads and publishes.
// `bun bench/hostile.ts [kind] [part of a name]`: kinds are honest, markdown, code, pattern and pair. Without any it sends some of
// all kinds within seven minutes, markdown every way in turn; `all` sends everything. At the end it holds them to the bounds.
import { type Sender, WAYS } from "../test/faults/hostile_ways.ts";
import { withCpu } from "./cpu.ts";
import { startSender } from "./hostile_sender.ts";
import { listTasks, type Task } from "./hostile_tasks.ts";
import { runPaced } from "./load.ts";
import { publishPages } from "./published.ts";
import { print } from "./rounds.ts";
import { listChildren, openPlace, readRss } from "./servers.ts";

const MIB = 1024 * 1024;
const READS_PER_SECOND = 20;
const LOOK_EVERY_MS = 50;
/** What is left then is left out. */
const SOME_MS_MAX = 7 * 60_000;
const [, , kind = "some", part = ""] = process.argv;
const isEvery = kind === "some" || kind === "all";
const tasks = listTasks(kind).filter((task) => (isEvery || task.kind === kind) && task.name.includes(part));

const unlimited = ["MARKDOWN_RENDER", "DOCUMENT_RENDER", "SEARCH", "GREP", "DIFF", "BLAME"];
const sender = startSender(kind);
const place = await openPlace(Object.fromEntries(unlimited.map((name) => [`QUOTA_${name}`, "1000000"])));
try {
  const { base_url, pid } = place.ours;
  const [token = ""] = await place.makeTokens(1);
  const other = await publishPages(place, 20);
  const reads = other.doc_ids.map((id) => ({ method: "GET", path: `/api/docs/${id}`, token: other.token }));
  await WAYS[0]?.send({ base_url, token }, "the first task waits for a worker to start");
  const measured = measureAll();
  const [results, read] = await Promise.all([measured, runReads(measured)]);
  printVerdict(results, read.p99_ms);

  function runReads(until: Promise<unknown>) {
    return runPaced({ base_url, requests: reads, per_second: READS_PER_SECOND, until });
  }

  async function measureAll(): Promise<Result[]> {
    const results: Result[] = [];
    const until = performance.now() + (kind === "some" ? SOME_MS_MAX : Number.POSITIVE_INFINITY);
    for (const task of tasks) {
      if (performance.now() > until) break;
      results.push(await measure(task));
    }
    print({ measured: results.length, of: tasks.length });
    return results;
  }

  async function measure({ kind, name }: Task): Promise<Result> {
    const working = withCpu({ server: pid }, async () => ({
      outcomes: await sender.send({ kind, name }, { base_url, token }),
    }));
    const [seen, memory, paced, publishes] = await Promise.all([
      working,
      watchMemory(pid, working),
      runReads(working),
      publishLines({ base_url, token: other.token }, working),
    ]);
    const refusal = seen.outcomes.find(({ status }) => status >= 400);
    const result: Result = {
      name: `${kind}: ${name}`,
      cpu_s: seen.cpu_ms.server / 1000,
      answer_s: Math.max(...seen.outcomes.map(({ took_ms }) => took_ms)) / 1000,
      server_mib: memory.server / MIB,
      all_mib: memory.all / MIB,
      read_p99_ms: paced.p99_ms,
      publish_ms: Math.max(...publishes),
    };
    const statuses = seen.outcomes.map(({ status }) => status);
    print({ ...result, statuses, ...(refusal && { says: refusal.says.slice(0, 120) }) });
    return result;
  }
} finally {
  sender.end();
  await place.close();
}

/** What one text cost, and what others saw of it. */
interface Result {
  name: string;
  /** Of the server with its workers and its Postgres, whatever they did meanwhile. */
  cpu_s: number;
  /** The slowest answer: a pair of texts is written, compared, traced back and edited. */
  answer_s: number;
  server_mib: number;
  all_mib: number;
  read_p99_ms: number;
  publish_ms: number;
}

/** Each bound with the worst that was seen of it and how many texts went beyond. */
function printVerdict(results: readonly Result[], reads_p99_ms: number): void {
  const bound = (what: string, of: keyof Omit<Result, "name">, most: number) => {
    const worst = results.toSorted((one, other) => other[of] - one[of])[0];
    const beyond = results.filter((result) => result[of] >= most).length;
    return {
      bound: what,
      most,
      worst: Math.round((worst?.[of] ?? 0) * 100) / 100,
      beyond,
      of: results.length,
      by: worst?.name,
    };
  };
  const p99 = Math.round(reads_p99_ms);
  console.table([
    bound("memory of all processes, MiB", "all_mib", 1024),
    bound("seconds until a text was answered", "answer_s", 6),
    {
      bound: "p99 of another account's reads, ms",
      most: 100,
      worst: p99,
      beyond: Number(p99 >= 100),
      of: 1,
      by: "all of them",
    },
    bound("another account's slowest publish, ms", "publish_ms", 1000),
    { ...bound("for comparison: processor seconds of all", "cpu_s", Number.POSITIVE_INFINITY), beyond: "" },
  ]);
}

/** The most that the server held, and it with its workers, in bytes. */
async function watchMemory(pid: number, until: Promise<unknown>): Promise<{ server: number; all: number }> {
  const most = { server: 0, all: 0 };
  let isOver = false;
  void until.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const server = readRss(pid);
    const all = listChildren(pid).reduce((sum, child) => sum + readRssOrNone(child), server);
    most.server = Math.max(most.server, server);
    most.all = Math.max(most.all, all);
    await Bun.sleep(LOOK_EVERY_MS);
  }
  return most;
}

/** None of a worker that has ended meanwhile. */
function readRssOrNone(pid: number): number {
  try {
    return readRss(pid);
  } catch {
    return 0;
  }
}

/** Publishes one line after the other, and answers how long each of them took. */
async function publishLines(sender: Sender, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  void until.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const started = performance.now();
    const outcome = await WAYS[0]?.send(sender, "one line");
    if (outcome?.status !== 201) throw new Error(`publishing answered ${outcome?.status}: ${outcome?.says}`);
    times.push(performance.now() - started);
    await Bun.sleep(200);
  }
  return times;
}
