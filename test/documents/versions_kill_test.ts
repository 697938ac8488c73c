// A storm of new versions that is cut off by a power cut: what was answered is there, and no version is there by half.
import { afterAll, expect, test } from "bun:test";
import { descendantsOf, killHard } from "../faults/process_tree.ts";
import { makeReadyPlace } from "../faults/server_process.ts";
import { pickByDepth } from "../harness/depth.ts";
import { until } from "../harness/until.ts";

const ROUNDS = pickByDepth({ small: 1, deep: 2 });
/** Enough that they wait for each other and go together. */
const WRITERS = 24;
const FILES = ["index.html", "a.txt", "b.txt"];
/** A server that begins again on a busy machine takes a good part of this. */
const PATIENCE_MS = 90_000;

const place = await makeReadyPlace({ QUOTA_PUBLISH: "1000000" });
await place.runHere("user", "add", "writer@example.org", "--workspace", "faults");
const token = await place.runHere("token", "create", "writer@example.org", "--name", "faults");
afterAll(() => place.remove());

async function ask(route: string, json?: object): Promise<Response> {
  const [method = "GET", path = ""] = route.split(" ");
  const headers = { authorization: `Bearer ${token}`, ...(json && { "content-type": "application/json" }) };
  return fetch(place.base_url + path, { method, headers, ...(json && { body: JSON.stringify(json) }) });
}

async function call<T>(route: string, json?: object): Promise<T> {
  const answer = await ask(route, json);
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A document with what was answered of it. */
interface Kept {
  at: string;
  doc_id: string;
  written: { version: number; path: string; content: string }[];
}

/** Why the last write was not taken that was not; where no more are taken it says why. */
let lastFault = "none";

async function writeUntil(kept: Kept, isOver: () => boolean): Promise<void> {
  for (let number = 0; !isOver(); number++) {
    const path = FILES[number % FILES.length]!;
    // Some lie in a row and some in the store.
    const content = crypto.randomUUID().repeat(number % 5 === 4 ? 1000 : 1);
    const put = call<{ version: number }>(`PUT ${kept.at}/files/${path}`, { content });
    const made = await put.catch((fault) => {
      lastFault = String(fault);
      return Bun.sleep(20);
    });
    if (made) kept.written.push({ version: made.version, path, content });
  }
}

/** Every version from the first on, each noted once, with the files of the one before it but for the one that was written. */
async function expectHistory({ at, doc_id, written }: Kept): Promise<void> {
  interface Version {
    version: number;
    total_bytes: number;
    files: { path: string; size: number; sha256: string }[];
  }
  const { versions } = await call<{ versions: Version[] }>(`GET ${at}/versions?limit=500`);
  expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => versions.length - index));
  expect((await call<{ version: number }>(`GET ${at}`)).version).toBe(versions.length);
  for (const [index, { files, total_bytes }] of versions.entries()) {
    expect(files.reduce((sum, { size }) => sum + size, 0)).toBe(total_bytes);
    const before = new Map(versions[index + 1]?.files.map(({ path, sha256 }) => [path, sha256]));
    const changed = files.filter(({ path, sha256 }) => before.get(path) !== sha256);
    expect(changed).toHaveLength(1);
    for (const path of before.keys()) expect(files.map((file) => file.path)).toContain(path);
  }
  for (const { version, path, content } of written) {
    const stored = await ask(`GET ${at}/files/${path}?version=${version}`);
    expect(await stored.text()).toBe(content);
  }
  const { events } = await call<{ events: { meta: { version: number } }[] }>(
    `GET /api/audit?target_id=${doc_id}&action=doc.edit&limit=500`,
  );
  const noted = events.map(({ meta }) => meta.version).sort((one, other) => one - other);
  expect(noted).toEqual(versions.slice(1).map((_, index) => index + 2));
}

test("kill -9 while many replace files loses none that was answered, and each version is there whole", async () => {
  let server = await place.start();
  const documents = await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      const { doc_id } = await call<{ doc_id: string }>("POST /api/docs", { html: "<h1>Storm</h1>" });
      return { doc_id, at: `/api/docs/${doc_id}`, written: [] } satisfies Kept;
    }),
  );
  const countWritten = () => documents.reduce((sum, { written }) => sum + written.length, 0);
  const untilWritten = async (wanted: number) => {
    const end = performance.now() + PATIENCE_MS;
    await until(() => {
      if (performance.now() > end)
        throw new Error(`${countWritten()} of ${wanted} were taken; the last was not: ${lastFault}`);
      return countWritten() >= wanted;
    });
  };
  const killServer = async () => {
    await server.kill();
    server = await place.start();
  };
  const killPostgres = async () => {
    const postmaster = place.postgresPid();
    for (const pid of [postmaster, ...descendantsOf(postmaster)]) killHard(pid);
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const kill of [killServer, killPostgres]) {
      let isOver = false;
      const writers = documents.map((kept) => writeUntil(kept, () => isOver));
      const before = countWritten();
      await untilWritten(before + 3 * WRITERS);
      await kill();
      await untilWritten(countWritten() + 2 * WRITERS);
      isOver = true;
      await Promise.all(writers);
    }
  }
  for (const kept of documents) await expectHistory(kept);
  expect(await server.stop()).toBe(0);
});
