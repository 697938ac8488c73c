// Sharing on the wire (part 2, "Document and folder grants").
import { t } from "../../kernel/mod.ts";
import { DocumentGrant, LEVELS } from "../places/port.ts";

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
  },
  { $id: "DocumentAccess" },
);

export const FolderAccess = t.Object(
  {
    path: t.String(),
    grants: t.Array(DocumentGrant, { description: "The folder's own, and with inherited: true those above it." }),
  },
  { $id: "FolderAccess" },
);
