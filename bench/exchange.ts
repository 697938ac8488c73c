// Moving 50,000 records: an import of CSV beside COPY of the same file, and the exports beside the bare driver's rows.
import { compare, print, readRounds } from "./rounds.ts";
import { openPlace, readRss } from "./servers.ts";

const ROWS = Number(process.env["BENCH_ROWS"] ?? 50_000);
const SAMPLE_MS = 20;
const MIB = 2 ** 20;

const FIELDS = [
  { key: "name", type: "text", required: true },
  { key: "email", type: "email" },
  { key: "age", type: "number" },
  { key: "joined", type: "date" },
  { key: "seen", type: "datetime" },
  { key: "active", type: "checkbox" },
  { key: "level", type: "select", options: ["low", "mid", "high"] },
  { key: "city", type: "text" },
  { key: "score", type: "number" },
  { key: "notes", type: "long_text" },
];

const place = await openPlace();
try {
  const [token = ""] = await place.makeTokens(1);
  const floor = await place.startFloor("exchange");
  const file = makeFile();
  print({ rows: ROWS, file_mib: file.byteLength / MIB });

  const rate = ({ ms }: { ms: number }) => ROWS / ms;
  let last = await emptyTable();
  await compare({
    workload: `import of ${ROWS} rows of CSV`,
    rounds: readRounds(),
    floor: () => timed(() => post(`${floor.base_url}/import`, file)),
    ours: async () => {
      await call(`DELETE /api/docs/${last.doc_id}`);
      last = await emptyTable();
      return withMemory(() => timed(() => post(`${last.at}/import?format=csv&table_id=${last.table_id}`, file)));
    },
    score: rate,
    reach: 0.2,
  });
  await place.database.sql`vacuum analyze database_records`;

  for (const query of ["format=json", `format=csv&table_id=${last.table_id}`, "format=sqlite"]) {
    await compare({
      workload: `export of ${ROWS} records, ${query.split("&")[0]}`,
      rounds: readRounds(),
      floor: () => timed(() => drain(`${floor.base_url}/export?table=${last.table_id}`)),
      ours: () =>
        withMemory(() => timed(() => drain(`${place.ours.base_url}/api/databases/${last.doc_id}/export?${query}`))),
      score: ({ ms }) => ms,
      reach: 2,
    });
  }

  function makeFile(): Uint8Array<ArrayBuffer> {
    const lines = Array.from({ length: ROWS }, (_, index) => {
      const day = new Date(1.7e12 + index * 3_600_000).toISOString();
      const level = ["low", "mid", "high"][index % 3];
      const notes = `"Said ""yes"" on day ${index}, ${"and went on about it for a while. ".repeat(8)}"`;
      return `Person ${index},person${index}@example.com,${index % 90},${day.slice(0, 10)},${day},${index % 2 === 0},${level},Malmö,${index / 7},${notes}`;
    });
    return new TextEncoder().encode(`${FIELDS.map(({ key }) => key).join(",")}\n${lines.join("\n")}\n`);
  }

  async function emptyTable(): Promise<{ doc_id: string; table_id: number; at: string }> {
    const { doc } = await call("POST /api/databases", { title: "People" });
    const { id } = await call(`POST /api/databases/${doc.doc_id}/tables`, { name: "People", fields: FIELDS });
    return { doc_id: doc.doc_id, table_id: id, at: `${place.ours.base_url}/api/databases/${doc.doc_id}/tables` };
  }

  async function timed(work: () => Promise<number>): Promise<{ ms: number; count: number }> {
    const started = performance.now();
    const count = await work();
    return { ms: performance.now() - started, count };
  }

  async function withMemory<T>(work: () => Promise<T>): Promise<T & { added_mib: number }> {
    const before = readRss(place.ours.pid);
    let most = before;
    const sample = setInterval(() => (most = Math.max(most, readRss(place.ours.pid))), SAMPLE_MS);
    try {
      return { ...(await work()), added_mib: (most - before) / MIB };
    } finally {
      clearInterval(sample);
    }
  }

  async function post(address: string, body: Uint8Array<ArrayBuffer>): Promise<number> {
    const answer = await send(address, { method: "POST", body });
    const { created } = await answer.json();
    if (created !== ROWS) throw new Error(`${address} took ${created} rows`);
    return created;
  }

  /** Read as it comes and thrown away, so that the bench does not measure itself. */
  async function drain(address: string): Promise<number> {
    let bytes = 0;
    for await (const piece of (await send(address)).body ?? []) bytes += piece.byteLength;
    if (bytes < ROWS * 50) throw new Error(`${address} sent ${bytes} bytes`);
    return bytes;
  }

  async function call(route: string, json?: object) {
    const [method = "GET", path = ""] = route.split(" ");
    const body =
      json === undefined ? {} : { body: JSON.stringify(json), headers: { "content-type": "application/json" } };
    const answer = await send(place.ours.base_url + path, { method, ...body });
    return answer.json();
  }

  async function send(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, authorization: `Bearer ${token}`, "accept-encoding": "identity" };
    const answer = await fetch(address, { ...init, headers });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  }
} finally {
  await place.close();
}
