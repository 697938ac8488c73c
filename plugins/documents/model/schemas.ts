// The shapes of documents on the wire.

import { t } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import { LEVELS, ROOT_WORDS } from "../../places/port.ts";
import { manifestCaps } from "./caps.ts";
import { KINDS } from "./kinds.ts";

export const VISIBILITIES = ["restricted", "unlisted", "password", "workspace"] as const;
export const LISTINGS = ["private", "team"] as const;
export const DOC_TYPES = manifest.doc_types;

const DocumentFile = t.Object(
  {
    path: t.String(),
    size: t.Integer({ description: "Bytes." }),
    content_type: t.String(),
  },
  { $id: "DocumentFile" },
);

export const Root = t.Object(
  { id: t.Integer(), slug: t.String(), name: t.String(), kind: t.String() },
  { $id: "RootReference" },
);

const documentMembers = {
  doc_id: t.String({ description: "Opaque identifier." }),
  title: t.String(),
  kind: t.OneOf(KINDS),
  doc_type: t.OneOf(DOC_TYPES),
  url: t.String({ description: "Where the document is served; it never changes." }),
  slug: t.String(),
  folder: t.String({ description: 'Path of its folder; "" at the top of its root.' }),
  root: t.Nullable(Root, { description: "Null for a document in someone's My documents." }),
  root_id: t.Nullable(t.Integer()),
  tags: t.Array(t.String()),
  alias: t.Nullable(t.String()),
  icon: t.Nullable(t.String()),
  description: t.String(),
  attrs: t.Json({
    description:
      "What the publishing tool keeps with the document; on a copy duplicated_from, with doc_id and version.",
  }),
  filename: t.Nullable(t.String(), {
    description: "Name of the file it was made from, by which relative links of documents beside it find it.",
  }),
  visibility: t.OneOf(VISIBILITIES),
  listing: t.OneOf(LISTINGS),
  retention_days: t.Integer({ description: "0 keeps forever." }),
  expires_at: t.Nullable(t.Instant()),
  legal_hold: t.Boolean({ description: "Nothing deletes or expires it until the hold is released." }),
  version: t.Integer(),
  size: t.Integer({ description: "Bytes of the current version." }),
  created_at: t.Instant(),
  created_by: t.Optional(
    t.Nullable(t.String(), {
      description:
        "E-mail address of who first published it; null once that account is gone. Not told to a ticket's holder.",
    }),
  ),
  updated_at: t.Instant(),
  my_level: t.OneOf(LEVELS),
  state: t.OneOf(["live", "expired", "deleted"]),
  files: t.Optional(t.Array(DocumentFile, { description: "On answers about one document." })),
  owner_email: t.Optional(t.String({ description: "In lists of view=team and view=all alone." })),
  mine: t.Optional(t.Boolean({ description: "Whether you own it; in lists of view=team and view=all alone." })),
  warnings: t.Optional(
    t.Array(t.String(), {
      description: "On writes: content that looks like credentials, chosen markdown extensions that are not known.",
    }),
  ),
};

export const Document = t.Object(documentMembers, { $id: "Document" });

const candidate = t.Optional(
  t.Boolean({ description: "True: version is a candidate, and what is shown has not changed." }),
);

/** What the answer to a write of content holds beside its own members. */
export const writtenMembers = { ...documentMembers, changed: t.Boolean(), candidate };

export const FilePut = t.Object(
  { ...writtenMembers, path: t.String(), sha256: t.String(), size: t.Integer() },
  { $id: "FilePut", description: "The document; `size` is the file's, in bytes." },
);

export const FilesAdded = t.Object(
  {
    ...documentMembers,
    added: t.Array(t.String({ description: "Paths written by this request." })),
    files: t.Array(t.String({ description: "Paths of all files of the new version." })),
  },
  { $id: "FilesAdded" },
);

export const DocumentChanged = t.Object(
  {
    ...documentMembers,
    changed: t.Optional(t.Boolean({ description: "Of new content: false when it was there already." })),
  },
  { $id: "DocumentChanged" },
);

export const DocumentRestored = t.Object(
  { ...documentMembers, restored_from: t.Integer(), changed: t.Boolean() },
  { $id: "DocumentRestored" },
);

export const TrashedDocument = t.Object(
  {
    ...documentMembers,
    deleted_at: t.Instant(),
    deleted_by: t.Nullable(t.String({ description: "E-mail address." })),
    purge_at: t.Nullable(t.Instant({ description: "When it is removed for good; null while it is under legal hold." })),
    deleted_from: t.Object({ root: t.Nullable(t.String()), folder: t.String() }),
    reason: t.OneOf(["deleted", "expired"]),
  },
  { $id: "TrashedDocument" },
);

