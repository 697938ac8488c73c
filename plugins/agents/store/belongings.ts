// What becomes of agents with their documents and people: copies, moves to another workspace, accounts that end.
import type { PersonEnd, PersonMove } from "../../../kernel/mod.ts";
import type { CopiedDocument } from "../../documents/port/slots.ts";
import { ownDocuments } from "../../documents/port/sql.ts";
import { takeAgentNavigation } from "../../navigations/port.ts";

/** A copy of an agent is an agent under a slug of its own, without what waits to be decided. */
export async function copyAgent(copy: CopiedDocument): Promise<void> {
  const { sql, now, doc_type, from_document_id, to_document_id, workspace_id } = copy;
  if (doc_type !== "agent") return;
  await sql`
    insert into agents (document_id, workspace_id, slug, instruction_files, protected, includes, created_at)
    select ${to_document_id}, workspace_id,
      case when exists (select from agents b where b.workspace_id = a.workspace_id and b.slug = a.slug || '-copy')
        then a.slug || '-' || ${to_document_id}::text else a.slug || '-copy' end,
      instruction_files, protected, includes, ${now}
    from agents a where document_id = ${from_document_id} and workspace_id = ${workspace_id}`;
}

/** The agents in a person's My documents go along with them, under another slug where theirs is taken there. */
export async function moveAgents({ sql, user_id, from_workspace_id, to_workspace_id }: PersonMove): Promise<void> {
  const leaving = await sql<{ slug: string }[]>`
    select slug from agents where workspace_id = ${from_workspace_id} and document_id in (${ownDocuments(sql, user_id)})`;
  for (const { slug } of leaving) await takeAgentNavigation(sql, { agent_slug: slug, workspace_id: from_workspace_id });
  const moved = await sql<{ document_id: number }[]>`
    update agents a set workspace_id = ${to_workspace_id}, is_default = false,
      slug = case when exists (select from agents b where b.workspace_id = ${to_workspace_id} and b.slug = a.slug)
        then a.slug || '-' || a.document_id::text else a.slug end
    where a.workspace_id = ${from_workspace_id} and a.document_id in (${ownDocuments(sql, user_id)}) returning document_id`;
  await sql`
    update agent_proposals set workspace_id = ${to_workspace_id}
    where document_id = any(${moved.map((row) => row.document_id)}::bigint[])`;
}

/** What somebody proposed or decided stays, as nobody's. */
export async function forgetPerson({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`update agent_proposals set proposer_id = null where proposer_id = ${user_id}`;
  await sql`update agent_proposals set decided_by = null where decided_by = ${user_id}`;
}
