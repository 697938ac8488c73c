// What the tests of imports share: sending a file, and reading what came of it.
import type { Answer, Harness } from "../harness/harness.ts";
import type { Made } from "./made.ts";

export type Body = string | Uint8Array<ArrayBuffer>;

export function importing(h: Harness) {
  function send(made: Made, query: Record<string, string>, body: Body): Promise<Answer> {
    return h.call(`POST ${made.at}/tables/import?${new URLSearchParams(query)}`, { as: made.as, body });
  }

  async function dataOf(made: Made, tableId: number): Promise<Record<string, unknown>[]> {
    const { bytes } = await h.call(`GET ${made.at}/export`, { as: made.as });
    const { tables } = JSON.parse(new TextDecoder().decode(bytes));
    return tables.find(({ id }: { id: number }) => id === tableId).records.map(({ data }: { data: object }) => data);
  }

  return { send, dataOf };
}

export const countsOf = ({ body }: Answer) => [body.read, body.created, body.updated, body.skipped, body.failed];
export const lines = (...rows: string[]) => `${rows.join("\r\n")}\r\n`;
/** The fields of a report, as `name:text`. */
export const typesOf = ({ body }: Answer) =>
  body.fields.map(({ key, type }: { key: string; type: string }) => `${key}:${type}`);
