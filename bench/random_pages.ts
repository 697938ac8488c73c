// Thousands of pages in random order, each once:
// of which the server knows nothing, which it has sent before, and which nobody asked for within a minute.
// Beside Elysia with one select, nginx where there is one, bytes of a Map in the bare runtime, and for long pages a bare `Bun.file`: by processor time.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../test/harness/free_port.ts";
import { withCpu } from "./cpu.ts";
import { startNginx } from "./nginx.ts";
import { readAllOnce } from "./once.ts";
import { medianOf, print, readRounds } from "./rounds.ts";
import { makeFolder, openPlace, readRss, removeFolder, senderAt } from "./servers.ts";

const PAGES = Number(process.env["BENCH_DOCUMENTS"] ?? 15_000);
/** As many as 3,000 of 15,000. */
const LONG_PAGES = Math.ceil(PAGES / 5);
const AT_ONCE = 16;
const WORDS = Array.from({ length: 4000 }, (_, n) => (n * 7919 + 104_729).toString(36).slice(-2 - (n % 6)));
const FORGOTTEN_MS = 61_000;

/** Of words in an order of their own, so that no page compresses better than text does. */
function writeText(bytes: number): string {
  let text = "<!doctype html><title>Page</title><p>";
  while (text.length < bytes) text += `${WORDS[Math.floor(Math.random() * WORDS.length)]} `;
  return text.slice(0, bytes);
}

interface Target {
  base_url: string;
  /** Of all that works for it. */
  pids: Record<string, number>;
  pathOf(slug: string): string;
}

