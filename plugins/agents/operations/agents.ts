// Agents: listed, made, changed and removed.
import { nextCursor, paging, refuse, sessionOnly, signedIn, slugOf, t } from "../../../kernel/mod.ts";
import {
  asPlaced,
  createDocument,
  descriptionMember,
  folder,
  idempotencyKey,
  keepFile,
  keepPage,
  placement,
  publishTarget,
} from "../../documents/port/create.ts";
import { findDestinations, findDocuments, parseFilePath } from "../../documents/port/read.ts";
import { lockWith, ownerOf, trashDocument, type WriteCall } from "../../documents/port/write.ts";
import { workspaceManager } from "../../members/port.ts";
import { findNavigation, giveToAgent, managedNavigation, renameAgentNavigation } from "../../navigations/port.ts";
import { operation } from "../../operation.ts";
import { listRoots, parseFolder, reaches, reachesOwn } from "../../places/port.ts";
import { renderMarkdown } from "../../rendering/port.ts";
import { describePlan, takeNavigation } from "../guard.ts";
import { SOURCE_PATH } from "../page.ts";
import { agentNamed } from "../permits.ts";
import { Agent, agentName, agentParams, agentSlug, includes, instructionFiles, protectedFiles } from "../schemas.ts";
import { showAgent, showAgents } from "../showing.ts";
import {
  AGENTS,
  type AgentRow,
  changeAgent,
  clearDefault,
  countAgents,
  findAgent,
  insertAgent,
  isSlugTaken,
  listAgents,
  takeTurn,
} from "../store/agents.ts";

const ALLOWANCE = "agents";

export const readAgents = operation({
  id: "agent.list",
  route: "GET /api/brains",
  tool: {
    name: "list_agents",
    wording: "List the agents that you may use: instructions that a team keeps, with what they know of.",
    idempotent: true,
  },
  summary: "List the agents that you may open, oldest first",
  query: t.Object({ ...paging({ maximum: 200, default: 100 }) }),
  output: t.Object({ agents: t.Array(Agent), ...nextCursor }),
  permit: signedIn(),
  reach: "places",
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
  reach: "places",
  run: (call) => showAgent(call, call.subject),
});

export const makeAgent = operation({
  id: "agent.create",
  route: "POST /api/brains",
  summary: "Make an agent",
  description:
    "It is a document of its folder, whose files are what it is told: AGENT.md, and what is put beside it. Sharing, versions, moving, trash and search are those of documents.",
  body: t.Object({
    name: agentName,
    slug: t.Optional(agentSlug),
    description: descriptionMember("What it is for."),
    instructions: t.Optional(t.LongText({ minLength: 1, description: "What AGENT.md holds." })),
    folder,
    root: placement.root,
    idempotency_key: idempotencyKey,
  }),
  output: Agent,
  status: 201,
  rules: ({ body }) => {
    parseFolder(body.folder ?? "");
    if (body.slug !== undefined) checkSlug(body.slug);
  },
  permit: ({ body }) => publishTarget(body),
  reach: "places",
  publishes: ({ body: _body }, target) => asPlaced({}, target),
  quota: "publish",
  once: "idempotency_key",
  audit: ["doc.publish", "brain.create"],
  refuses: [402, 409, 413],
  prepare: async (call, { body }) => {
    const name = body.name.trim();
    const source = body.instructions ?? `# ${name}\n\n${body.description ?? ""}`.trimEnd().concat("\n");
    const destinations = await findDestinations(call.house, { source, workspace_id: call.actor.workspace.id });
    const page = await renderMarkdown({ source, destinations }, { title: name, ...ownerOf(call) });
    return Promise.all([
      keepFile(call, { path: SOURCE_PATH, bytes: new TextEncoder().encode(source) }),
      keepPage(call, page.html),
    ]);
  },
  run: async (call, { body }, files) => {
    const { sql, actor, now, house, note, subject: target } = call;
    const title = body.name.trim();
    if (target.root !== null) {
      const most = house.plans.allowance(ALLOWANCE, actor.workspace.plan);
      await takeTurn(sql, actor.workspace.id);
      if (most !== null && (await countAgents(sql, { workspace_id: actor.workspace.id, now })) >= most) {
        const { plan } = actor.workspace;
        throw refuse.plan(describePlan(house, { plan, most }), { plan, limit: most });
      }
    }
    const content = {
      kind: "markdown",
      doc_type: "agent",
      title,
      title_set: true,
      source_path: SOURCE_PATH,
      files,
    } as const;
    const described = body.description === undefined ? {} : { description: body.description };
    const document = await createDocument(call, { content, target }, { visibility: "restricted", title, ...described });
    const told = [SOURCE_PATH];
    const own = { ...document, instruction_files: told, protected: told, includes: [], is_default: false, now };
    const slug = await takeSlug(sql, own, body.slug === undefined ? slugsFor(title) : [body.slug]);
    if (slug === null) throw refuseSlug(body.slug ?? title);
    const { instruction_files, includes, is_default } = own;
    const agent: AgentRow = { slug, instruction_files, protected: told, includes, is_default };
    note("brain.create", { target_type: "brain", target_id: document.doc_id, meta: { slug, name: title } });
    return showAgent(call, { ...document, place_level: document.level, audience: null, agent });
  },
});

/** The slugs to try for a name, in order: others of the same name have numbers. */
function* slugsFor(name: string): Generator<string> {
  const named = slugOf(name);
  const own = named === "" || /^\d+$/.test(named) ? `agent${named && "-"}${named}` : named;
  yield own;
  for (let number = 2; ; number++) yield `${own}-${number}`;
}

