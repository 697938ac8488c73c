// The operations on stars: listing, starring, unstarring.
import { type Permit, refuse, type Static, signedIn, t } from "../../kernel/mod.ts";
import { DocumentShape, documentsPort, type ShownDocument, viewable } from "../documents/port.ts";
import { operation } from "../operation.ts";
import { parseFolder, place } from "../places/port.ts";
import { deleteStar, findStars, insertStar, type StarRow } from "./store.ts";

const Star = t.Object(
  {
    id: t.Integer(),
    doc_id: t.Nullable(t.String()),
    folder: t.Nullable(t.String({ description: "A folder of My documents." })),
    created_at: t.Instant(),
    doc: t.Nullable(DocumentShape, { description: "The starred document; null for a folder." }),
  },
  { $id: "Star" },
);

const NewStar = t.Object({
  doc_id: t.Optional(t.String({ description: "The document to star; without it, send folder." })),
  folder: t.Optional(
    t.String({ description: "Path of the folder to star; without it, send doc_id.", maxLength: 1024 }),
  ),
  root: t.Optional(t.Nullable(t.String(), { description: "The folder's root: ~, or nothing, for My documents." })),
});

export const listStars = operation({
  id: "star.list",
  route: "GET /api/stars",
  tool: { name: "list_stars", wording: "List the documents and folders that you have starred.", idempotent: true },
  summary: "List your stars, oldest first",
  description: "A star on a document that is in the trash, or that you may not open, is left out.",
  output: t.Object({ stars: t.Array(Star) }),
  permit: signedIn(),
  run: async ({ actor, sql, use }) => {
    const rows = await findStars(sql, actor);
    const docIds = rows.flatMap((row) => row.doc_id ?? []);
    const docs = await use(documentsPort).findMany(sql, actor, docIds);
    const stars = rows.flatMap((row) => {
      const doc = row.doc_id === null ? null : docs.get(row.doc_id);
      return doc === undefined ? [] : [showStar(row, doc)];
    });
    return { stars };
  },
});

export const star = operation({
  id: "star.create",
  route: "POST /api/stars",
  tool: { name: "star", wording: "Star a document or a folder, as a private shortcut to it.", idempotent: true },
  summary: "Star a document or a folder",
  description: "Send exactly one of `doc_id` and `folder`. Starring again answers the star that is there.",
  body: NewStar,
  output: Star,
  status: 201,
  rules: ({ body }) => checkTarget(body),
  permit: ({ body }) => [starrable(body.doc_id), place("view", { root: body.root, folder: body.folder })],
  audit: "star.create",
  refuses: [404],
  run: async ({ subject, actor, sql, now, note }, { body }) => {
    const target = {
      doc_id: subject?.doc_id ?? null,
      folder: body.folder === undefined ? null : parseFolder(body.folder),
    };
    const { is_new, ...row } = await insertStar(sql, { actor, now, ...target });
    if (is_new) note("star.create", { target_type: "star", target_id: row.star_id, meta: target });
    return showStar(row, subject);
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
  audit: "star.delete",
  run: async ({ actor, sql, note }, { params: { star_id } }) => {
    const row = await deleteStar(sql, { actor, star_id });
    if (!row) throw refuse.notFound("star not found");
    note("star.delete", {
      target_type: "star",
      target_id: star_id,
      meta: { doc_id: row.doc_id, folder: row.folder },
    });
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
  } else if (parseFolder(folder) === "" && (root === undefined || root === null || root === "~")) {
    throw refuse.invalid("the root folder of My documents cannot be starred; name a folder in it");
  }
}

/** What is starred: a document that the caller may view, or null for a folder, which needs nothing more. */
function starrable(docId: string | undefined): Permit<ShownDocument | null> {
  return docId === undefined ? { needs: "a signed-in person", check: () => null } : viewable(docId);
}

function showStar(row: StarRow, doc: ShownDocument | null): Static<typeof Star> {
  const { star_id, doc_id, folder, created_at } = row;
  return { id: star_id, doc_id, folder, created_at: created_at.toISOString(), doc };
}
