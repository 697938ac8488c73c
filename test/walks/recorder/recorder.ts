// Calls operations of the catalogue as every caller and by every limited connection,
// and records what each call did, once for all rules.
import type { Entry } from "../../../kernel/ports/plugin.ts";
import type { Answer, Harness, Person } from "../../harness/harness.ts";
import type { Made } from "../../permission/input.ts";
import type { Stage } from "../../permission/stage.ts";
import { countStatements } from "../../permission/statements.ts";
import { noteRowChanges, type RowChange, type RowChanges } from "./row_changes.ts";

/** One call and all that came of it. */
export interface Line {
  entry: Entry;
  status: number;
  headers: Headers;
  /** The body as text. */
  answer: string;
  /** What was sent, as JSON. */
  sent: string;
  /** Every row that was written, but by jobs that follow. */
  changes: readonly RowChange[];
  /** How many SQL statements were sent until it was answered, by whomever. */
  statements: number;
  /** Whom it was sent as; null for nobody. */
  user_id: number | null;
  /** The document of the stage on which it was called. */
  doc: { doc_id: string; slug: string };
  /** The workspace of the stage. */
  workspace_id: number;
}

export interface Recorder {
  h: Harness;
  /** Makes one call and records it. `ask` sends it. */
  record(
    call: { on: Stage; entry: Entry; as: Person | undefined; made: Made },
    ask: () => Promise<Answer>,
  ): Promise<Line>;
}

/** Opens a recorder over a harness; from here on every row that is written in it is noted. */
export async function openRecorder(h: Harness): Promise<Recorder> {
  const changes: RowChanges = await noteRowChanges(h.runtime.database.sql);
  return {
    h,
    record: async ({ on, entry, as, made }, ask) => {
      const sent = JSON.stringify(made);
      await changes.mark();
      const { value, statements } = await countStatements(ask);
      const { status, headers, bytes, body } = value;
      return {
        ...{ entry, status, headers, sent, statements },
        // A tool that is called through the pipeline answers a value, and no bytes.
        answer: bytes.length > 0 ? new TextDecoder().decode(bytes) : (JSON.stringify(body) ?? ""),
        changes: await changes.take(),
        user_id: as?.user_id ?? null,
        doc: { doc_id: on.doc.doc_id, slug: on.doc.slug },
        workspace_id: on.people.owner.workspace_id,
      };
    },
  };
}