/** Makes the agent under the first slug that is free; null where none is. */
async function takeSlug(
  sql: Sql,
  agent: Omit<Parameters<typeof insertAgent>[1], "slug">,
  slugs: Iterable<string>,
): Promise<string | null> {
  for (const slug of slugs) if (await insertAgent(sql, { ...agent, slug })) return slug;
  return null;
}

/** Throws 400 for a slug that would read as something else in an address. */
function checkSlug(slug: string): void {
  if (/^\d+$/.test(slug)) throw refuse.invalid(`slug "${slug}" would read as a number; put a letter into it`);
}

function refuseSlug(slug: string): Error {
  return refuse.conflict(`there is already an agent with the slug "${slug}"; send another as slug`, {
    code: "already_exists",
    slug,
  });
}

export const updateAgent = operation({
  id: "agent.update",
  route: "PATCH /api/brains/{ref}",
  summary: "Change what an agent is called by, reads and knows of",
  description:
    "Its name, description and place are changed as its document's. What is protected is changed by a person who is signed in, the default and the navigation by owners and admins of the workspace; the wiki shows an agent's navigation at /w/~{slug}.",
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
  audit: "brain.update",
  refuses: [409],
  run: async (call, { body }) => {
    const { sql, note, actor } = call;
    const current = await lockWith(call, call.subject, "own");
    const before = (await findAgent(sql, current.document_id)) ?? call.subject.agent;
    const { navigation, default: makeDefault, ...members } = body;
    const agent: AgentRow = { ...before, ...members };
    if (agent.slug !== before.slug && (await isSlugTaken(sql, { ...current, slug: agent.slug })))
      throw refuseSlug(agent.slug);
    await refuseUnknown(
      call,
      (body.includes ?? []).filter((id) => !before.includes.includes(id)),
    );
    if (makeDefault && !before.is_default) {
      if (current.root_id === null)
        throw refuse.invalid("the default agent is for the whole workspace; move it to a shared root first");
      await clearDefault(sql, current.workspace_id);
      agent.is_default = true;
    }
    await changeAgent(sql, current.document_id, agent);
    await placeNavigation(call, { before: before.slug, slug: agent.slug, navigation });
    const changed = Object.keys(body);
    note("brain.update", { target_type: "brain", target_id: current.doc_id, meta: { slug: agent.slug, changed } });
    return showAgent({ ...call, actor }, { ...current, agent });
  },
});

/** Throws 400 for a document that the caller may not open. */
async function refuseUnknown(call: WriteCall, doc_ids: readonly string[]): Promise<void> {
  const open = await findDocuments(call, doc_ids);
  const missing = doc_ids.find((id) => !open.has(id));
  if (missing !== undefined)
    throw refuse.invalid(`document "${missing}" is not found; includes takes doc_ids of documents that you may open`);
}

/** Its navigation follows an agent to another slug; another one takes its place. */
async function placeNavigation(
  { sql, actor }: WriteCall,
  { before, slug, navigation }: { before: string; slug: string; navigation: string | null | undefined },
): Promise<void> {
  const workspace_id = actor.workspace.id;
  if (navigation === undefined) {
    if (slug !== before) await renameAgentNavigation(sql, { workspace_id, from: before, to: slug });
    return;
  }
  await takeNavigation(sql, { slug: before, workspace_id });
  const found = navigation === null ? null : await findNavigation(sql, { workspace_id, ref: navigation });
  if (found) await giveToAgent(sql, { workspace_id, navigation_id: found.navigation_id, agent_slug: slug });
}

export const removeAgent = operation({
  id: "agent.delete",
  route: "DELETE /api/brains/{ref}",
  summary: "Move an agent to the trash",
  description: "As its document; the default agent stays until another one is.",
  params: agentParams,
  output: t.Object({ id: t.String(), deleted: t.Literal(true) }),
  permit: agentNamed("settings"),
  reach: "places",
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

const AgentRoot = t.Object({
  root: t.String({ description: "The root's slug; ~ for My documents." }),
  name: t.String(),
  can_create: t.Boolean(),
});

export const readAgentRoots = operation({
  id: "agent.roots",
  route: "GET /api/brain-roots",
  summary: "Where you may make an agent, and how many more the plan carries",
  output: t.Object({
    roots: t.Array(AgentRoot),
    limit: t.Nullable(t.Integer(), { description: "How many the plan carries in shared roots; null is no bound." }),
    count: t.Integer({ description: "How many there are." }),
    remaining: t.Nullable(t.Integer()),
  }),
  permit: signedIn(),
  reach: "places",
  run: async ({ sql, actor, house, now }) => {
    const [roots, count] = await Promise.all([
      listRoots(sql, actor),
      countAgents(sql, { workspace_id: actor.workspace.id, now }),
    ]);
    const limit = house.plans.allowance(ALLOWANCE, actor.workspace.plan);
    const remaining = limit === null ? null : Math.max(0, limit - count);
    const hasRoom = remaining === null || remaining > 0;
    return {
      roots: [
        ...(reachesOwn(actor) ? [{ root: "~", name: "My documents", can_create: true }] : []),
        ...roots.map(({ slug, name, level }) => ({ root: slug, name, can_create: hasRoom && reaches(level, "edit") })),
      ],
      ...{ limit, count, remaining },
    };
  },
});
