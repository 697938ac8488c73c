// The operations on single entries: added, changed, moved, removed.
import { refuse, type Static, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { ACTION_ON_ENTRY } from "../audit.ts";
import { isFault, type ReadEntry, readEntry, type SentEntry } from "../entry.ts";
import { opennessOfEntry, opennessOfSent } from "../openness.ts";
import { managedEntry, managedNavigation, refuseMissingEntry } from "../permits.ts";
import {
  ChangedEntry,
  entryId,
  NavigationEntry,
  navigationId,
  parentRef,
  position,
  StaleTree,
  sentEntry,
} from "../schemas.ts";
import { answerEntry } from "../showing.ts";
import { type EntryRow, findEntry } from "../store/entries.ts";
import { changeNavigation } from "../store/navigations.ts";
import { writeTarget } from "../targets.ts";
import { addEntry, changeEntry, moveEntry, removeEntry } from "../tree/editing.ts";
import { holdVersion, matchedVersion } from "../versions.ts";

const params = t.Object({ id: navigationId, entry_id: entryId });
/** What tools answer of an entry that was written. */
const WRITTEN = ["id", "kind", "title", "parent_id", "position", "version"];

export const makeEntry = operation({
  id: "nav.entry.create",
  route: "POST /api/navigations/{id}/entries",
  tool: {
    name: "add_navigation_entry",
    wording: "Add an entry to a navigation: a document, a folder, a tag, a link, a group or a divider.",
    gives: WRITTEN,
  },
  summary: "Add an entry to a navigation",
  description:
    "A group and a link need a label; an entry without target needs kind or a label. Without position it is the last.",
  params: t.Object({ id: navigationId }),
  body: t.Object({ ...sentEntry, parent_id: t.Optional(parentRef), position: t.Optional(position) }),
  synonyms: { parent: { is: "parent_id" } },
  output: NavigationEntry,
  status: 201,
  rules: ({ body }) => {
    demandGroup(readSent(body));
  },
  gate: { name: "navigation_groups", when: ({ body }) => isForGroup(body) },
  permit: ({ params }) => managedNavigation(params.id),
  publishes: ({ body }, navigation) => opennessOfSent(body, navigation),
  audit: {
    "nav.entry_create": {
      ...ACTION_ON_ENTRY,
      says: { en: "added an entry to the navigation {on}", de: "hat der Navigation {on} einen Eintrag hinzugefügt" },
    },
  },
  refuses: [409],
  answers: { 409: StaleTree },
  run: async (call, { body }) => {
    const { sql, actor, subject, now, note } = call;
    const held = await holdVersion(call, subject, matchedVersion(call.request));
    const spot = { parent: body.parent_id ?? null, position: body.position };
    const row = await addEntry(call, held, { entry: readSent(body), spot });
    const { version } = await changeNavigation(sql, held, { updated_at: now });
    const meta = metaOf(row, { slug: held.slug, version });
    note("nav.entry_create", { target_type: "navigation", target_id: held.navigation_id, meta });
    return answerEntry({ ...call, actor }, { ...held, version }, row);
  },
});

export const updateEntry = operation({
  id: "nav.entry.update",
  route: "PATCH /api/navigations/{id}/entries/{entry_id}",
  tool: {
    name: "update_navigation_entry",
    wording: "Change an entry of a navigation; its target only for another of the same kind.",
    gives: WRITTEN,
    idempotent: true,
  },
  summary: "Change an entry of a navigation",
  description:
    "Only the members present change; null clears label, icon and sort. A member that is not known is a 422.",
  params,
  body: ChangedEntry,
  output: NavigationEntry,
  gate: { name: "navigation_groups", when: ({ body }) => isForGroup(body) },
  permit: ({ params }) => managedEntry(params.id, params.entry_id),
  publishes: ({ body }, { navigation, entry }) => opennessOfSent(body, navigation, entry.visibility),
  audit: {
    "nav.entry_update": {
      ...ACTION_ON_ENTRY,
      says: { en: "changed an entry of the navigation {on}", de: "hat einen Eintrag der Navigation {on} geändert" },
    },
  },
  refuses: [409],
  answers: { 409: StaleTree },
  run: async (call, { params: { entry_id }, body }) => {
    const { sql, subject, actor, now, note } = call;
    const held = await holdVersion(call, subject.navigation, matchedVersion(call.request));
    const before = await findEntry(sql, { ...held, entry_id });
    if (!before) throw refuseMissingEntry(entry_id);
    const { row, changed } = await changeEntry(call, held, { entry: merge(before, { body, actor }), before });
    if (changed.length === 0) return answerEntry(call, held, row);
    const { version } = await changeNavigation(sql, held, { updated_at: now });
    const meta = { ...metaOf(row, { slug: held.slug, version }), changed };
    note("nav.entry_update", { target_type: "navigation", target_id: held.navigation_id, meta });
    return answerEntry(call, { ...held, version }, row);
  },
});

export const placeEntry = operation({
  id: "nav.entry.move",
  route: "POST /api/navigations/{id}/entries/{entry_id}/move",
  tool: {
    name: "move_navigation_entry",
    wording: "Move an entry of a navigation, with all below it, to another parent or position.",
    gives: WRITTEN,
    idempotent: true,
  },
  summary: "Move an entry of a navigation",
  params,
  body: t.Object({ parent_id: parentRef, position: t.Optional(position) }),
  output: NavigationEntry,
  permit: ({ params }) => managedEntry(params.id, params.entry_id),
  // From below a hidden entry it may come before everybody.
  opens: (_input, { navigation, entry }) => opennessOfEntry(entry.visibility, navigation),
  audit: {
    "nav.entry_move": {
      ...ACTION_ON_ENTRY,
      says: { en: "moved an entry of the navigation {on}", de: "hat einen Eintrag der Navigation {on} verschoben" },
    },
  },
  refuses: [409],
  answers: { 409: StaleTree },
  run: async (call, { params: { entry_id }, body }) => {
    const { sql, subject, now, note } = call;
    const held = await holdVersion(call, subject.navigation, matchedVersion(call.request));
    const spot = { parent: body.parent_id, position: body.position };
    const { row, is_moved } = await moveEntry(call, held, { entry_id, spot });
    if (!is_moved) return answerEntry(call, held, row);
    const { version } = await changeNavigation(sql, held, { updated_at: now });
    const meta = metaOf(row, { slug: held.slug, version });
    note("nav.entry_move", { target_type: "navigation", target_id: held.navigation_id, meta });
    return answerEntry(call, { ...held, version }, row);
  },
});

export const endEntry = operation({
  id: "nav.entry.delete",
  route: "DELETE /api/navigations/{id}/entries/{entry_id}",
  tool: {
    name: "remove_navigation_entry",
    wording: "Remove an entry of a navigation with all below it; documents stay.",
    destructive: true,
  },
  summary: "Remove an entry of a navigation",
  description: "The entries below it go, too; documents are untouched.",
  params,
  output: t.Object({ id: t.Integer(), deleted: t.Literal(true), version: t.Integer() }),
  permit: ({ params }) => managedEntry(params.id, params.entry_id),
  opens: null,
  audit: {
    "nav.entry_delete": {
      ...ACTION_ON_ENTRY,
      says: {
        en: "removed an entry from the navigation {on}",
        de: "hat einen Eintrag aus der Navigation {on} entfernt",
      },
    },
  },
  refuses: [409],
  answers: { 409: StaleTree },
  run: async (call, { params: { entry_id } }) => {
    const { sql, subject, now, note } = call;
    const held = await holdVersion(call, subject.navigation, matchedVersion(call.request));
    const { row, entries } = await removeEntry(call, held, entry_id);
    const { version } = await changeNavigation(sql, held, { updated_at: now });
    const meta = { ...metaOf(row, { slug: held.slug, version }), entries };
    note("nav.entry_delete", { target_type: "navigation", target_id: held.navigation_id, meta });
    return { id: entry_id, deleted: true as const, version };
  },
});

function isForGroup({ visibility, group }: Pick<SentEntry, "visibility" | "group">): boolean {
  return visibility === "group" || (group !== undefined && group !== null);
}

/** Throws 422 for a member that is missing and 400 for one that breaks a rule. */
function readSent(sent: SentEntry): ReadEntry {
  const read = readEntry(sent);
  if (!isFault(read)) return read;
  const { member, msg, missing } = read;
  throw missing ? refuse.unprocessable([{ loc: ["body", member], msg, type: "missing" }]) : refuse.invalid(msg);
}

function demandGroup({ visibility, group }: ReadEntry): void {
  if (visibility !== "group" || group !== null) return;
  const msg = 'visibility "group" needs group, its slug';
  throw refuse.unprocessable([{ loc: ["body", "group"], msg, type: "missing" }]);
}

/** The entry as it is to be: what the request says, and of the rest what there was. */
function merge(
  before: EntryRow,
  { body, actor }: { body: Static<typeof ChangedEntry>; actor: { user_id: number } },
): ReadEntry {
  const { kind, label, icon, collapsed, show_sign_in_hint, sort } = before;
  const visibility = body.visibility ?? (body.group ? "group" : before.visibility);
  const group = body.group === undefined && visibility === "group" ? before.group : body.group;
  const was = { kind, label, icon, collapsed, show_sign_in_hint, sort, target: writeTarget(before, actor) };
  return readSent({ ...was, ...body, visibility, group: group ?? null });
}

function metaOf(row: EntryRow, of: { slug: string; version: number }): Record<string, unknown> {
  const { entry_id, kind, parent_id, position } = row;
  return { ...of, entry_id, kind, target: writeTarget(row, null), parent_id, position };
}
