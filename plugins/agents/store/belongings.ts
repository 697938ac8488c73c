// What becomes of agents with their documents and people: copies, moves to another workspace, accounts that end.
import type { PersonEnd, PersonMove, Sql } from "../../../kernel/plugin.ts";
import type { CopiedDocument } from "../../documents/port/hooks.ts";
import { ownDocuments } from "../../documents/port/sql.ts";
import { takeAgentNavigation } from "../../navigations/port.ts";
import { slugsElsewhere, slugsOfCopy } from "../slugs.ts";
import { findAgent, insertAgent, isSlugTaken, takeTurn, wasProtectedSlug } from "./agents.ts";

/** A copy of an agent is an agent under a slug of its own, without what waits to be decided. */
export async function copyAgent(copy: CopiedDocument): Promise<void> {
  const { sql, now, doc_type, from_document_id, to_document_id: document_id, workspace_id } = copy;
  if (doc_type !== "agent") return;
  const agent = await findAgent(sql, from_document_id);
  if (!agent) return;
  // A copy chooses no slug, and goes on to the next where one is kept for a person.
  const made = { ...agent, document_id, workspace_id, is_default: false, now, by_session: false };
  for (const slug of slugsOfCopy(agent.slug, { document_id })) if (await insertAgent(sql, { ...made, slug })) return;
}

/** The agents in a person's My documents go along with them, under another slug where theirs is taken there. */
export async function moveAgents({ sql, user_id, from_workspace_id, to_workspace_id }: PersonMove): Promise<void> {
  const leaving = await sql<{ document_id: number; slug: string }[]>`
    select document_id, slug from agents
    where workspace_id = ${from_workspace_id} and document_id in (${ownDocuments(sql, user_id)}) order by document_id`;
  if (leaving.length > 0) await takeTurn(sql, to_workspace_id);
  for (const { document_id, slug: before } of leaving) {
    await takeAgentNavigation(sql, { agent_slug: before, workspace_id: from_workspace_id });
    const slug = await freeSlug(sql, { workspace_id: to_workspace_id, document_id, slug: before });
    await sql`
      update agents set workspace_id = ${to_workspace_id}, is_default = false, slug = ${slug} where document_id = ${document_id}`;
  }
  await sql`
    update agent_proposals set workspace_id = ${to_workspace_id}
    where document_id = any(${leaving.map((row) => row.document_id)}::bigint[])`;
}

async function freeSlug(
  sql: Sql,
  { workspace_id, document_id, slug }: { workspace_id: number; document_id: number; slug: string },
): Promise<string> {
  const slugs = [slug, ...slugsElsewhere(slug, { document_id })];
  for (const one of slugs) {
    const by = { workspace_id, slug: one, document_id };
    if (!(await isSlugTaken(sql, by)) && !(await wasProtectedSlug(sql, by))) return one;
  }
  throw new Error("the last of the slugs is nobody's");
}

/** What somebody proposed or decided stays, as nobody's. */
export async function forgetPerson({ sql, user_id }: PersonEnd): Promise<void> {
  await sql`update agent_proposals set proposer_id = null where proposer_id = ${user_id}`;
  await sql`update agent_proposals set decided_by = null where decided_by = ${user_id}`;
}
