// The wire shapes of navigations and their entries.
import { t } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";
import { ICON_GRAMMAR } from "../places/port.ts";
import { KINDS, LABEL_CHARS_MAX, SORTS, VISIBILITIES } from "./entry.ts";
import { SLUG_CHARS_MAX, SLUG_PATTERN } from "./slugs.ts";
import { TARGET_CHARS_MAX, TARGET_GRAMMAR } from "./targets.ts";

const { caps } = manifest;

export const navigationId = t.Name({ maxLength: 80, description: "Its id or slug." });
export const entryId = t.Id({ description: "The entry." });

export const navigationName = t.Called({
  maxLength: caps.navigation_name_chars,
  description: `1 to ${caps.navigation_name_chars} characters, not only spaces`,
  examples: ["Handbook"],
});
export const navigationSlug = t.String({
  minLength: 1,
  maxLength: SLUG_CHARS_MAX,
  pattern: SLUG_PATTERN,
  description: "Lower case letters, digits and single hyphens.",
  examples: ["handbook"],
});
export const icon = t.String({ minLength: 1, maxLength: 100, description: `${ICON_GRAMMAR}.` });

/** A navigation as a list shows it. */
const navigationFields = {
  id: t.Integer(),
  name: t.String(),
  slug: t.String(),
  icon: t.Nullable(t.String()),
  version: t.Integer({ description: "Goes up with every change." }),
  entry_count: t.Integer({ description: "Entries that you see." }),
  published: t.Boolean({ description: "Whether a wiki shows it." }),
  can_manage: t.Boolean(),
};

export const Navigation = t.Object(navigationFields, { $id: "Navigation" });

export const LinkedDocumentShape = t.Object(
  {
    doc_id: t.String(),
    slug: t.String(),
    url: t.String(),
    title: t.String(),
    alias: t.Nullable(t.String()),
    kind: t.String(),
    icon: t.Nullable(t.String()),
    folder: t.String(),
    updated_at: t.Instant(),
  },
  { $id: "LinkedDocument" },
);

const entryFields = {
  id: t.Integer(),
  kind: t.OneOf(KINDS),
  target: t.Nullable(t.String({ description: "Null for a group or a divider." })),
  label: t.Nullable(t.String()),
  title: t.String({
    description: "What is shown: the label, else the document's title or the name of what it leads to.",
  }),
  icon: t.Nullable(t.String()),
  parent_id: t.Nullable(t.Integer()),
  position: t.Integer({ description: "From 0 among the entries of its parent." }),
  visibility: t.OneOf(VISIBILITIES),
  group: t.Nullable(t.String({ description: "The slug of the group that alone sees it." })),
  collapsed: t.Boolean(),
  show_sign_in_hint: t.Boolean(),
  sort: t.Nullable(t.OneOf(SORTS)),
  broken: t.Boolean({ description: "It leads to nothing that you may open." }),
  doc: t.Nullable(LinkedDocumentShape, { description: "The document that it leads to." }),
};

/** One entry, without what lies below. */
export const NavigationEntry = t.Object(
  {
    ...entryFields,
    navigation: t.String({ description: "The navigation's slug." }),
    version: t.Integer({ description: "Of the navigation." }),
  },
  { $id: "NavigationEntry" },
);

/** An entry in a tree. */
const TreeEntry = t.Object(
  {
    ...entryFields,
    items: t.Optional(t.Array(LinkedDocumentShape, { description: "Of a folder or a tag, what it shows." })),
    truncated: t.Optional(t.Boolean({ description: "There are more than its items." })),
    sign_in_hint: t.Optional(t.Boolean({ description: "Below it is more for who signs in." })),
    children: t.Array(t.Json(), { description: "Entries of the same shape." }),
  },
  { $id: "TreeEntry" },
);

export const NavigationTree = t.Object(
  {
    ...navigationFields,
    entries: t.Array(TreeEntry),
    orphans: t.Optional(
      t.Array(LinkedDocumentShape, {
        description: "What folders and tags reach and no entry names; the first of them.",
      }),
    ),
  },
  { $id: "NavigationTree" },
);

export const ReaderNavigation = t.Object(
  {
    id: t.Integer(),
    name: t.String(),
    slug: t.String(),
    icon: t.Nullable(t.String()),
    version: t.Integer(),
    sign_in_hint: t.Boolean({ description: "At the top is more for who signs in." }),
    entries: t.Array(TreeEntry),
  },
  { $id: "ReaderNavigation" },
);

/** The 409 of a stale tree. */
export const StaleTree = t.Object(
  {
    detail: t.Optional(
      t.Object({ error: t.String(), current: t.Optional(NavigationTree) }, { description: "The tree as it is now." }),
    ),
    error: t.Optional(t.String()),
  },
  { $id: "StaleTree" },
);

const target = t.Name({ maxLength: TARGET_CHARS_MAX, description: `${TARGET_GRAMMAR}.` });
const label = t.Name({ maxLength: LABEL_CHARS_MAX, description: "Needed by groups and links." });
const visibility = t.OneOf(VISIBILITIES, { description: "public, unless said." });
const group = t.String({ maxLength: 100, description: "A group's slug, with visibility group." });
const collapsed = t.Boolean({ description: "Closed at first." });
const hint = t.Boolean({ description: "Tell who is not signed in that there is more." });
const sort = t.OneOf(SORTS, { description: "Of a folder or a tag; title, unless said." });

/** What may be said of a new entry. */
export const sentEntry = {
  target: t.Optional(t.Nullable(target, { examples: ["tag:plans"] })),
  kind: t.Optional(t.Nullable(t.OneOf(KINDS, { description: "group or divider, for an entry without target." }))),
  label: t.Optional(t.Nullable(label)),
  icon: t.Optional(t.Nullable(icon)),
  visibility: t.Optional(t.Nullable(visibility)),
  group: t.Optional(t.Nullable(group)),
  collapsed: t.Optional(t.Nullable(collapsed)),
  show_sign_in_hint: t.Optional(t.Nullable(hint)),
  sort: t.Optional(t.Nullable(sort)),
};

/** What may be said anew of an entry. */
export const ChangedEntry = t.Closed({
  target: t.Optional(target),
  label: t.Optional(t.Nullable(label)),
  icon: t.Optional(t.Nullable(icon)),
  visibility: t.Optional(visibility),
  group: t.Optional(t.Nullable(group)),
  collapsed: t.Optional(collapsed),
  show_sign_in_hint: t.Optional(hint),
  sort: t.Optional(t.Nullable(sort)),
});

export const parentRef = t.Union([t.Nullable(t.Id()), t.String({ maxLength: LABEL_CHARS_MAX })], {
  description: "An entry's id or a group's label; null is the top.",
});
export const position = t.Integer({
  minimum: 0,
  maximum: caps.navigation_entries,
  description: "Without it, the end.",
});
