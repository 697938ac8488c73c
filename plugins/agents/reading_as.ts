// What a document is to an agent that somebody reads it as.
import { findDocumentOf } from "../documents/port/read.ts";
import type { ReadAs, ReadAsAgent } from "../history/port.ts";
import { findAgentNavigation, reachesDocument, readerOf } from "../navigations/port.ts";
import { agentNamedIn, findAgent } from "./store/agents.ts";

/** Null for an agent that the caller may not open. */
export async function readAsAgent({ call, ref, document }: ReadAs): Promise<ReadAsAgent | null> {
  const { sql, now, actor } = call;
  const workspace_id = actor.workspace.id;
  const found = await findDocumentOf(call, agentNamedIn(sql, { ref, workspace_id }));
  const agent = found && (await findAgent(sql, found.document_id));
  if (!agent) return null;
  const { document_id, doc_id } = document;
  if (found.document_id === document_id || agent.includes.includes(doc_id)) return { slug: agent.slug, in_brain: true };
  const navigation = await findAgentNavigation(sql, { workspace_id, agent_slug: agent.slug });
  const reader = readerOf(workspace_id, actor);
  const in_brain = navigation !== null && (await reachesDocument(sql, { ...navigation, reader, now, document_id }));
  return { slug: agent.slug, in_brain };
}
