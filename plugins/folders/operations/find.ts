// Folders by their name, wherever the caller may look into them.
import { signedIn, t } from "../../../kernel/plugin.ts";
import { RootShape } from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { findFoldersNamed } from "../store/named.ts";
import { nameOf } from "../visible.ts";

const LISTED_MAX = 20;

export const findFolders = operation({
  id: "folder.find",
  route: "GET /api/folders/find",
  planned_each_time: true,
  summary: "Find folders by their name",
  description: "In your My documents and in the roots that you see, those with the shortest paths first.",
  query: t.Object({
    q: t.String({ minLength: 1, maxLength: 100, description: "Part of the name; case does not count." }),
    limit: t.Limit({ maximum: LISTED_MAX, default: LISTED_MAX, description: "So many at most." }),
  }),
  output: t.Object({
    folders: t.Array(
      t.Object({
        path: t.String(),
        name: t.String(),
        root: t.Nullable(RootShape, { description: "Null in My documents." }),
      }),
    ),
  }),
  permit: signedIn(),
  connection_limit: "places",
  run: async ({ sql, actor, now }, { query }) => {
    const rows = await findFoldersNamed(sql, { actor, now, q: query.q, limit: query.limit ?? LISTED_MAX });
    return {
      folders: rows.map(({ path, root_id, slug, name }) => ({
        path,
        name: nameOf(path),
        root: root_id === null ? null : { id: root_id, slug: slug ?? "", name: name ?? "", kind: "shared" as const },
      })),
    };
  },
});
