// A document as a policy looks at it:
// its owner's, and every owner's and admin's of the workspace, wherever it lies (rules: policy/seeing).
import { type Actor, demandActor, isManager, type Permit, refuse, type Sql } from "../../kernel/plugin.ts";
import { refuseMissing } from "../documents/port/read.ts";
import { andDocumentInReach, levelColumns, placedFor } from "../documents/port/sql.ts";
import { type Level, reaches } from "../places/port.ts";

export interface GovernedDocument {
  document_id: number;
  doc_id: string;
  title: string;
  level: Level;
  legal_hold: boolean;
  retention_days: number;
  expires_at: Date | null;
  expiry_warned_at: Date | null;
}

/** The document, in the trash too. Throws 404 to whoever may not know of it, 403 to who may open it alone. */
export function governed(): Permit<GovernedDocument> {
  return {
    needs: "own on the document, or an owner or admin of the workspace",
    check: ({ actor, sql }, input) =>
      loadGoverned(sql, { actor: demandActor(actor), doc_id: String(input.params["doc_id"]) }),
  };
}

/** The same inside a transaction, once its row is locked. */
export async function loadGoverned(sql: Sql, by: { actor: Actor; doc_id: string }): Promise<GovernedDocument> {
  const { actor, doc_id } = by;
  const [row] = await sql<GovernedDocument[]>`
    select d.document_id, d.doc_id, d.title, d.legal_hold, d.retention_days, d.expires_at, d.expiry_warned_at,
      ${levelColumns(sql, actor)}
    from ${placedFor(sql, actor)}
    where d.doc_id = ${doc_id} and d.workspace_id is not distinct from ${actor.workspace.id}${andDocumentInReach(sql, actor, sql`d.doc_id`)}`;
  if (!row || (row.level === "none" && !isManager(actor))) throw refuseMissing();
  if (isManager(actor) || reaches(row.level, "own")) return row;
  throw refuse.forbidden(
    `only the document's owner, or an owner or admin of the workspace, may do this; you hold ${row.level}`,
    { code: "level_too_low", level: row.level },
  );
}
