// The operations on roots themselves (rules: places/roots, places/general).

import { type Actor, isManager, paging, type Runtime, refuse, signedIn, t } from "../../../kernel/plugin.ts";
import { holdDocumentsOf, tellRootRenamed } from "../../documents/port/write.ts";
import { workspaceManager } from "../../members/port.ts";
import { capOf, operation } from "../../operation.ts";
import {
  checkIcon,
  holdRoot,
  insertRoot,
  isLimitedToRoots,
  type NewRoot,
  opennessAt,
  type RootRow,
  refuseTaken,
  resolveIcon,
  sharedRoot,
  updateRoot,
} from "../../places/port.ts";
import { managedTop } from "../permits.ts";
import { RootList, root, rootDescription, rootIcon, rootName, rootSlug, SharedRoot } from "../schemas.ts";
import { answerRoot, showRoots } from "../showing.ts";
import { checkSlug, slugsFor } from "../slugs.ts";

export const readRoots = operation({
  id: "root.list",
  route: "GET /api/roots",
  tool: {
    name: "list_roots",
    wording: "List the shared roots that you see, General first, and what you may do in each.",
    idempotent: true,
  },
  summary: "List the roots that you see",
  description: "General comes first; another root is listed to its managers and to whoever holds a level in it.",
  query: t.Object({ ...paging({ maximum: 500 }) }),
  output: RootList,
  permit: signedIn(),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { roots, personal_doc_count, next } = await showRoots(call, query);
    return {
      personal: { slug: "~" as const, name: "My documents", doc_count: personal_doc_count },
      roots,
      ...next,
      can_create: mayMakeRoots(call),
    };
  },
});

/** Their role, their connection and the workspace's plan let them. */
function mayMakeRoots({ actor, runtime }: { actor: Actor; runtime: Runtime }): boolean {
  return isManager(actor) && !isLimitedToRoots(actor) && runtime.plans.carries("shared_roots", actor.workspace.plan);
}

export const readRoot = operation({
  id: "root.get",
  route: "GET /api/roots/{root}",
  tool: { name: "get_root", wording: "Show one shared root and what you may do in it.", idempotent: true },
  summary: "Show one root",
  params: t.Object({ root }),
  output: SharedRoot,
  permit: ({ params }) => sharedRoot(params.root),
  connection_limit: "places",
  run: (call) => answerRoot(call, call.subject),
});

export const makeRoot = operation({
  id: "root.create",
  route: "POST /api/roots",
  tool: {
    name: "create_root",
    wording: "Make a shared root. At first only its managers may open it; share_root lets others in.",
  },
  summary: "Make a shared root",
  description:
    "Its access list starts empty, so that it is open to its managers alone: workspace owners and admins, and you. Without slug, one is made from the name.",
  body: t.Object({
    name: rootName,
    slug: t.Optional(rootSlug),
    description: t.Optional(rootDescription),
    icon: t.Optional(rootIcon),
  }),
  elsewhere: Object.fromEntries(
    ["access", "grants", "members"].map((name) => [
      name,
      { hint: "let people in with POST /api/roots/{root}/access", holds: () => [] },
    ]),
  ),
  output: SharedRoot,
  status: 201,
  rules: ({ body }) => {
    checkSlug(body.slug ?? firstSlug(body.name));
    if (body.icon) checkIcon(body.icon);
  },
  permit: workspaceManager(),
  gate: "shared_roots",
  publishes: () => "restricted",
  audit: "root.create",
  refuses: [409],
  run: async (call, { body }) => {
    const name = body.name.trim();
    const requested = {
      name,
      description: body.description || null,
      icon: body.icon ? await resolveIcon(call, body.icon) : null,
    };
    for (const slug of body.slug === undefined ? slugsFor(name) : [body.slug]) {
      const { sql, actor, now, runtime } = call;
      const roots_max = capOf(runtime, "shared_roots");
      const made = await insertRoot(sql, { actor, root: { ...requested, slug }, now, roots_max });
      if (!made) continue;
      call.note("root.create", { target_type: "root", target_id: made.root_id, meta: { slug, name } });
      return answerRoot(call, made);
    }
    throw refuseTaken(body.slug ?? firstSlug(name));
  },
});

function firstSlug(name: string): string {
  const [slug = ""] = slugsFor(name);
  return slug;
}

export const changeRoot = operation({
  id: "root.update",
  route: "PATCH /api/roots/{root}",
  tool: {
    name: "update_root",
    wording: "Change a root's name, slug, description or icon; links to its documents stay.",
    idempotent: true,
  },
  summary: "Change a root",
  description: "Null clears description or icon. General keeps its slug.",
  params: t.Object({ root }),
  body: t.Object({
    name: t.Optional(rootName),
    slug: t.Optional(rootSlug),
    description: t.Optional(rootDescription),
    icon: t.Optional(rootIcon),
  }),
  output: SharedRoot,
  rules: ({ body }) => {
    if (body.icon) checkIcon(body.icon);
  },
  permit: ({ params }) => managedTop(params.root),
  connection_limit: "places",
  publishes: (_input, root) => opennessAt(root),
  audit: "root.update",
  refuses: [409],
  run: async (call, { body }) => {
    if (body.name !== undefined || body.slug !== undefined) await holdDocumentsOf(call.sql, call.subject);
    const root = await holdRoot(call.sql, call.subject);
    checkNewSlug(root, body.slug);
    const changes = differences(root, {
      ...(body.name !== undefined && { name: body.name.trim() }),
      ...(body.slug !== undefined && { slug: body.slug }),
      ...(body.description !== undefined && { description: body.description || null }),
      ...(body.icon !== undefined && { icon: body.icon ? await resolveIcon(call, body.icon) : null }),
    });
    if (Object.keys(changes).length > 0) {
      await updateRoot(call.sql, root, { ...changes, updated_at: call.now });
      if ("name" in changes || "slug" in changes) tellRootRenamed(call, root);
      const meta = { ...changes, previous: pick(root, Object.keys(changes)) };
      call.note("root.update", { target_type: "root", target_id: root.root_id, meta });
    }
    return answerRoot(call, root);
  },
});

/** Throws 400 for a slug that the root may not take. One that it has already is no change. */
function checkNewSlug(root: RootRow, slug: string | undefined): void {
  if (slug === undefined || slug === root.slug) return;
  if (root.is_general) throw refuse.invalid("General keeps its slug; leave slug out");
  checkSlug(slug);
}

function differences(root: RootRow, requested: Partial<NewRoot>): Partial<NewRoot> {
  return Object.fromEntries(Object.entries(requested).filter(([name, value]) => Reflect.get(root, name) !== value));
}

function pick(root: RootRow, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(root, name)]));
}
