// The wire shapes of the change feed.
import { t } from "../../kernel/plugin.ts";
import { KINDS, RootShape } from "../documents/port/read.ts";

export const Change = t.Object(
  {
    doc_id: t.String(),
    left: t.Boolean({
      description:
        "True for a document that you followed and no longer do: it was closed to you, or moved out of the root or folder asked for. Nothing else is said of it then: texts, lists and the manifest are empty, `root` and `kind` are null, `version` is 0, and the times are those of this answer. Forget it, and keep no copy of it that you would send back.",
    }),
    title: t.String(),
    folder: t.String({ description: 'Path of its folder; "" at the top of its root.' }),
    root: t.Nullable(RootShape, { description: "Null in someone's My documents." }),
    tags: t.Array(t.String()),
    attrs: t.Json({ description: "What the publishing tool keeps with the document." }),
    filename: t.Nullable(t.String(), { description: "Name of the file it was made from; null once it was removed." }),
    kind: t.Nullable(t.OneOf(KINDS)),
    version: t.Integer(),
    updated_at: t.Instant(),
    changed_at: t.Instant({ description: "The latest of content update, deletion and change of what is known of it." }),
    deleted: t.Boolean({ description: "True for 30 days after it was deleted or expired." }),
    deleted_at: t.Nullable(t.Instant()),
    owner_email: t.String(),
    mine: t.Boolean({ description: "Whether you own it." }),
    listing: t.OneOf(["private", "team"]),
    manifest: t.Record(t.String(), t.Object({ sha256: t.String(), size: t.Integer(), content_type: t.String() }), {
      description: "The current version's files by path; empty for a deleted document.",
    }),
  },
  { $id: "DocumentChange" },
);

export const Changes = t.Object(
  {
    changes: t.Array(Change, { description: "The oldest change first; a document stands where it changed last." }),
    next_cursor: t.String({ description: "Send it as `since` for what changed after this page." }),
    has_more: t.Boolean({ description: "True when there is another page already." }),
  },
  { $id: "DocumentChanges" },
);
