// The operations on navigations themselves: listed, made, renamed, deleted.
import { type Actor, nextCursor, paging, type Runtime, refuse, type Sql, signedIn, t } from "../../../kernel/plugin.ts";
import { refuseFull } from "../../../kernel/ports/limits.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { checkIcon, resolveIcon } from "../../places/port.ts";
import { actionOnNavigation } from "../audit.ts";
import { navigationEndHook, publishedNavigationsHook } from "../hooks.ts";
import { opennessOfEntry } from "../openness.ts";
import { managedNavigation } from "../permits.ts";
import { mayManage, readerOf } from "../reader.ts";
import { icon, Navigation, navigationId, navigationName, navigationSlug, StaleTree } from "../schemas.ts";
import { answerNavigation, showNavigation } from "../showing.ts";
import { checkSlug, slugsFor } from "../slugs.ts";
import { countShown } from "../store/counts.ts";
import {
  changeNavigation,
  countInTurn,
  countNavigations,
  deleteNavigation,
  insertNavigation,
  isSlugTaken,
  listNavigations,
  NAVIGATIONS,
} from "../store/navigations.ts";
import { holdVersion, matchedVersion } from "../versions.ts";

const ALLOWANCE = "navigations";

export const readNavigations = operation({
  id: "nav.list",
  route: "GET /api/navigations",
  tool: { name: "list_navigations", wording: "List the navigations of the workspace.", idempotent: true },
  summary: "List the navigations of the workspace",
  query: t.Object({ ...paging({ maximum: 500 }) }),
  output: t.Object({
    navigations: t.Array(Navigation),
    ...nextCursor,
    limit: t.Nullable(t.Integer(), { description: "How many the plan carries; null is no bound." }),
    can_create: t.Boolean(),
  }),
  permit: signedIn(),
  run: async ({ actor, sql, callHook, runtime, now }, { query }) => {
    const workspace_id = actor.workspace.id;
    const can_manage = mayManage(actor);
    const [found, published, count] = await Promise.all([
      listNavigations(sql, { workspace_id, ...NAVIGATIONS.options(query) }),
      callHook(publishedNavigationsHook, { sql, workspace_id }),
      countNavigations(sql, workspace_id),
    ]);
    const { rows, next } = NAVIGATIONS.page(found, query);
    const limit = runtime.plans.allowance(ALLOWANCE, actor.workspace.plan);
    const navigation_ids = rows.map(({ navigation_id }) => navigation_id);
    const shown = can_manage
      ? null
      : await countShown(sql, { navigation_ids, reader: readerOf(workspace_id, actor), now });
    return {
      navigations: rows.map((row) => {
        const { navigation_id } = row;
        const entry_count = shown ? (shown.get(navigation_id) ?? 0) : row.entry_count;
        return showNavigation({ ...row, entry_count, can_manage, published: published.flat().includes(navigation_id) });
      }),
      ...next,
      limit,
      can_create: can_manage && (limit === null || count < limit),
    };
  },
});

export const makeNavigation = operation({
  id: "nav.create",
  route: "POST /api/navigations",
  tool: {
    name: "create_navigation",
    wording: "Make an empty navigation; fill it with set_navigation_tree or add_navigation_entry.",
    gives: ["id", "name", "slug", "version"],
  },
  summary: "Make a navigation",
  description: "Without slug, one is made from the name.",
  body: t.Object({ name: navigationName, slug: t.Optional(navigationSlug), icon: t.Optional(t.Nullable(icon)) }),
  elsewhere: { entries: { hint: "set them with PUT /api/navigations/{id}", holds: () => [] } },
  output: Navigation,
  status: 201,
  rules: ({ body }) => {
    if (body.slug !== undefined) checkSlug(body.slug);
    if (body.icon) checkIcon(body.icon);
  },
  permit: workspaceManager(),
  publishes: () => "workspace",
  audit: {
    "nav.create": {
      ...actionOnNavigation({ name: "string" }),
      says: { en: "made the navigation {on}", de: "hat die Navigation {on} erstellt" },
    },
  },
  refuses: [409],
  run: async (call, { body }) => {
    const { sql, actor, now, runtime, note } = call;
    const workspace_id = actor.workspace.id;
    await refuseBeyondPlan(sql, { actor, runtime });
    const name = body.name.trim();
    const own = { workspace_id, name, icon: body.icon ? await resolveIcon(call, body.icon) : null, now };
    for (const slug of body.slug === undefined ? slugsFor(name) : [body.slug]) {
      const made = await insertNavigation(sql, { ...own, slug });
      if (!made) continue;
      const { navigation_id, version } = made;
      note("nav.create", { target_type: "navigation", target_id: navigation_id, meta: { slug, name, version } });
      return showNavigation({ ...made, entry_count: 0, published: false, can_manage: true });
    }
    throw refuseSlug(body.slug ?? [...slugsFor(name)][0] ?? "");
  },
});

