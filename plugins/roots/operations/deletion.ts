// Deleting a root: what it would change of who may open its documents, and the deletion itself (rules: places/general).
import { demandActor, nextCursor, type Permit, paging, refuse, t } from "../../../kernel/plugin.ts";
import { moveDocumentsOf } from "../../documents/port/write.ts";
import { operation } from "../../operation.ts";
import { deleteRoot, findGeneral, generalInReach, managedRoot, type RootRow, sharedRoot } from "../../places/port.ts";
import { root } from "../schemas.ts";
import { CHANGED_READERS, readDeletion } from "../store/deletion.ts";

const target = t.Optional(
  t.String({
    maxLength: 80,
    description: "The root into which its documents go: one that you manage; General without it.",
  }),
);
const Target = t.Object({ slug: t.String(), name: t.String() });

const RootDeletion = t.Object(
  {
    root: t.String(),
    target: Target,
    docs: t.Integer({ description: "Documents that would move." }),
    folders: t.Integer(),
    people_gaining: t.Integer({ description: "People who could open some of them that are closed to them now." }),
    people_losing: t.Integer({ description: "People to whom some would be closed that they may open now." }),
    people: t.Array(
      t.Object({
        id: t.Integer(),
        email: t.String(),
        name: t.Nullable(t.String()),
        gains: t.Integer({ description: "Documents that would open to them." }),
        loses: t.Integer({ description: "Documents that would close to them." }),
      }),
      { description: "Active members for whom something would change." },
    ),
    ...nextCursor,
  },
  { $id: "RootDeletion" },
);

export const previewDeletion = operation({
  id: "root.deletion",
  route: "GET /api/roots/{root}/deletion",
  tool: {
    name: "preview_root_deletion",
    wording:
      "Show who could open the documents of a root, and could not any more, once it is deleted and they lie elsewhere.",
    idempotent: true,
  },
  summary: "See what deleting a root would open and close",
  description:
    "Its documents go into the same folders of the target, where the lists of the target count; grants and visibility stay what they are. Nothing changes.",
  params: t.Object({ root }),
  query: t.Object({ target, ...paging({ maximum: 500 }) }),
  output: RootDeletion,
  permit: ({ params, query }) => movedRoot(params.root, query.target),
  connection_limit: "places",
  run: async ({ subject, sql, actor, now }, { query }) => {
    const { from, to } = subject;
    const { totals, readers } = await readDeletion(sql, { actor, now, from, to, ...CHANGED_READERS.options(query) });
    const { rows, next } = CHANGED_READERS.page(readers, query);
    return {
      root: from.slug,
      target: { slug: to.slug, name: to.name },
      ...totals,
      people: rows.map(({ user_id: id, ...person }) => ({ id, ...person })),
      ...next,
    };
  },
});

export const endRoot = operation({
  id: "root.delete",
  route: "DELETE /api/roots/{root}",
  tool: {
    name: "delete_root",
    wording: "Delete a shared root. With force its documents move into General or another root; their links stay.",
    destructive: true,
  },
  summary: "Delete a root",
  description:
    "A root that still holds documents is refused with their number. With force they move into the target, General without one, with all folders, empty ones too, where whoever may open the target may open them unless a folder there says otherwise; `GET /api/roots/{root}/deletion` says who that is.",
  params: t.Object({ root }),
  query: t.Object({
    force: t.Optional(t.Boolean({ default: false, description: "True moves its documents." })),
    target,
  }),
  output: t.Object({
    root: t.String({ description: "The slug that it had." }),
    deleted: t.Literal(true),
    moved_docs: t.Integer({ description: "Documents that are in the target now." }),
    target: Target,
  }),
  permit: ({ params, query }) => {
    const moved = movedRoot(params.root, query.target);
    return query.force && query.target === undefined ? [moved, generalInReach()] : moved;
  },
  connection_limit: "places",
  opens: ({ query }) => (query.force ? "workspace" : null),
  audit: "root.delete",
  refuses: [409],
  run: async (call, { query }) => {
    const { sql, subject } = call;
    const { from, to } = subject;
    const moved_docs = await moveDocumentsOf(call, { from, to, force: query.force ?? false });
    await deleteRoot(sql, from);
    const { root_id, slug, name } = from;
    const meta = { slug, name, moved_docs, target: to.slug };
    call.note("root.delete", { target_type: "root", target_id: root_id, meta });
    return { root: slug, deleted: true as const, moved_docs, target: { slug: to.slug, name: to.name } };
  },
});

/** A root that the caller manages, and where its documents would go: General, or another that they manage. Throws 400 for General and for the root itself. */
function movedRoot(ref: string, target: string | undefined): Permit<{ from: RootRow; to: RootRow }> {
  const managed = managedRoot(ref);
  return {
    needs: `${managed.needs}, and the target`,
    check: async (call, input) => {
      const from = await managed.check(call, input);
      if (from.is_general) throw refuse.invalid("General cannot be deleted");
      if (target === undefined) return { from, to: await findGeneral(call.sql, demandActor(call.actor).workspace.id) };
      const seen = await sharedRoot(target).check(call, input);
      const to = seen.is_general ? seen : await managedRoot(target).check(call, input);
      if (to.root_id !== from.root_id) return { from, to };
      throw refuse.invalid(
        `"${from.slug}" is the root to be deleted; name another root in target, or none for General`,
      );
    },
  };
}
