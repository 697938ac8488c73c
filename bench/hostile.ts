// Texts of 2 MiB made to be costly, and honest ones of that size, rendered by one account while another reads and publishes.
// `bun bench/hostile.ts [kind] [part of a name]`: kinds are honest, markdown, code, pattern and pair.
import { HONEST } from "../test/faults/honest_texts.ts";
import { HOSTILE_MARKDOWN } from "../test/faults/hostile_texts.ts";
import { compare, grep, type Outcome, publishSnippet, type Sender, WAYS } from "../test/faults/hostile_ways.ts";
import { HOSTILE_CODE, HOSTILE_PAIRS, HOSTILE_PATTERNS } from "../test/faults/hostile_work.ts";
import { withCpu } from "./cpu.ts";
import { runPaced } from "./load.ts";
import { publishPages } from "./published.ts";
import { print } from "./rounds.ts";
import { listChildren, openPlace, readRss } from "./servers.ts";

const MIB = 1024 * 1024;
const READS_PER_SECOND = 20;
const LOOK_EVERY_MS = 50;
/** So much of a text of any kind. */
const BYTES = { markdown: 2 * MIB, code: 255 * 1024, text: MIB };

interface Task {
  kind: string;
  name: string;
  /** The answers of the costly steps; several that the server does one after the other. */
  run(sender: Sender): Promise<Outcome[]>;
}

const render = WAYS.find(({ name }) => name === "rendered");

function rendered(kind: string, name: string, text: () => string): Task {
  return { kind, name, run: async (sender) => (render ? [await render.send(sender, text())] : []) };
}

const TASKS: readonly Task[] = [
  ...HONEST.map(({ name, make }) => rendered("honest", name, () => make(1.9 * MIB))),
  ...HOSTILE_MARKDOWN.map(({ name, make }) => rendered("markdown", name, () => make(BYTES.markdown))),
  ...HOSTILE_CODE.map(({ name, language, make }) => ({
    kind: "code",
    name,
    run: async (sender: Sender) => [await publishSnippet(sender, { content: make(BYTES.code), language })],
  })),
  ...HOSTILE_PATTERNS.map(({ name, make, ...query }) => ({
    kind: "pattern",
    name,
    run: (sender: Sender) => grep(sender, make(BYTES.text), query),
  })),
  ...HOSTILE_PAIRS.map(({ name, before, after }) => ({
    kind: "pair",
    name,
    run: async (sender: Sender) => Object.values(await compare(sender, before(BYTES.text), after(BYTES.text))),
  })),
];

const [, , kind, part = ""] = process.argv;
const tasks = TASKS.filter((task) => (!kind || task.kind === kind) && task.name.includes(part));

const unlimited = ["MARKDOWN_RENDER", "DOCUMENT_RENDER", "SEARCH", "GREP", "DIFF", "BLAME"];
const place = await openPlace(Object.fromEntries(unlimited.map((name) => [`QUOTA_${name}`, "1000000"])));
try {
  const { base_url, pid } = place.ours;
  const [token = ""] = await place.makeTokens(1);
  const other = await publishPages(place, 20);
  const reads = other.doc_ids.map((id) => ({ method: "GET", path: `/api/docs/${id}`, token: other.token }));
  await WAYS[0]?.send({ base_url, token }, "the first task waits for a worker to start");
  for (const { kind, name, run } of tasks) {
    const started = performance.now();
    let wall_s = 0;
    const working = withCpu({ server: pid }, async () => ({ outcomes: await run({ base_url, token }) })).finally(() => {
      wall_s = (performance.now() - started) / 1000;
    });
    const [seen, memory, paced, publishes] = await Promise.all([
      working,
      watchMemory(pid, working),
      runPaced({ base_url, requests: reads, per_second: READS_PER_SECOND, until: working }),
      publishLines({ base_url, token: other.token }, working),
    ]);
    const refusal = seen.outcomes.find(({ status }) => status >= 400);
    print({
      kind,
      name,
      statuses: seen.outcomes.map(({ status }) => status),
      cpu_s: seen.cpu_ms.server / 1000,
      wall_s,
      server_mib: memory.server / MIB,
      all_mib: memory.all / MIB,
      read_p99_ms: paced.p99_ms,
      publish_ms: Math.max(...publishes),
      ...(refusal && { says: refusal.says.slice(0, 120) }),
    });
  }
} finally {
  await place.close();
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
