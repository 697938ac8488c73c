// A folder's settings: what is shown of them, and what a change makes of them (rules: folders/settings).

import { type Actor, type Call, refuse, type Static, t } from "../../kernel/plugin.ts";
import { findGroups } from "../../kernel/ports/auth.ts";
import { findDocuments, type KnownFolder, RootShape } from "../documents/port/read.ts";
import { manifest } from "../manifest.ts";
import { resolveIcon, type Tree } from "../places/port.ts";
import { showRoot } from "./listing.ts";
import { readPublishing } from "./publishing.ts";
import { PUBLISHING_POLICIES } from "./publishing_policy.ts";
import { MyLevel, shownLevel, VIEW_MODES } from "./schemas.ts";
import { showSettings } from "./seen_settings.ts";
import { findSettings, NO_SETTINGS, PUBLISH_VISIBILITIES, type SettingsRow } from "./store/settings.ts";

export const ORDER_MAX = manifest.caps.child_order_entries;
export const DESCRIPTION_CHARS_MAX = manifest.caps.folder_description_chars;

export const FolderSettings = t.Object(
  {
    icon: t.Nullable(t.String()),
    description: t.Nullable(t.String()),
    index_doc_id: t.Nullable(t.String(), { description: "The document that stands for it, where you may open that." }),
    view_mode: t.Nullable(t.OneOf(VIEW_MODES)),
    child_order: t.Array(t.String(), {
      description: "f:<folder name>, d:<doc_id> and s:<shortcut_id>, without what is closed to you.",
    }),
    published: t.Boolean(),
    publish_visibility: t.OneOf(PUBLISH_VISIBILITIES),
    publish_group_id: t.Nullable(t.Integer()),
    root: t.Nullable(RootShape, { description: "Null in My documents." }),
    path: t.String(),
    my_level: MyLevel,
    can_publish: t.Boolean({ description: "Whether you may publish it now." }),
    publishing_policy: t.OneOf(PUBLISHING_POLICIES, {
      description: "How far the workspace lets folders be published.",
    }),
    publish_blocked: t.Nullable(t.OneOf(["plan", "policy"]), { description: "What keeps it from being published." }),
  },
  { $id: "FolderSettings" },
);

const nullable = <S extends Parameters<typeof t.Nullable>[0]>(schema: S, description: string) =>
  t.Optional(t.Nullable(schema, { description }));

/** Only the members present change; null clears. */
export const SettingsChange = t.Object(
  {
    icon: nullable(t.String({ maxLength: 100 }), "An icon, or null for none."),
    description: nullable(t.String({ maxLength: DESCRIPTION_CHARS_MAX }), "What the folder is for."),
    index_doc_id: nullable(t.String({ maxLength: 100 }), "A document of the same root that you may open."),
    view_mode: nullable(t.OneOf(VIEW_MODES), "How its contents are shown."),
    child_order: nullable(
      t.Array(
        t.Name({
          maxLength: 200,
          pattern: "^(f:.+|d:.+|s:\\d+)$",
          description: "an entry is f:<folder name>, d:<doc_id> or s:<shortcut_id>",
        }),
        { maxItems: ORDER_MAX },
      ),
      "What it shows, in that order.",
    ),
    published: nullable(t.Boolean(), "Whether it is a site; null is false."),
    publish_visibility: nullable(t.OneOf(PUBLISH_VISIBILITIES), "Who may read the site; null is public."),
    publish_group_id: nullable(t.Id(), "The group of the workspace that may read it, with publish_visibility group."),
  },
  { additionalProperties: false },
);

export const PUBLISH_KEYS: readonly string[] = ["published", "publish_visibility", "publish_group_id"];

/** Whether a change says who reads the folder as a site. */
export function publishes(change: Static<typeof SettingsChange>): boolean {
  return Object.keys(change).some((key) => PUBLISH_KEYS.includes(key));
}

/** Whether a change says something of the folder beside that. */
export function describes(change: Static<typeof SettingsChange>): boolean {
  return Object.keys(change).some((key) => !PUBLISH_KEYS.includes(key));
}

type Asking = Pick<Call<unknown>, "callHook" | "sql" | "now" | "runtime"> & { actor: Actor };

/** The settings of a folder as the caller sees them. */
export async function answerSettings(call: Asking, at: KnownFolder): Promise<Static<typeof FolderSettings>> {
  const settings = await showSettings(call, at, await readSettings(call, at));
  return {
    ...settings,
    root: showRoot(at),
    path: at.path,
    my_level: shownLevel(at.level),
    ...(await readPublishing(call, at)),
  };
}

export async function readSettings(
  { sql }: Pick<Asking, "sql">,
  { workspace_id, place_id }: Pick<KnownFolder, "workspace_id" | "place_id">,
): Promise<SettingsRow> {
  const found = await findSettings(sql, { workspace_id, place_ids: [place_id] });
  return found.get(place_id) ?? NO_SETTINGS;
}

/** What a request sets, with nulls read as what a folder is at first. Throws 400 for what names nothing. */
export async function readChanges(
  call: Asking,
  options: { tree: Tree; body: Static<typeof SettingsChange> },
): Promise<Partial<SettingsRow>> {
  const { tree, body } = options;
  const { icon, index_doc_id, publish_group_id } = body;
  const given = Object.entries(body).map(([name, value]) => [name, value ?? Reflect.get(NO_SETTINGS, name)]);
  const changes: Partial<SettingsRow> = Object.fromEntries(given);
  if (icon) changes.icon = await resolveIcon(call, icon);
  if (changes.description === "") changes.description = null;
  if (index_doc_id) await checkIndex(call, tree, index_doc_id);
  if (publish_group_id) await checkGroup(call, tree, publish_group_id);
  return changes;
}

async function checkIndex(call: Asking, tree: Tree, docId: string): Promise<void> {
  const doc = (await findDocuments(call, [docId])).get(docId);
  const isHere = doc?.root_id === (tree.root?.root_id ?? null) && (tree.root !== null || doc?.my_level === "own");
  if (isHere) return;
  const where = tree.root === null ? "one of your My documents" : `a document of "${tree.root.name}" that you may open`;
  throw refuse.invalid(`index_doc_id "${docId}" is not ${where}`);
}

async function checkGroup({ sql }: Asking, { workspace_id }: Tree, groupId: number): Promise<void> {
  const [group] = await findGroups(sql, { workspace_id, group_ids: [groupId] });
  if (!group) throw refuse.invalid(`publish_group_id ${groupId} is not a group of this workspace`);
}
