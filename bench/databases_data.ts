// People for bench/databases.ts: a CSV file, the fields that stand for its columns, and databases that hold it.
import { createCorpus } from "./search_data.ts";
import type { Place } from "./servers.ts";

export const FIELDS = [
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

/** One in a thousand of the people has it in their notes. */
export const RARE = "needle_zq";

export interface People {
  csv: Uint8Array<ArrayBuffer>;
  rows: number;
  /** One that every twentieth or so of the notes holds. */
  common: string;
}

/** So many rows, each with notes of about so many bytes. */
export function makePeople(rows: number, notesBytes: number): People {
  const corpus = createCorpus();
  const cities = corpus.words.slice(100, 300);
  const lines = Array.from({ length: rows }, (_, index) => {
    const day = new Date(1.6e12 + ((index * 7919) % 100_000) * 3_600_000).toISOString();
    const level = ["low", "mid", "high"][index % 3];
    const text = corpus
      .next({ min: notesBytes / 1.5, max: notesBytes })
      .replaceAll('"', "")
      .replaceAll("\n", " ");
    const notes = `"Said ""yes"": ${text}${index % 1000 === 7 ? ` ${RARE}` : ""}"`;
    const [city, score] = [cities[index % cities.length], ((index * 104_729) % 99_991) / 7];
    return `Person ${index},person${index}@example.com,${index % 90},${day.slice(0, 10)},${day},${index % 2 === 0},${level},${city},${score},${notes}`;
  });
  const csv = new TextEncoder().encode(`${FIELDS.map(({ key }) => key).join(",")}\n${lines.join("\n")}\n`);
  return { csv, rows, common: ` ${corpus.words[40]} ` };
}

/** A table of a database of its own. */
export interface Table {
  doc_id: string;
  table_id: number;
  /** Path of the database, and of the table in it. */
  database: string;
  path: string;
}

/** Sends requests to a place as one person. */
export function askingAs({ ours }: Pick<Place, "ours">, token: string) {
  async function send(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, authorization: `Bearer ${token}`, "accept-encoding": "identity" };
    const answer = await fetch(address, { ...init, headers });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  }

  async function call(route: string, json?: object) {
    const [method = "GET", path = ""] = route.split(" ");
    const body =
      json === undefined ? {} : { body: JSON.stringify(json), headers: { "content-type": "application/json" } };
    return (await send(ours.base_url + path, { method, ...body })).json();
  }

  async function emptyTable(fields: readonly object[] = FIELDS): Promise<Table> {
    const { doc } = await call("POST /api/databases", { title: "People" });
    const database = `/api/databases/${doc.doc_id}`;
    const { id } = await call(`POST ${database}/tables`, { name: "People", fields });
    return { doc_id: doc.doc_id, table_id: id, database, path: `${database}/tables/${id}` };
  }

  /** Answers how many rows came in. */
  async function importInto({ database, table_id }: Table, { csv, rows }: People): Promise<number> {
    const address = `${ours.base_url}${database}/tables/import?format=csv&table_id=${table_id}`;
    const { created } = await (await send(address, { method: "POST", body: csv })).json();
    if (created !== rows) throw new Error(`${address} took ${created} rows`);
    return created;
  }

  return { send, call, emptyTable, importInto };
}
