// Databases for the tests to act on, made through the API by a person of their own.
import type { Answer, Harness, ParsedBody, Person, Send } from "../harness/harness.ts";

export const FIELDS = [
  { key: "name", label: "Name", type: "text", required: true },
  { key: "amount", label: "Amount", type: "number" },
  { key: "status", label: "Status", type: "select", options: ["open", "done"], default: "open" },
  { key: "tags", label: "Tags", type: "multi_select", options: ["a", "b", "c"] },
  { key: "due", label: "Due", type: "date" },
  { key: "notes", label: "Notes", type: "long_text" },
  { key: "extra", label: "Extra", type: "json" },
];

/** A database with one table, as its owner was answered. */
export interface Made {
  as: Person;
  doc_id: string;
  /** Path of the database in the API. */
  at: string;
  table: ParsedBody;
  /** Path of its table. */
  in: string;
}

export function databasesOf(h: Harness) {
  async function must(answering: Promise<Answer>, status?: number): Promise<ParsedBody> {
    const answer = await answering;
    if (status === undefined ? answer.status >= 300 : answer.status !== status)
      throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  async function makeDatabase(
    options: { as?: Person; fields?: object[]; root?: string; folder?: string } = {},
  ): Promise<Made> {
    const as = options.as ?? (await h.person());
    const { fields = FIELDS, ...place } = options;
    const made = await must(
      h.call("POST /api/databases", {
        as,
        json: { title: "Orders", folder: place.folder ?? "data", ...(place.root && { root: place.root }) },
      }),
    );
    const at = `/api/databases/${made.doc.doc_id}`;
    const table = await must(h.call(`POST ${at}/tables`, { as, json: { name: "Orders", fields } }));
    return { as, doc_id: made.doc.doc_id, at, table, in: `${at}/tables/${table.id}` };
  }

  const addRecord = (made: Made, data: object, more: object = {}, send: Send = {}): Promise<ParsedBody> =>
    must(h.call(`POST ${made.in}/records`, { as: made.as, json: { data, ...more }, ...send }));

  const readDatabase = (made: Pick<Made, "as" | "at">): Promise<ParsedBody> =>
    must(h.call(`GET ${made.at}`, { as: made.as }));

  return { must, makeDatabase, addRecord, readDatabase };
}
