// Agents: listed, changed and removed.
import { nextCursor, paging, refuse, sessionOnly, signedIn, t } from "../../../kernel/plugin.ts";
import { findDocuments, parseFilePath } from "../../documents/port/read.ts";
import { lockWith, trashDocument, type WriteCall } from "../../documents/port/write.ts";
import { workspaceManager } from "../../members/port.ts";
import {
  findAgentNavigation,
  findNavigation,
  giveToAgent,
  managedNavigation,
  renameAgentNavigation,
  takeAgentNavigation,
} from "../../navigations/port.ts";
import { operation } from "../../operation.ts";
import { endsUnasked, guardReading } from "../guard.ts";
import { agentNamed } from "../permits.ts";
import { Agent, agentParams, agentSlug, includes, instructionFiles, protectedFiles } from "../schemas.ts";
import { showAgent, showAgents } from "../showing.ts";
import { checkSlug, refuseFormerSlug, refuseSlug } from "../slugs.ts";
import {
  AGENTS,
  type AgentRow,
  changeAgent,
  clearDefault,
  findAgent,
  isSlugTaken,
  listAgents,
  takeTurn,
  wasProtectedSlug,
} from "../store/agents.ts";
import { noteChanges } from "../telling.ts";

export const readAgents = operation({
  id: "agent.list",
  route: "GET /api/brains",
  tool: {
    name: "list_agents",
    formerly: ["list_brains"],
    wording: "List the agents that you may use: instructions that a team keeps, with what they know of.",
    idempotent: true,
  },
  summary: "List the agents that you may open, oldest first",
  query: t.Object({ ...paging({ maximum: 200, default: 100 }) }),
  output: t.Object({ agents: t.Array(Agent), ...nextCursor }),
  permit: signedIn(),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { sql, actor, now } = call;
    const found = await listAgents(sql, { actor, now, ...AGENTS.options(query) });
    const { rows, next } = AGENTS.page(found, query);
    return { agents: await showAgents(call, rows), ...next };
  },
});

export const readAgent = operation({
  id: "agent.get",
  route: "GET /api/brains/{ref}",
  summary: "Show an agent",
  params: agentParams,
  output: Agent,
  permit: agentNamed("view"),
  connection_limit: "places",
  run: (call) => showAgent(call, call.subject),
});

