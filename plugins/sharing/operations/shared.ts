// Everything that the caller shares, and by which ways others come in (rules: sharing/shared_by_me).
import { nextCursor, paging, type Static, signedIn, t } from "../../../kernel/plugin.ts";
import { DocumentShape, showDocument } from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { DocumentGrant, type GrantRow, listGivenOn, reaches, showDocumentGrant } from "../../places/port.ts";
import { findShared, SHARED, type SharedRow, WAYS } from "../store/shared.ts";

const LISTED_MAX = 100;
/** Of one document; a review or its own list has all. */
const GRANTS_MAX = 20;

const Shared = t.Object(
  {
    doc: DocumentShape,
    opens: t.Nullable(t.OneOf(["workspace", "link", "password"]), {
      description: "To whom its visibility opens it; null for nobody.",
    }),
    grants: t.Array(DocumentGrant, {
      description: `Its own and those of its folders that let others in, at most ${GRANTS_MAX}.`,
    }),
    has_more_grants: t.Boolean({ description: "Whether list_access has more." }),
    can_share: t.Boolean({ description: "Whether you may take its grants away." }),
    can_close: t.Boolean({ description: "Whether you may change its visibility." }),
  },
  { $id: "SharedByMe" },
);

export const readShared = operation({
  id: "access.shared",
  route: "GET /api/me/shared",
  tool: {
    name: "list_shared_by_me",
    wording: "List your documents that others may open, with by which ways.",
    idempotent: true,
  },
  summary: "List your documents that somebody else may open, the last changed first",
  description:
    "Your My documents, where a grant, a shared folder, a link, a password or the workspace lets others in; and what you wrote in spaces, where something besides the space does.",
  query: t.Object({
    way: t.Optional(
      t.OneOf(WAYS, { description: "Only what is open by this way; `end` is a grant that ends by itself." }),
    ),
    q: t.Optional(t.String({ maxLength: 200, description: "Words of the title." })),
    ...paging({ maximum: LISTED_MAX, default: LISTED_MAX }),
  }),
  output: t.Object({ shared: t.Array(Shared), ...nextCursor }),
  planned_each_time: true,
  permit: signedIn(),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { actor, sql, now } = call;
    const { way = null, q = "" } = query;
    const found = await findShared(sql, { actor, now, way, q: q.trim(), ...SHARED.options(query) });
    const { rows, next } = SHARED.page(found, query);
    const given = await listGivenOn(sql, actor, {
      document_ids: rows.map(({ document_id }) => document_id),
      place_ids: [...new Set(rows.flatMap(({ guard_ids }) => guard_ids))],
      most: GRANTS_MAX + 1,
    });
    const shared = rows.map((row) => {
      const grants = given.filter((grant) => counts(grant, row));
      return {
        doc: showDocument(row, call),
        opens: opensTo(row),
        grants: grants.slice(0, GRANTS_MAX).map((grant) => showGiven(grant, row)),
        has_more_grants: grants.length > GRANTS_MAX,
        can_share: row.level === "own",
        can_close: row.level === "own" || (row.root_id !== null && reaches(row.place_level, "edit")),
      };
    });
    return { shared, ...next };
  },
});

function counts({ document_id, place_id }: GrantRow, row: SharedRow): boolean {
  return document_id === row.document_id || (place_id !== null && row.guard_ids.includes(place_id));
}

function showGiven(grant: GrantRow, { doc_id }: SharedRow): Static<typeof DocumentGrant> {
  const inherited = grant.document_id === null;
  return showDocumentGrant(grant, { doc_id: inherited ? null : doc_id, inherited });
}

function opensTo({ visibility, is_narrowed }: SharedRow): "workspace" | "link" | "password" | null {
  if (visibility === "unlisted") return "link";
  if (visibility === "password") return "password";
  return visibility === "workspace" && !is_narrowed ? "workspace" : null;
}
