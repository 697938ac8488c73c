// The operations on a folder's settings (rules: folders/settings).
import { demandActor, type Permit, t, type WriteCall } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import {
  ensurePlace,
  holdTree,
  manages,
  type PlaceNamed,
  parseFolder,
  refuseUnmanaged,
  rootNamed,
} from "../../places/port.ts";
import { openedSite, opennessOfFolder } from "../openness.ts";
import { type Existing, existingFolder } from "../permits.ts";
import { checkPublishing } from "../publishing.ts";
import { rootQuery } from "../schemas.ts";
import { mergeOrder } from "../seen_settings.ts";
import {
  answerSettings,
  describes,
  FolderSettings,
  ORDER_MAX,
  PUBLISH_KEYS,
  publishes,
  readChanges,
  readSettings,
  SettingsChange,
} from "../settings.ts";
import { type SettingsRow, saveSettings } from "../store/settings.ts";

const settingsQuery = t.Object({
  root: rootQuery,
  path: t.Optional(t.String({ maxLength: 1024, description: "The folder; empty for the top." })),
});

export const readFolderSettings = operation({
  id: "folder.settings.get",
  route: "GET /api/folder-meta",
  tool: {
    name: "get_folder_settings",
    wording: "Show a folder's icon, description, index document, order and whether it is published.",
  },
  summary: "Read a folder's settings",
  query: settingsQuery,
  output: FolderSettings,
  rules: ({ query }) => void parseFolder(query.path ?? ""),
  permit: ({ query }) => existingFolder("sight", placeOf(query)),
  connection_limit: "places",
  run: (call) => answerSettings(call, call.subject),
});

export const changeFolderSettings = operation({
  id: "folder.settings.set",
  route: "PUT /api/folder-meta",
  tool: {
    name: "set_folder_settings",
    wording: "Change a folder's settings: only what is sent changes, null clears.",
    idempotent: true,
  },
  summary: "Change a folder's settings",
  description: "Only the members present change; null clears. Publishing is for who manages the root.",
  query: settingsQuery,
  body: SettingsChange,
  output: FolderSettings,
  rules: ({ query }) => void parseFolder(query.path ?? ""),
  gate: { name: "folder_publishing", when: ({ body }) => body.published === true },
  permit: ({ query, body }) => {
    const folder = changeableFolder(placeOf(query));
    return publishes(body) ? [folder, publishable(query.root)] : folder;
  },
  connection_limit: "places",
  opens: ({ body }, { settings }) => (publishes(body) ? openedSite(body, settings) : null),
  publishes: ({ body }, at) => (describes(body) ? opennessOfFolder(at) : null),
  audit: ["folder.update", "folder.publish", "folder.unpublish"],
  refuses: [402, 404],
  run: async (call, { body }) => {
    const { subject: at, sql } = call;
    await holdTree(sql, at);
    const changes = await readChanges(call, { tree: at, body });
    const place_id = await ensurePlace(sql, at);
    const before = await readSettings(call, { ...at, place_id });
    if (changes.child_order) {
      const options = { sent: changes.child_order, before: before.child_order, most: ORDER_MAX };
      changes.child_order = await mergeOrder(call, at, options);
    }
    if (publishes(body)) await checkPublishing(call, { ...before, ...changes });
    const names = Object.keys(changes).filter(
      (name) => !Bun.deepEquals(Reflect.get(changes, name), Reflect.get(before, name)),
    );
    if (names.length > 0) {
      await saveSettings(sql, { workspace_id: at.workspace_id, place_id }, changes);
      noteChanges(call, { names, after: { ...before, ...changes } });
    }
    return answerSettings(call, { ...at, place_id });
  },
});

/** What makes a folder a site, or ends that, has a row of its own; another row tells of what else has changed. */
function noteChanges(
  { note, subject: at }: WriteCall<Existing>,
  { names, after }: { names: readonly string[]; after: SettingsRow },
): void {
  const said = (members: readonly string[]) =>
    Object.fromEntries(members.map((name) => [name, Reflect.get(after, name)]));
  const row = (meta: object) => ({
    target_type: "folder",
    target_id: at.path,
    meta: { root: at.root?.slug ?? "~", root_id: at.root?.root_id ?? null, ...meta },
  });
  const isTurned = names.includes("published");
  if (isTurned) note(after.published ? "folder.publish" : "folder.unpublish", row(said(PUBLISH_KEYS)));
  const rest = isTurned ? names.filter((name) => !PUBLISH_KEYS.includes(name)) : names;
  if (rest.length > 0) note("folder.update", row(said(rest)));
}

function placeOf({ root, path }: { root?: string; path?: string }): PlaceNamed {
  return { root, folder: path };
}

/** A folder that the caller may edit, with what is said of it. */
function changeableFolder(named: PlaceNamed): Permit<Existing & { settings: SettingsRow }> {
  const folder = existingFolder("edit", named);
  return {
    needs: folder.needs,
    check: async (call, input) => {
      const found = await folder.check(call, input);
      return { ...found, settings: await readSettings(call, found) };
    },
  };
}

/** Where the caller may publish folders: in their My documents, or a root that they manage. */
function publishable(ref: string | undefined): Permit<null> {
  const named = rootNamed(ref);
  return {
    needs: "managing the root",
    check: async (call, input) => {
      const root = await named.check(call, input);
      if (root && !manages(demandActor(call.actor), root)) throw refuseUnmanaged(root);
      return null;
    },
  };
}