export const Undeleted = t.Object(
  { ...documentMembers, alias_lost: t.Optional(t.String()) },
  { $id: "DocumentUndeleted" },
);

export const VersionEntry = t.Object(
  {
    version: t.Integer(),
    created_at: t.Instant(),
    created_via: t.String(),
    message: t.Nullable(t.String()),
    label: t.Nullable(t.String()),
    candidate: t.Boolean({ description: "Written, and not shown yet." }),
    total_bytes: t.Integer(),
    current: t.Boolean(),
    files: t.Array(t.Object({ path: t.String(), size: t.Integer(), sha256: t.String() })),
  },
  { $id: "VersionEntry" },
);

export const ManifestAnswer = t.Object(
  {
    doc_id: t.String(),
    version: t.Integer(),
    current_version: t.Integer(),
    updated_at: t.Instant(),
    manifest: t.Record(t.String(), t.Object({ sha256: t.String(), size: t.Integer(), content_type: t.String() })),
  },
  { $id: "Manifest" },
);

export const VISIBILITY_WORDS =
  "restricted: whom it is shared with; unlisted: whoever has the link; password: link and password; workspace: members.";
export const LISTING_WORDS = "team lists it for the workspace, private for its owner; neither opens it.";

/** A title, whatever the document holds: something of it shows. */
export const titleText = (description: string) =>
  t.String({ minLength: 1, maxLength: 500, pattern: "\\S", description });

/** What a publisher may say of a new document, whatever it holds. */
export const placement = {
  title: t.Optional(titleText("Without it, the first heading or file name.")),
  visibility: t.Optional(t.OneOf(VISIBILITIES, { default: "restricted", description: VISIBILITY_WORDS })),
  password: t.Optional(t.String({ minLength: 1, maxLength: 200, description: "Needed with visibility password." })),
  listing: t.Optional(t.OneOf(LISTINGS, { default: "private", description: LISTING_WORDS })),
  retention_days: t.Optional(
    t.Integer({
      minimum: 0,
      maximum: 36_500,
      description: "0 keeps forever, as does nothing where no policy sets an end.",
    }),
  ),
  root: t.Optional(t.Nullable(t.String(), { description: ROOT_WORDS })),
};

export const folder = t.Optional(
  t.Name({
    description: 'Path, made on the fly; "" for the top. Without it in a shared root: your Members folder.',
    maxLength: 1024,
  }),
);
export const tags = t.Optional(
  t.Array(t.Name(), { description: `At most ${manifestCaps.tags_per_document}.`, maxItems: 100 }),
);
export const filename = t.Optional(
  t.Nullable(t.Name({ minLength: 1, maxLength: 255 }), {
    description: "Name of the file it is made from, such as intro.md; relative links beside it find it by this name.",
  }),
);
/** A character has a byte at least; the bytes themselves are counted by a rule. */
export function descriptionMember(says: string) {
  return t.Optional(t.String({ maxLength: manifestCaps.description_bytes, description: says }));
}
/** What a copy was made of. */
const Origin = t.Object({ doc_id: t.String({ maxLength: 200 }), version: t.Version() });
/** The texts that a publishing tool may keep, and one more that the service does. */
export const ATTRS_MAX = manifestCaps.attrs_per_document;
export const attrs = t.Optional(
  t.Record(t.String({ pattern: "^[A-Za-z0-9_.:-]{1,64}$" }), t.Union([t.String({ maxLength: 1024 }), Origin]), {
    description: `Up to ${ATTRS_MAX} texts of the publishing tool's own, under names of 1 to 64 letters, digits, ".", ":", "_" or "-". markdown names extensions of the source, such as "mkdocs" or "admonitions, emoji". duplicated_from is the service's.`,
    maxProperties: ATTRS_MAX + 1,
    additionalProperties: false,
  }),
);
export const idempotencyKey = t.Optional(
  t.String({
    minLength: 1,
    maxLength: 200,
    description: "A repeat with the same key within 24 hours answers the first result.",
  }),
);
export const message = t.Optional(t.String({ maxLength: 500, description: "What changed and why." }));
export const baseVersion = t.Optional(
  t.Version({
    description: "The version you changed; 409 when a newer one is current.",
  }),
);
export const lockToken = t.Optional(
  t.String({ maxLength: 200, description: "The edit lease's token, where there is one." }),
);
export const baseSha256 = t.Optional(
  t.String({
    pattern: "^([0-9a-fA-F]{64})?$",
    description: "SHA-256 of the file you changed, empty for a new one; 409 when it differs.",
  }),
);
export const activate = t.Optional(
  t.Boolean({
    default: true,
    description: "False writes a candidate, shown once activated.",
  }),
);