const place = await openPlace();
const folder = makeFolder();
try {
  const idle = readRss(place.ours.pid);
  // One person may have no more than so many.
  const tokens = await place.makeTokens(Math.ceil(PAGES / 3000));
  const short = await publishAll(PAGES, { bytes: 4096, tokens });
  const long = await publishAll(LONG_PAGES, { bytes: 64 * 1024, tokens });
  await place.database.sql`vacuum analyze`;
  const floor = await place.startFloor("pages");
  const html = join(folder, "html");
  mkdirSync(html, { recursive: true });
  const isNginx = Bun.which("nginx", { PATH: `${process.env["PATH"]}:/usr/sbin` }) !== null;
  if (isNginx) for (const { slug, text } of [...short, ...long]) writeFileSync(join(html, slug), text);
  const texts = Object.fromEntries([...short, ...long].map(({ slug, text }) => [`/d/${slug}/`, text]));
  writeFileSync(join(place.data_dir, "bare.json"), JSON.stringify(texts));
  const bare_server = await place.startFloor("bare");
  const nginx = isNginx ? await startNginx(folder, { port: await freePort(), files: { "index.html": "ready" } }) : null;
  const postgres = place.postgres_pid;
  const pathOf = (slug: string) => `/d/${slug}/`;
  const ours: Target = {
    base_url: place.ours.base_url.replace("localhost", "127.0.0.1"),
    pids: { server: place.ours.pid, postgres },
    pathOf,
  };
  const elysia: Target = { base_url: floor.base_url, pids: { server: floor.pid, postgres }, pathOf };
  const names = await storageKeys();
  const bare: Target = { ...elysia, pathOf: (slug) => `/file/${names.get(slug)}` };
  const from_map: Target = { base_url: bare_server.base_url, pids: { server: bare_server.pid }, pathOf };
  const static_files: Target | null = nginx && {
    base_url: nginx.base_url,
    pids: { server: nginx.pid },
    pathOf: (slug) => `/${slug}`,
  };
  await awaitQuiet(ours.pids);
  for (const [name, pages] of [
    ["4 KiB", short],
    ["64 KiB", long],
  ] as const) {
    const slugs = pages.map(({ slug }) => slug);
    const rounds = readRounds();
    const part = Math.floor(slugs.length / rounds);
    const parts = Array.from({ length: rounds }, (_, n) => slugs.slice(n * part, (n + 1) * part));
    await compare(`${name}, first read, beside one select`, { floor: elysia, lists: parts, statements: true });
    if (static_files)
      await compare(`${name}, read before, beside nginx`, { floor: static_files, lists: rounds_of(slugs) });
    await compare(`${name}, read before, beside bytes in a Map`, { floor: from_map, lists: rounds_of(slugs) });
    if (name === "64 KiB")
      await compare(`${name}, read before, beside Bun.file`, { floor: bare, lists: rounds_of(slugs) });
    await compare(`${name}, read before, beside one select`, {
      floor: elysia,
      lists: rounds_of(slugs),
      statements: true,
    });
    await Bun.sleep(FORGOTTEN_MS);
    await compare(`${name}, read before and not within a minute`, {
      floor: elysia,
      lists: [shuffled(slugs)],
      statements: true,
    });
  }
  print({ pages: PAGES + LONG_PAGES, idle_mib: idle / 2 ** 20, then_mib: readRss(place.ours.pid) / 2 ** 20 });
  await nginx?.stop();

  function rounds_of(slugs: readonly string[]): string[][] {
    return Array.from({ length: readRounds() }, () => shuffled(slugs));
  }

  /** Each list by one and then by the other. */
  async function compare(
    workload: string,
    { floor: beside, lists, statements = false }: { floor: Target; lists: readonly string[][]; statements?: boolean },
  ): Promise<void> {
    const ratios: number[] = [];
    for (const [round, slugs] of lists.entries()) {
      const one = await read(beside, slugs);
      const before = statements ? await transactions() : 0;
      const other = await read(ours, slugs);
      const each = statements ? { statements_each: ((await transactions()) - before) / slugs.length } : {};
      const ratio = one.cpu_us / other.cpu_us;
      ratios.push(ratio);
      print({ workload, round, pages: slugs.length, floor: one, ours: { ...other, ...each }, ratio });
    }
    ratios.sort((a, b) => a - b);
    print({ workload, ratio: medianOf(ratios), spread: [ratios[0], ratios.at(-1)] });
  }

  async function read({ base_url, pids, pathOf: address }: Target, slugs: readonly string[]) {
    const requests = slugs.map((slug) => ({ path: address(slug) }));
    const { cpu_ms, rps } = await withCpu(pids, () => readAllOnce(base_url, { requests, connections: AT_ONCE }));
    const us = Object.fromEntries(
      Object.entries(cpu_ms).map(([name, ms]) => [`${name}_us`, (ms * 1000) / slugs.length]),
    );
    const cpu_us = Object.values(us).reduce((sum, part) => sum + part, 0);
    return { rps, cpu_us, ...us };
  }

  /** Statements that read are transactions of their own. Sessions tell of them once a second. */
  async function transactions(): Promise<number> {
    await Bun.sleep(1500);
    const [row] = await place.database.sql<{ count: number }[]>`
      select sum(xact_commit)::float8 as count from pg_stat_database where datname = current_database()`;
    return row?.count ?? 0;
  }

  async function storageKeys(): Promise<Map<string, string>> {
    const rows = await place.database.sql<{ slug: string; storage_key: string }[]>`
      select d.slug, b.storage_key from documents d join document_files f using (document_id, version) join blobs b using (blob_id)`;
    return new Map(rows.map(({ slug, storage_key }) => [slug, storage_key]));
  }
} finally {
  await place.close();
  removeFolder(folder);
}

/** What publishing leaves to be done behind it would count for the first reads. */
async function awaitQuiet(pids: Record<string, number>): Promise<void> {
  const pause = () => Bun.sleep(1000).then(() => ({}));
  while (true) {
    const { cpu_ms } = await withCpu(pids, pause);
    if (Object.values(cpu_ms).every((ms) => ms < 100)) return;
  }
}

async function publishAll(
  count: number,
  { bytes, tokens }: { bytes: number; tokens: readonly string[] },
): Promise<{ slug: string; text: string }[]> {
  const made: { slug: string; text: string }[] = [];
  const numbers = Array.from({ length: count }, (_, n) => n).values();
  const publish = async () => {
    for (const n of numbers) {
      const text = writeText(bytes);
      const send = senderAt(place.ours, tokens[n % tokens.length] ?? "");
      const { url } = await send("POST", "/api/docs", { html: text, visibility: "unlisted" });
      made.push({ slug: new URL(url).pathname.split("/")[2] ?? "", text });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, publish));
  return shuffled(made);
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
