// The operations on stars: listing, starring, unstarring.

import {
  type ActionLine,
  nextCursor,
  type Permit,
  paging,
  refuse,
  type Static,
  signedIn,
  t,
} from "../../kernel/plugin.ts";
import {
  DocumentShape,
  findDocuments,
  knownFolder,
  RootShape,
  type ShownDocument,
  viewable,
} from "../documents/port/read.ts";
import { operation } from "../operation.ts";
import { isPersonal, parseFolder, refuseDeleted } from "../places/port.ts";
import { deleteStar, findStars, insertStar, STARS, type StarRow, type StarTarget } from "./store.ts";

const Star = t.Object(
  {
    id: t.Integer(),
    doc_id: t.Nullable(t.String()),
    folder: t.Nullable(t.String({ description: 'A folder; "" is the root itself.' })),
    root: t.Optional(RootShape),
    created_at: t.Instant(),
    doc: t.Nullable(DocumentShape, { description: "The starred document; null for a folder." }),
  },
  { $id: "Star" },
);

const NewStar = t.Object({
  doc_id: t.Optional(
    t.String({ description: "The document to star; without it, send folder.", examples: ["<doc_id>"] }),
  ),
  folder: t.Optional(
    t.String({ description: "Path of the folder to star; without it, send doc_id.", maxLength: 1024 }),
  ),
  root: t.Optional(t.Nullable(t.String(), { description: "With folder, its root: ~, or nothing, for My documents." })),
});

export const listStars = operation({
  id: "star.list",
  route: "GET /api/stars",
  tool: { name: "list_stars", wording: "List the documents and folders that you have starred.", idempotent: true },
  summary: "List your stars, oldest first",
  description: "A star on what you may not open, or on a document in the trash, is left out.",
  query: t.Object({
    doc_id: t.Optional(t.String({ maxLength: 64, description: "Only the star on this document." })),
    ...paging({ maximum: 500 }),
  }),
  output: t.Object({ stars: t.Array(Star), ...nextCursor }),
  permit: signedIn(),
  connection_limit: "places",
  run: async (call, { query }) => {
    const { actor, sql } = call;
    const { rows, next } = STARS.page(
      await findStars(sql, { actor, doc_id: query.doc_id ?? null, ...STARS.options(query) }),
      query,
    );
    const docIds = rows.flatMap((row) => row.doc_id ?? []);
    const docs = await findDocuments(call, docIds);
    const stars = rows.flatMap((row) => {
      const doc = row.doc_id === null ? null : docs.get(row.doc_id);
      return doc === undefined ? [] : [showStar(row, doc)];
    });
    return { stars, ...next };
  },
});

/** What the audit log says of a star. */
const STAR: ActionLine = {
  since: "2026-11-01",
  on: ["star"],
  meta: { doc_id: "string|null", folder: "string|null", root_id: "integer|null" },
};

export const star = operation({
  id: "star.create",
  route: "POST /api/stars",
  tool: {
    name: "star",
    wording: "Star a document or a folder, as a private shortcut to it.",
    gives: ["id", "doc_id", "folder", "root", "created_at"],
    idempotent: true,
  },
  summary: "Star a document or a folder",
  description: "Send exactly one of `doc_id` and `folder`. Starring again answers the star that is there.",
  body: NewStar,
  output: Star,
  status: 201,
  rules: ({ body }) => checkTarget(body),
  permit: ({ body }) => starrable(body),
  connection_limit: "places",
  opens: null,
  audit: { "star.create": { ...STAR, says: { en: "starred {on}", de: "hat {on} mit einem Stern versehen" } } },
  run: async ({ subject: { doc, target }, actor, sql, now, note }) => {
    const made = await insertStar(sql, { actor, now, target });
    if (!made) throw refuseDeleted({ slug: target.root?.slug ?? "" });
    const { is_new, ...row } = made;
    const { doc_id, folder, root } = row;
    const meta = { doc_id, folder, root_id: root?.root_id ?? null };
    if (is_new) note("star.create", { target_type: "star", target_id: row.star_id, meta });
    return showStar(row, doc);
  },
});

export const unstar = operation({
  id: "star.delete",
  route: "DELETE /api/stars/{star_id}",
  tool: { name: "unstar", wording: "Remove one of your stars; what it points to stays as it is." },
  summary: "Remove a star",
  params: t.Object({ star_id: t.Id({ description: "The star's id, as list_stars shows it." }) }),
  output: t.Object({ id: t.Integer(), deleted: t.Literal(true) }),
  permit: signedIn(),
  connection_limit: "places",
  opens: null,
  audit: { "star.delete": { ...STAR, says: { en: "took the star off {on}", de: "hat den Stern von {on} entfernt" } } },
  run: async ({ actor, sql, note }, { params: { star_id } }) => {
    const row = await deleteStar(sql, { actor, star_id });
    if (!row) throw refuse.notFound("star not found");
    note("star.delete", { target_type: "star", target_id: star_id, meta: { ...row } });
    return { id: star_id, deleted: true as const };
  },
});

/** Throws 400 unless exactly one thing is named that can carry a star. */
function checkTarget({ doc_id, folder, root }: Static<typeof NewStar>): void {
  if ((doc_id === undefined) === (folder === undefined)) {
    throw refuse.invalid("provide exactly one of 'doc_id' or 'folder'");
  }
  if (folder === undefined) {
    if (root !== undefined && root !== null) throw refuse.invalid("root goes with folder; a doc_id needs none");
  } else if (parseFolder(folder) === "" && isPersonal(root)) {
    throw refuse.invalid("the root folder of My documents cannot be starred; name a folder in it");
  }
}

/** What is to carry the star: a document or a folder that the caller may view. */
function starrable(body: Static<typeof NewStar>): Permit<{ doc: ShownDocument | null; target: StarTarget }> {
  if (body.doc_id !== undefined) {
    const permit = viewable(body.doc_id);
    return {
      needs: permit.needs,
      check: async (call, input) => {
        const doc = await permit.check(call, input);
        return { doc, target: { doc_id: doc.doc_id, folder: null, root: null } };
      },
    };
  }
  const permit = knownFolder("view", body);
  return {
    needs: permit.needs,
    check: async (call, input) => {
      const { path, root } = await permit.check(call, input);
      return { doc: null, target: { doc_id: null, folder: path, root } };
    },
  };
}

function showStar(row: StarRow, doc: ShownDocument | null): Static<typeof Star> {
  const { star_id, doc_id, folder, root, created_at } = row;
  const shown = { id: star_id, doc_id, folder, created_at: created_at.toISOString(), doc };
  return root === null
    ? shown
    : { ...shown, root: { id: root.root_id, slug: root.slug, name: root.name, kind: "shared" } };
}
