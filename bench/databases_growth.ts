// Whether a full database is as quick among a thousand of them:
// the same asked of two services in turns, for bench/databases.ts.
import { askingAs, FIELDS, type People, RARE, type Table } from "./databases_data.ts";
import { fillDatabases } from "./databases_fill.ts";
import { type Loaded, loadingAs } from "./databases_load.ts";
import { compare, print } from "./rounds.ts";
import { openPlace, type Place } from "./servers.ts";

const CONNECTIONS = 8;
const QUERY = { filters: [{ field: "level", op: "eq", value: "mid" }], sort: "score" };
/** What each of the others has, so that 50 million records fit on a small disk. */
const NARROW = ["name", "level", "score", "joined"];
/** What is kept for a page that is asked for, and for a search, is there by then. */
const ASKED_MS = 12_000;

/** A service, what asks it, and its one table of all fields. */
interface Asked extends ReturnType<typeof askingAs> {
  load: (route: string, body: object | null) => Promise<Loaded>;
  table: Table;
}

/** Compares a service of one full database with one of `databases`. */
export async function compareGrowth(asked: {
  alone: Place;
  token: string;
  people: People;
  databases: number;
  rounds: number;
}): Promise<void> {
  const { people, databases, rounds } = asked;
  const alone = await openOne(asked.alone, asked.token, people);
  const place = await openPlace();
  try {
    const [token = ""] = await place.makeTokens(1);
    const among = await openOne(place, token, people);
    print({ ...(await fillBeside(place, among, { people, databases })) });
    const record = {
      name: "Person %N%",
      email: "person@example.com",
      age: 41,
      level: "mid",
      city: "Malmö",
      score: 12.5,
    };
    const workloads: Record<string, (one: Asked) => Promise<Loaded>> = {
      "a record made": async (one) => one.load(`POST ${(await one.emptyTable()).path}/records`, { data: record }),
      "a page": ({ load, table }) => load(`POST ${table.path}/query`, QUERY),
      "a search": ({ load, table }) => load(`POST ${table.path}/query`, { search: RARE }),
      status: ({ load, table }) => load(`GET ${table.database}/status`, null),
    };
    for (const [workload, run] of Object.entries(workloads)) {
      const score = ({ cpu_ms }: Loaded) => cpu_ms;
      const named = `${workload} among ${databases} full databases`;
      await compare({ workload: named, rounds, floor: () => run(alone), ours: () => run(among), score, reach: 1.5 });
    }
  } finally {
    await place.close();
  }
}

async function openOne(place: Place, token: string, people: People): Promise<Asked> {
  const asking = askingAs(place, token);
  const send = loadingAs(place, token);
  const table = await asking.emptyTable();
  await asking.importInto(table, people);
  await askFor(asking, table, { search: RARE });
  return { ...asking, table, load: (route, body) => send(place.ours, route, body, CONNECTIONS) };
}

/** Until what is kept for the page, and for what else is asked, is there. */
async function askFor({ call }: Pick<Asked, "call">, { path }: Table, query: object): Promise<void> {
  for (const began = performance.now(); performance.now() - began < ASKED_MS; await Bun.sleep(1000)) {
    await call(`POST ${path}/query`, QUERY);
    await call(`POST ${path}/query`, query);
  }
}

/** Together with the one that is there, so many databases, all of them full. */
async function fillBeside(
  place: Place,
  { emptyTable, importInto, call }: Asked,
  { people, databases }: { people: People; databases: number },
) {
  const narrow = () => emptyTable(FIELDS.filter(({ key }) => NARROW.includes(key)));
  const table = await narrow();
  await importInto(table, narrowed(people));
  await askFor({ call }, table, QUERY);
  return fillDatabases(place, { table, databases: databases - 2, emptyTable: narrow });
}

/** No value before the notes, which come last, holds a comma. */
function narrowed({ csv, rows, common }: People): People {
  const columns = NARROW.map((key) => FIELDS.findIndex((field) => field.key === key));
  const lines = new TextDecoder().decode(csv).trimEnd().split("\n");
  const text = lines.map((line) => columns.map((column) => line.split(",", FIELDS.length)[column]).join(","));
  return { csv: new TextEncoder().encode(`${text.join("\n")}\n`), rows, common };
}
