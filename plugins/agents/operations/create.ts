// Making agents: where one may, and how many more.
import { type Sql, signedIn, t } from "../../../kernel/plugin.ts";
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
  setLater,
} from "../../documents/port/create.ts";
import { findDestinations } from "../../documents/port/read.ts";
import { ownerOf } from "../../documents/port/write.ts";
import { operation } from "../../operation.ts";
import { listRoots, parseFolder, reaches, reachesOwn } from "../../places/port.ts";
import { renderMarkdown } from "../../rendering/port.ts";
import { refuseRoots } from "../guard.ts";
import { SOURCE_PATH } from "../page.ts";
import { Agent, agentName, agentSlug } from "../schemas.ts";
import { showAgent } from "../showing.ts";
import { checkSlug, refuseFormerSlug, refuseSlug, slugsFor } from "../slugs.ts";
import { type AgentRow, countAgents, insertAgent, isSlugTaken, takeTurn } from "../store/agents.ts";

const ALLOWANCE = "agents";

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
  elsewhere: {
    ...setLater(
      "visibility",
      "password",
      "listing",
      "retention_days",
      "expires_at",
      "tags",
      "attrs",
      "alias",
      "legal_hold",
    ),
    ...Object.fromEntries(
      ["instruction_files", "protected", "includes", "navigation", "default"].map((name) => [
        name,
        { hint: "set it with PATCH /api/brains/{ref}" },
      ]),
    ),
    files: { hint: "put each beside AGENT.md with PUT /api/docs/{doc_id}/files/{path}", holds: () => [] },
  },
  output: Agent,
  status: 201,
  rules: ({ body }) => {
    parseFolder(body.folder ?? "");
    if (body.slug !== undefined) checkSlug(body.slug);
  },
  permit: ({ body }) => publishTarget(body),
  connection_limit: "places",
  publishes: ({ body: _body }, target) => asPlaced({}, target),
  quota: "publish",
  once: "idempotency_key",
  audit: ["doc.publish", "brain.create"],
  refuses: [402, 409, 413],
  prepare: async (call, { body }) => {
    const name = body.name.trim();
    const source = body.instructions ?? `# ${name}\n\n${body.description ?? ""}`.trimEnd().concat("\n");
    const destinations = await findDestinations(call.runtime, { source, workspace_id: call.actor.workspace.id });
    const page = await renderMarkdown({ source, destinations }, { title: name, ...ownerOf(call) });
    return Promise.all([
      keepFile(call, { path: SOURCE_PATH, bytes: new TextEncoder().encode(source) }),
      keepPage(call, page.html),
    ]);
  },
  run: async (call, { body }, files) => {
    const { sql, actor, now, runtime, note, subject: target } = call;
    const title = body.name.trim();
    if (target.root !== null) {
      const most = runtime.plans.allowance(ALLOWANCE, actor.workspace.plan);
      await takeTurn(sql, actor.workspace.id);
      const count = await countAgents(sql, { workspace_id: actor.workspace.id, now });
      const { plan } = actor.workspace;
      if (most !== null && count >= most) throw refuseRoots(runtime, { plan, most, count });
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
    const by_session = actor.credential === "session";
    const tried = body.slug === undefined ? slugsFor(title, own) : [body.slug];
    const slug = await takeSlug(sql, { ...own, by_session }, tried);
    if (slug === null) {
      const wanted = body.slug ?? title;
      throw (await isSlugTaken(sql, { ...own, slug: wanted })) ? refuseSlug(wanted) : refuseFormerSlug(wanted);
    }
    const { instruction_files, includes, is_default } = own;
    const agent: AgentRow = { slug, instruction_files, protected: told, includes, is_default };
    note("brain.create", { target_type: "brain", target_id: document.doc_id, meta: { slug, name: title } });
    return showAgent(call, { ...document, place_level: document.level, audience: null, agent });
  },
});

/** Makes the agent under the first slug that is free; null where none is. */
async function takeSlug(
  sql: Sql,
  agent: Omit<Parameters<typeof insertAgent>[1], "slug">,
  slugs: Iterable<string>,
): Promise<string | null> {
  for (const slug of slugs) if (await insertAgent(sql, { ...agent, slug })) return slug;
  return null;
}

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
  connection_limit: "places",
  run: async ({ sql, actor, runtime, now }) => {
    const [roots, count] = await Promise.all([
      listRoots(sql, actor),
      countAgents(sql, { workspace_id: actor.workspace.id, now }),
    ]);
    const limit = runtime.plans.allowance(ALLOWANCE, actor.workspace.plan);
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
