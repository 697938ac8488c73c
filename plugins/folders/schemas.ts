// The shapes of folders on the wire.
import { t } from "../../kernel/plugin.ts";
import { RootShape } from "../documents/port/read.ts";
import { GRANTED_LEVELS, type GrantedLevel, type Level, ROOT_WORDS } from "../places/port.ts";

export const VIEW_MODES = ["grid", "list", "page"] as const;

export const MyLevel = t.Nullable(t.OneOf(GRANTED_LEVELS), {
  description: "What you may do at the place; edit for its owner and managers, null for nothing.",
});

const folderMembers = {
  path: t.String(),
  name: t.String({ description: "The last part of the path." }),
  parent: t.String({ description: 'Path of the folder above; "" at the top.' }),
  doc_count: t.Integer({ description: "Documents directly in it that you may open." }),
  explicit: t.Boolean({ description: "True when it was made on its own, false when what lies in it implies it." }),
  icon: t.Optional(t.Nullable(t.String())),
  description: t.Optional(t.Nullable(t.String())),
  index_doc_id: t.Optional(t.Nullable(t.String({ description: "The document that is shown for it." }))),
  view_mode: t.Optional(t.Nullable(t.OneOf(VIEW_MODES))),
  published: t.Optional(t.Boolean({ description: "Whether it is published as a site." })),
  my_level: t.Optional(MyLevel),
  root: t.Optional(t.Nullable(RootShape, { description: "Null in My documents." })),
  shared: t.Optional(
    t.Boolean({
      description:
        "True in every answer about one root or My documents (`root=`), and where others' documents lie in it.",
    }),
  ),
  restricted: t.Optional(t.Boolean({ description: "True when it has an access list of its own." })),
};

export const Folder = t.Object(folderMembers, { $id: "Folder" });

export const TreeDocument = t.Object(
  {
    doc_id: t.String(),
    title: t.String(),
    kind: t.String(),
    icon: t.Nullable(t.String()),
    alias: t.Nullable(t.String()),
    size: t.Integer({ description: "Bytes of the current version." }),
    updated_at: t.Instant(),
    url: t.String(),
    tags: t.Array(t.String()),
    visibility: t.String(),
    own: t.Optional(t.Boolean({ description: "With include_team: whether it is yours." })),
    owner: t.Optional(t.String({ description: "With include_team: whose it is, as an e-mail address." })),
  },
  { $id: "TreeDocument" },
);

// A node holds nodes: what is below the first level is described in words.
export const FolderTree = t.Object(
  {
    folder: t.String(),
    depth: t.Integer({ description: "Levels of folders in the answer; 0 for all." }),
    include_team: t.Boolean(),
    folders: t.Array(
      t.Json({
        description:
          "A folder node: path, name, icon, description, doc_count (directly in it), and docs and children (nodes like it), or truncated: true where the depth ends and something lies below.",
      }),
    ),
    docs: t.Array(TreeDocument, { description: "Documents directly in the folder." }),
    doc_count: t.Integer({ description: "Documents in the folder and below it that you may open." }),
    skipped: t.Integer({ description: "Documents there that are closed to you." }),
  },
  { $id: "FolderTree" },
);

/** Query and body members that name a place. */
export const rootMember = t.Optional(t.Nullable(t.String(), { description: ROOT_WORDS }));
export const rootQuery = t.Optional(t.String({ description: ROOT_WORDS }));
export const pathMember = t.String({ maxLength: 1024, description: "The folder's path." });

/** A level at a place as the wire names it. */
export function shownLevel(level: Level): GrantedLevel | null {
  if (level === "none") return null;
  return level === "own" ? "edit" : level;
}
