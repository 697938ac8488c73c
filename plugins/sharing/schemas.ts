// Sharing on the wire.
import { nextCursor, t } from "../../kernel/plugin.ts";
import { DocumentGrant, LEVELS } from "../places/port.ts";
import { RULES } from "./explain.ts";
import { STANDINGS } from "./requests/rows.ts";

export const docId = { doc_id: t.String({ description: "The document." }) };
export const grantId = { grant_id: t.Id({ description: "The grant's id, as list_access shows it." }) };
export const Removed = t.Object({ id: t.Integer(), deleted: t.Literal(true) });

export const DocumentAccess = t.Object(
  {
    doc_id: t.String(),
    owner: t.Object({ id: t.Integer(), email: t.String() }),
    my_level: t.OneOf(LEVELS),
    can_manage: t.Boolean({ description: "Whether the caller may share it." }),
    narrowed: t.Boolean({ description: "True for a workspace document that only those it is shared with may open." }),
    grants: t.Array(DocumentGrant, {
      description: "The document's own, and with inherited: true those of its folders or its root.",
    }),
    ...nextCursor,
  },
  { $id: "DocumentAccess" },
);

export const FolderAccess = t.Object(
  {
    path: t.String(),
    grants: t.Array(DocumentGrant, { description: "The folder's own, and with inherited: true those above it." }),
    ...nextCursor,
  },
  { $id: "FolderAccess" },
);

export const Slug = t.String({
  pattern: "^[A-Za-z0-9_-]{1,128}$",
  description: "it is the part of a document's address after /d/",
});

/** What one asks for, by exactly one of them. */
export const asked = {
  slug: t.Optional(Slug),
  doc_id: t.Optional(
    t.String({ pattern: "^[A-Za-z0-9_-]{1,64}$", description: "The document's id. Send it or `slug`, not both." }),
  ),
};

export const Standing = t.Object(
  {
    status: t.OneOf(STANDINGS),
    can_request: t.Boolean(),
    poll_after: t.Nullable(t.Integer(), { description: "Seconds; null where nothing is awaited." }),
    expires_at: t.Optional(t.Instant({ description: "Of a pending request." })),
    retry_at: t.Optional(t.Instant({ description: "When somebody who was denied may ask again." })),
  },
  { $id: "AccessRequestStatus" },
);

export const AccessRequest = t.Object(
  {
    id: t.Integer(),
    doc_id: t.String(),
    requester: t.Object({ id: t.Integer(), email: t.String(), name: t.Nullable(t.String()) }),
    message: t.String(),
    status: t.OneOf(["pending", "approved", "denied", "expired", "invalidated"]),
    created_at: t.Instant(),
    expires_at: t.Instant(),
    decided_at: t.Nullable(t.Instant()),
    decided_by: t.Nullable(t.String({ description: "E-mail address." })),
  },
  { $id: "AccessRequest" },
);

export const AccessExplained = t.Object(
  {
    doc_id: t.String(),
    user: t.Object({ id: t.Integer(), email: t.String() }),
    level: t.OneOf(LEVELS),
    rules: t.Array(
      t.Object({
        rule: t.OneOf(RULES),
        gives: t.OneOf(LEVELS),
        why: t.String(),
        grant_id: t.Optional(t.Integer()),
        subject_label: t.Optional(t.String()),
        folder: t.Optional(t.String({ description: "Whose list or grant it is." })),
      }),
      { description: "In the order in which they are looked at; the highest is the level." },
    ),
  },
  { $id: "AccessExplained" },
);