export const updateAgent = operation({
  id: "agent.update",
  route: "PATCH /api/brains/{ref}",
  summary: "Change what an agent is called by, reads and knows of",
  description:
    "Its name, description and place are changed as its document's. What is protected, and whether a protected file is read, is changed by a person who is signed in, the default and the navigation by owners and admins of the workspace; the wiki shows an agent's navigation at /w/~{slug}.",
  params: agentParams,
  body: t.Closed({
    slug: t.Optional(agentSlug),
    instruction_files: t.Optional(instructionFiles),
    protected: t.Optional(protectedFiles),
    includes: t.Optional(includes),
    navigation: t.Optional(
      t.Nullable(t.Name({ minLength: 1, maxLength: 80 }), { description: "A navigation's id or slug; null for none." }),
    ),
    default: t.Optional(t.Literal(true, { description: "Makes it the workspace's default agent." })),
  }),
  output: Agent,
  rules: ({ body }) => {
    if (body.slug !== undefined) checkSlug(body.slug);
    for (const path of [...(body.instruction_files ?? []), ...(body.protected ?? [])])
      parseFilePath(path.replace(/\/$/, ""));
  },
  permit: ({ body }) => [
    agentNamed("own"),
    ...(body.protected ? [sessionOnly("change which files of an agent are protected")] : []),
    ...(body.default || body.navigation !== undefined ? [workspaceManager()] : []),
    ...(typeof body.navigation === "string" ? [managedNavigation(body.navigation)] : []),
  ],
  opens: ({ body }) => (body.navigation === undefined ? null : "public"),
  audit: ["brain.update", "brain.source", "brain.includes", "brain.access"],
  refuses: [409],
  run: async (call, { body }) => {
    const { sql } = call;
    const current = await lockWith(call, call.subject, "own");
    await takeTurn(sql, current.workspace_id);
    const before = (await findAgent(sql, current.document_id)) ?? call.subject.agent;
    const { navigation, default: makeDefault, ...members } = body;
    const agent: AgentRow = { ...before, ...members };
    guardReading(call.actor, before, agent);
    if (agent.slug !== before.slug) {
      const by = { ...current, slug: agent.slug };
      if (await isSlugTaken(sql, by)) throw refuseSlug(agent.slug);
      if (call.actor.credential !== "session" && (await wasProtectedSlug(sql, by))) throw refuseFormerSlug(agent.slug);
    }
    await refuseUnknown(
      call,
      (body.includes ?? []).filter((id) => !before.includes.includes(id)),
    );
    if (makeDefault && !before.is_default) {
      if (current.root_id === null)
        throw refuse.invalid("the default agent is for the whole workspace; move it to a shared root first");
      if (await endsUnasked(call.runtime, { ...current, sql }))
        throw refuse.invalid("the default agent is kept for ever; set its retention_days to 0 first");
      await clearDefault(sql, current.workspace_id);
      agent.is_default = true;
    }
    await changeAgent(sql, current.document_id, agent);
    const isMoved = await placeNavigation(call, { before: before.slug, slug: agent.slug, navigation });
    noteChanges(call, { doc_id: current.doc_id, before, agent, navigation: isMoved });
    return showAgent(call, { ...current, agent });
  },
});

/** Throws 400 for a document that the caller may not open. */
async function refuseUnknown(call: WriteCall, doc_ids: readonly string[]): Promise<void> {
  const open = await findDocuments(call, doc_ids);
  const missing = doc_ids.find((id) => !open.has(id));
  if (missing !== undefined)
    throw refuse.invalid(`document "${missing}" is not found; includes takes doc_ids of documents that you may open`);
}

/** Its navigation follows an agent to another slug; another one takes its place. Answers whether it is another one now. */
async function placeNavigation(
  { sql, actor }: WriteCall,
  { before, slug, navigation }: { before: string; slug: string; navigation: string | null | undefined },
): Promise<boolean> {
  const workspace_id = actor.workspace.id;
  if (navigation === undefined) {
    if (slug !== before) await renameAgentNavigation(sql, { workspace_id, from: before, to: slug });
    return false;
  }
  const held = await findAgentNavigation(sql, { agent_slug: before, workspace_id });
  await takeAgentNavigation(sql, { agent_slug: before, workspace_id });
  const found = navigation === null ? null : await findNavigation(sql, { workspace_id, ref: navigation });
  if (found) await giveToAgent(sql, { workspace_id, navigation_id: found.navigation_id, agent_slug: slug });
  return (held?.navigation_id ?? null) !== (found?.navigation_id ?? null);
}

export const removeAgent = operation({
  id: "agent.delete",
  route: "DELETE /api/brains/{ref}",
  summary: "Move an agent to the trash",
  description: "As its document; the default agent stays until another one is.",
  params: agentParams,
  output: t.Object({ id: t.String(), deleted: t.Literal(true) }),
  permit: agentNamed("settings"),
  connection_limit: "places",
  opens: null,
  audit: "doc.delete",
  refuses: [409, 423],
  run: async (call) => {
    const { subject, note } = call;
    const { doc_id, title, alias, agent } = subject;
    if (agent.is_default)
      throw refuse.conflict(`"${agent.slug}" is the workspace's default agent; make another one the default first`);
    await trashDocument(call, subject);
    const meta = { title, ...(alias !== null && { alias }) };
    note("doc.delete", { target_type: "doc", target_id: doc_id, meta });
    return { id: doc_id, deleted: true as const };
  },
});
