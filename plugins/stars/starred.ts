// Where a person's stars lead, as short as a line of a list needs it.
import { signedIn, t } from "../../kernel/plugin.ts";
import { documentAddress, RootShape } from "../documents/port/read.ts";
import { operation } from "../operation.ts";
import { findStarred } from "./store.ts";

const LISTED_MAX = 50;

export const readStarred = operation({
  id: "star.places",
  route: "GET /api/me/starred",
  summary: "Where your stars lead, oldest first: names and addresses alone",
  query: t.Object({
    limit: t.Limit({ maximum: LISTED_MAX, default: LISTED_MAX, description: "So many at most." }),
  }),
  output: t.Object({
    starred: t.Array(
      t.Object({
        id: t.Integer({ description: "The star's." }),
        folder: t.Nullable(t.String({ description: 'A folder; "" is the root itself. Null for a document.' })),
        root: t.Nullable(RootShape, { description: "Of a folder in a root." }),
        doc: t.Nullable(
          t.Object({
            doc_id: t.String(),
            title: t.String(),
            kind: t.String(),
            doc_type: t.String(),
            visibility: t.String(),
            url: t.String(),
          }),
        ),
      }),
    ),
  }),
  permit: signedIn(),
  connection_limit: "places",
  run: async ({ sql, actor, now, runtime }, { query }) => {
    const rows = await findStarred(sql, { actor, now, limit: query.limit ?? LISTED_MAX });
    return {
      starred: rows.map(({ star_id, folder, root, doc_id, slug, title, kind, doc_type, visibility }) => ({
        id: star_id,
        folder,
        root: root && { id: root.root_id, slug: root.slug, name: root.name, kind: "shared" as const },
        doc:
          doc_id === null
            ? null
            : {
                ...{ doc_id, title, kind, doc_type, visibility },
                url: documentAddress(runtime, { workspace_id: actor.workspace.id, slug }),
              },
      })),
    };
  },
});