/** Throws 403 where the workspace has as many as its plan carries; nobody else makes one until the transaction ends. */
async function refuseBeyondPlan(sql: Sql, { actor, runtime }: { actor: Actor; runtime: Runtime }): Promise<void> {
  const { plan, id } = actor.workspace;
  const most = runtime.plans.allowance(ALLOWANCE, plan);
  const count = await countInTurn(sql, id);
  if (most === null || count < most) return;
  const called = ["navigation", "navigations"] as const;
  throw refuseFull(runtime.plans, "forbidden", { plan, most, count, called });
}

function refuseSlug(slug: string): Error {
  return refuse.conflict(`there is already a navigation with the slug "${slug}"; choose another`, {
    code: "already_exists",
    slug,
  });
}

export const updateNavigation = operation({
  id: "nav.update",
  route: "PATCH /api/navigations/{id}",
  tool: {
    name: "update_navigation",
    wording: "Change a navigation's name, slug or icon.",
    gives: ["id", "name", "slug", "icon", "version"],
    idempotent: true,
  },
  summary: "Change a navigation's name, slug or icon",
  params: t.Object({ id: navigationId }),
  body: t.Object({
    name: t.Optional(navigationName),
    slug: t.Optional(navigationSlug),
    icon: t.Optional(t.Nullable(icon)),
    clear_icon: t.Optional(t.Boolean({ description: "True takes the icon away." })),
  }),
  output: Navigation,
  rules: ({ body }) => {
    if (body.icon) checkIcon(body.icon);
    if (body.icon && body.clear_icon) throw refuse.invalid("icon and clear_icon exclude each other; send one of them");
  },
  permit: ({ params }) => managedNavigation(params.id),
  publishes: (_input, navigation) => opennessOfEntry("public", navigation),
  audit: {
    "nav.update": {
      ...actionOnNavigation({ name: "string", icon: "string|null", previous: "object" }),
      says: { en: "changed the navigation {on}", de: "hat die Navigation {on} geändert" },
    },
  },
  refuses: [409],
  answers: { 409: StaleTree },
  run: async (call, { body }) => {
    const { sql, now, note } = call;
    const row = await holdVersion(call, call.subject, matchedVersion(call.request));
    if (body.slug !== undefined && body.slug !== row.slug) {
      checkSlug(body.slug);
      if (await isSlugTaken(sql, { ...row, slug: body.slug })) throw refuseSlug(body.slug);
    }
    const asked = {
      ...(body.name !== undefined && { name: body.name.trim() }),
      ...(body.slug !== undefined && { slug: body.slug }),
      ...(body.icon && { icon: await resolveIcon(call, body.icon) }),
      ...((body.icon === null || body.clear_icon) && { icon: null }),
    };
    const changes = Object.fromEntries(Object.entries(asked).filter(([key, value]) => Reflect.get(row, key) !== value));
    if (Object.keys(changes).length === 0) return answerNavigation(call, row);
    const changed = await changeNavigation(sql, row, { ...changes, updated_at: now });
    const previous = Object.fromEntries(Object.keys(changes).map((key) => [key, Reflect.get(row, key)]));
    const meta = { slug: changed.slug, ...changes, version: changed.version, previous };
    note("nav.update", { target_type: "navigation", target_id: row.navigation_id, meta });
    return answerNavigation(call, { ...row, ...changed });
  },
});

export const endNavigation = operation({
  id: "nav.delete",
  route: "DELETE /api/navigations/{id}",
  tool: {
    name: "delete_navigation",
    wording: "Delete a navigation with its entries; documents stay, and a wiki that showed it has none then.",
    destructive: true,
  },
  summary: "Delete a navigation",
  description: "Its entries go; documents are untouched.",
  params: t.Object({ id: navigationId }),
  output: t.Object({ id: t.Integer(), deleted: t.Literal(true) }),
  permit: ({ params }) => managedNavigation(params.id),
  opens: null,
  audit: {
    "nav.delete": {
      ...actionOnNavigation({ name: "string" }),
      says: { en: "deleted the navigation {on}", de: "hat die Navigation {on} gelöscht" },
    },
  },
  refuses: [409],
  answers: { 409: StaleTree },
  run: async (call) => {
    const { sql, note, callHook } = call;
    const row = await holdVersion(call, call.subject, matchedVersion(call.request));
    const { navigation_id, workspace_id, slug, name, version } = row;
    await callHook(navigationEndHook, { call, workspace_id, navigation_id });
    await deleteNavigation(sql, row);
    note("nav.delete", { target_type: "navigation", target_id: navigation_id, meta: { slug, name, version } });
    return { id: navigation_id, deleted: true as const };
  },
});
