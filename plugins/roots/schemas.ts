// The shapes of roots and of their access lists on the wire.
import { nextCursor, type Static, t } from "../../kernel/plugin.ts";
import { RootShape } from "../documents/port/read.ts";
import {
  GRANTED_LEVELS,
  type GrantedLevel,
  ICON_GRAMMAR,
  type Level,
  PlaceGrant,
  type SeenRoot,
} from "../places/port.ts";
import { SLUG_CHARS_MAX, SLUG_PATTERN } from "./slugs.ts";

const MyLevel = t.Nullable(t.OneOf(GRANTED_LEVELS), {
  description: "What you may do at the place; edit for its managers, null for nothing.",
});

export const SharedRoot = t.Object(
  {
    id: t.Integer(),
    slug: t.String(),
    name: t.String(),
    kind: t.OneOf(["shared"]),
    description: t.Nullable(t.String()),
    icon: t.Nullable(t.String()),
    is_general: t.Boolean({ description: "True for the one root that every member reads and writes." }),
    my_level: MyLevel,
    doc_count: t.Integer({ description: "Documents in it that you may open." }),
    can_manage: t.Boolean({ description: "Whether you may change it, delete it and say who may open it." }),
    published: t.Boolean({ description: "Whether it is published as a site." }),
    created_at: t.Instant(),
    updated_at: t.Instant(),
  },
  { $id: "SharedRoot" },
);

export const RootList = t.Object(
  {
    personal: t.Object({
      slug: t.OneOf(["~"]),
      name: t.String(),
      doc_count: t.Integer({ description: "Documents in your My documents." }),
    }),
    roots: t.Array(SharedRoot),
    ...nextCursor,
    can_create: t.Boolean({ description: "Whether your role and the workspace's plan let you make shared roots." }),
  },
  { $id: "RootList" },
);

export const RootAccess = t.Object(
  {
    root: RootShape,
    folder: t.String({ description: 'The folder asked for; "" is the top of the root.' }),
    my_level: MyLevel,
    can_manage: t.Boolean(),
    access_blocked: t.Nullable(t.String(), { description: "Always null." }),
    grants: t.Array(PlaceGrant, { description: "The entries of the place's own list." }),
    inherited_from: t.Nullable(t.String(), {
      description: "The folder whose list counts here, where the place has none of its own.",
    }),
    inherited: t.Array(PlaceGrant, { description: "The entries of that list." }),
    ...nextCursor,
    overrides: t.Boolean({
      description: "True when the folder's own list stands in for the one above it, even when it is empty.",
    }),
  },
  { $id: "RootAccess" },
);

/** The path parameter that names a root. */
export const root = t.String({ description: "The root's slug or id, as list_roots shows it." });
export const accessFolder = t.Optional(
  t.String({ maxLength: 1024, description: 'A folder of the root; "", or nothing, is its top.' }),
);

export const rootName = t.Called({ maxLength: 100, description: "What people call it." });
export const rootSlug = t.String({
  minLength: 1,
  maxLength: SLUG_CHARS_MAX,
  pattern: SLUG_PATTERN,
  description: "What it is called in addresses: lower case letters, digits and single hyphens.",
});
export const rootDescription = t.Nullable(t.String({ maxLength: 512 }), { description: "What it is for." });
export const rootIcon = t.Nullable(t.String({ maxLength: 100 }), { description: `${ICON_GRAMMAR}.` });

export function showRoot(row: SeenRoot, facts: { doc_count: number; published: boolean }): Static<typeof SharedRoot> {
  return {
    id: row.root_id,
    slug: row.slug,
    name: row.name,
    kind: "shared",
    description: row.description,
    icon: row.icon,
    is_general: row.is_general,
    my_level: shownLevel(row.level),
    doc_count: facts.doc_count,
    can_manage: row.is_manager,
    published: facts.published,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** A level at a place as the wire names it. */
export function shownLevel(level: Level): GrantedLevel | null {
  if (level === "none") return null;
  return level === "own" ? "edit" : level;
}
