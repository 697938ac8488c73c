// What the rows of an import bring, read from the files in which it waits, for a rule on publishing that asks.
import type { NotingCall } from "../../../kernel/plugin.ts";
import type { PublishedText } from "../../documents/port/hooks.ts";
import { askBeside } from "../../documents/port/write.ts";
import type { RecordData } from "../fields/mod.ts";
import { textsOfRecord, textsOfTable } from "../writing/publishing.ts";
import { jsonOf } from "./copy_rows.ts";
import { type ImportRead, readPieces } from "./importing.ts";

/** A database as rules on publishing hear of it; one that is not made yet has no id. */
type AskedOf = Parameters<typeof askBeside>[1];

/** Throws what a rule says to the table that an import makes and to the values of its rows, for which it waits where there is a rule. */
export function askAboutImport(call: NotingCall<AskedOf>, made: ImportRead, name: string): Promise<void> {
  return askBeside(call, call.subject, async function* () {
    if (!made.table) yield* textsOfTable({ name, fields: made.fields });
    yield* createdTexts(made);
    yield* updatedTexts(made);
  });
}

async function* createdTexts({ rows, created, fields }: ImportRead): AsyncGenerator<PublishedText> {
  const { created_at: places } = await rows;
  let index = 0;
  let at = 0;
  for await (const json of jsonOf(created)) {
    if ((places[at + 1]?.[0] ?? Number.POSITIVE_INFINITY) <= index) at++;
    const [from, row] = places[at] ?? [0, 0];
    const name = `row ${row + index - from}: `;
    index++;
    yield* textsOfRecord({ fields }, { name, data: JSON.parse(json) });
  }
}

interface ChangedRow {
  row: number;
  changed: string[];
  data: RecordData;
}

async function* updatedTexts({ updated, fields: all }: ImportRead): AsyncGenerator<PublishedText> {
  for await (const line of linesOf(updated)) {
    const ops: ChangedRow[] = JSON.parse(line);
    for (const { row, changed, data } of ops) {
      const fields = all.filter(({ key }) => changed.includes(key));
      yield* textsOfRecord({ fields }, { name: `row ${row}: `, data });
    }
  }
}

/** Cut at line feeds alone: JSON text may have other ends of lines inside. */
async function* linesOf(file: ImportRead["created"]): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of readPieces(file)) {
    const lines = `${rest}${piece}`.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}
