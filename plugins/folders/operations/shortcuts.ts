// The operations on shortcuts (rules: folders/views).
import { nextCursor, type Permit, paging, Refusal, refuse, type Static, t } from "../../../kernel/plugin.ts";
import { type ShownDocument, viewable } from "../../documents/port/read.ts";
import { capOf, operation } from "../../operation.ts";
import {
  ensurePlace,
  findFolderByKey,
  findRoot,
  holdTree,
  parseFolder,
  reachesOwn,
  refuseLowPlace,
  resolveIcon,
} from "../../places/port.ts";
import { opennessOfFolder } from "../openness.ts";
import { type Existing, existingFolder } from "../permits.ts";
import { rootMember } from "../schemas.ts";
import { Shortcut, showShortcuts } from "../shortcuts.ts";
import {
  countShortcuts,
  deleteShortcut,
  insertShortcut,
  leadsTo,
  listShortcuts,
  SHORTCUTS,
  type ShortcutRow,
  updateShortcut,
} from "../store/shortcuts.ts";

const label = t.Optional(
  t.Nullable(t.String({ maxLength: 200 }), { description: "Shown in place of the target's name." }),
);
const icon = t.Optional(
  t.Nullable(t.String({ maxLength: 100 }), { description: "Shown in place of the target's icon." }),
);
const position = t.Integer({ minimum: 0, maximum: 1_000_000, description: "Its place among the folder's shortcuts." });
const folder = t.Optional(t.String({ maxLength: 1024, description: "The folder; empty for the top." }));

const Target = t.Object(
  { doc_id: t.Optional(t.String({ description: "A document.", examples: ["<doc_id>"] })), root: rootMember, folder },
  { description: "Exactly one of a doc_id and a folder." },
);

export const readShortcuts = operation({
  id: "shortcut.list",
  route: "GET /api/shortcuts",
  tool: { name: "list_shortcuts", wording: "List the shortcuts in a folder and what they lead to." },
  summary: "List the shortcuts in a folder",
  query: t.Object({
    root: t.Optional(t.String({ description: "A shared root's slug, or ~." })),
    folder,
    ...paging({ maximum: 500 }),
  }),
  output: t.Object({ shortcuts: t.Array(Shortcut), ...nextCursor }),
  rules: ({ query }) => void parseFolder(query.folder ?? ""),
  permit: ({ query }) => existingFolder("view", query),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { subject: at, sql, actor } = call;
    const found = await listShortcuts(sql, { actor, place_id: at.place_id, ...SHORTCUTS.options(query) });
    const { rows, next } = SHORTCUTS.page(found, query);
    return { shortcuts: await showShortcuts(call, at, rows), ...next };
  },
});

export const makeShortcut = operation({
  id: "shortcut.create",
  route: "POST /api/shortcuts",
  tool: {
    name: "create_shortcut",
    wording: "Show a document or folder in another folder too, without moving it.",
    gives: ["id", "root", "folder", "target"],
  },
  summary: "Put a shortcut into a folder",
  description: "Everybody who sees the folder sees it, and what it leads to under their own rights.",
  body: t.Object({ root: rootMember, folder, target: Target, label, icon, position: t.Optional(position) }),
  output: Shortcut,
  status: 201,
  rules: ({ body }) => {
    parseFolder(body.folder ?? "");
    if ((body.target.doc_id === undefined) === (body.target.folder === undefined)) {
      throw refuse.invalid("target needs exactly one of 'doc_id' or 'folder'");
    }
  },
  permit: ({ body }) => bothEnds(body),
  connection_limit: "places",
  publishes: (_input, { at }) => opennessOfFolder(at),
  audit: "shortcut.create",
  refuses: [409],
  run: async (call, { body }) => {
    const { subject, sql, actor, now, runtime } = call;
    const { at } = subject;
    await holdTree(sql, at);
    const place_id = await ensurePlace(sql, at);
    // The top of My documents has no key until something lies there or leads there.
    const target = "doc_id" in subject.target ? subject.target : { place_id: await ensurePlace(sql, subject.target) };
    const { workspace_id } = at;
    const most = capOf(runtime, "shortcuts_per_folder");
    if ((await countShortcuts(sql, { workspace_id, place_id })) >= most) {
      throw refuse.invalid(`a folder has at most ${most} shortcuts`);
    }
    if ("place_id" in target && (await leadsTo(sql, { workspace_id, from: target.place_id, to: place_id }))) {
      throw refuse.conflict("the shortcut would lead back to the folder in which it lies");
    }
    const shown = body.icon ? await resolveIcon(call, body.icon) : null;
    const options = {
      actor,
      now,
      place_id,
      target,
      label: body.label || null,
      icon: shown,
      position: body.position ?? null,
    };
    const shortcut_id = await insertShortcut(sql, options);
    const meta = { root: at.root?.slug ?? "~", folder: at.path, target: body.target };
    call.note("shortcut.create", { target_type: "shortcut", target_id: shortcut_id, meta });
    return answer(call, at, shortcut_id);
  },
});

export const changeShortcut = operation({
  id: "shortcut.update",
  route: "PATCH /api/shortcuts/{shortcut_id}",
  tool: {
    name: "update_shortcut",
    wording: "Change a shortcut's label, icon or position.",
    gives: ["id", "label", "icon", "position"],
    idempotent: true,
  },
  summary: "Change a shortcut",
  params: t.Object({ shortcut_id: t.Id({ description: "The shortcut's id." }) }),
  body: t.Object({ label, icon, position: t.Optional(position) }),
  output: Shortcut,
  permit: ({ params }) => editable(params.shortcut_id),
  connection_limit: "places",
  publishes: (_input, at) => opennessOfFolder(at),
  audit: "shortcut.update",
  run: async (call, { params: { shortcut_id }, body }) => {
    const { subject: at, sql } = call;
    const changes: Partial<ShortcutRow> = {
      ...(body.label !== undefined && { label: body.label || null }),
      ...(body.icon !== undefined && { icon: body.icon ? await resolveIcon(call, body.icon) : null }),
      ...(body.position !== undefined && { position: body.position }),
    };
    const changed = await updateShortcut(sql, { workspace_id: at.workspace_id, shortcut_id }, changes);
    if (changed) call.note("shortcut.update", { target_type: "shortcut", target_id: shortcut_id, meta: changes });
    return answer(call, at, shortcut_id);
  },
});

export const removeShortcut = operation({
  id: "shortcut.delete",
  route: "DELETE /api/shortcuts/{shortcut_id}",
  tool: { name: "delete_shortcut", wording: "Remove a shortcut; what it leads to stays.", destructive: true },
  summary: "Remove a shortcut; what it leads to stays",
  params: t.Object({ shortcut_id: t.Id({ description: "The shortcut's id." }) }),
  output: t.Object({ id: t.Integer(), deleted: t.Literal(true) }),
  permit: ({ params }) => editable(params.shortcut_id),
  connection_limit: "places",
  opens: null,
  audit: "shortcut.delete",
  run: async ({ subject: at, sql, note }, { params: { shortcut_id } }) => {
    const gone = await deleteShortcut(sql, { workspace_id: at.workspace_id, shortcut_id });
    if (!gone) throw refuseMissingShortcut();
    const meta = { root: at.root?.slug ?? "~", folder: at.path };
    note("shortcut.delete", { target_type: "shortcut", target_id: shortcut_id, meta });
    return { id: shortcut_id, deleted: true as const };
  },
});

type Answering = Parameters<typeof showShortcuts>[0];

async function answer(call: Answering, at: Existing, shortcut_id: number): Promise<Static<typeof Shortcut>> {
  const rows = await listShortcuts(call.sql, { actor: call.actor, shortcut_id });
  const [shown] = await showShortcuts(call, at, rows);
  if (!shown) throw refuseMissingShortcut();
  return shown;
}

interface Ends {
  at: Existing;
  target: { doc_id: string } | Existing;
}

/** A folder that the caller may edit, and what they may at least view to lead to it. */
function bothEnds(body: { root?: string | null; folder?: string; target: Static<typeof Target> }): Permit<Ends> {
  const here = existingFolder("edit", body);
  const { doc_id } = body.target;
  const there: Permit<ShownDocument | Existing> =
    doc_id === undefined ? existingFolder("view", body.target) : viewable(doc_id);
  return {
    needs: "edit on the folder, and view on the target",
    check: async (call, input) => {
      const at = await here.check(call, input);
      const found = await there.check(call, input);
      return { at, target: "place_id" in found ? found : { doc_id: found.doc_id } };
    },
  };
}

/** The folder of a shortcut that the caller may edit. Throws 404 for one of a folder that they do not see, 403 below edit. */
function editable(shortcutId: number): Permit<Existing> {
  return {
    needs: "edit on the shortcut's folder",
    check: async (call, input) => {
      const { actor, sql } = call;
      const [row] = actor ? await listShortcuts(sql, { actor, shortcut_id: shortcutId }) : [];
      const place =
        actor && row && (await findFolderByKey(sql, { workspace_id: actor.workspace.id, place_id: row.place_id }));
      if (!actor || !place || (place.root_id === null && (place.owner_id !== actor.user_id || !reachesOwn(actor))))
        throw refuseMissingShortcut();
      const root = place.root_id === null ? null : await findRoot(sql, actor, String(place.root_id));
      if (place.root_id !== null && root?.root_id !== place.root_id) throw refuseMissingShortcut();
      const at = await orMissing(
        existingFolder("sight", { root: root?.slug ?? "~", folder: place.path }).check(call, input),
      );
      if (at.level === "none") throw refuseMissingShortcut();
      refuseLowPlace(at, "edit");
      return at;
    },
  };
}

async function orMissing(found: Promise<Existing> | Existing): Promise<Existing> {
  try {
    return await found;
  } catch (error) {
    throw error instanceof Refusal && error.kind === "notFound" ? refuseMissingShortcut() : error;
  }
}

function refuseMissingShortcut(): Error {
  return refuse.notFound("shortcut not found");
}
