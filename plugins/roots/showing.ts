// Roots as one person sees them: their level, what they may open in each, and whether it is a site;
// a few queries for all.

import type { Actor, Call, PageQuery, Static } from "../../kernel/plugin.ts";
import { countDocumentsByRoot } from "../documents/port/read.ts";
import { listRoots, ROOTS, type RootRow, refuseDeleted } from "../places/port.ts";
import { publishedRootsHook } from "./port.ts";
import { type SharedRoot, showRoot } from "./schemas.ts";

type Shown = Static<typeof SharedRoot>;

/** The roots that the caller sees, a page of them, and how many documents their My documents hold. */
export async function showRoots(
  call: Call<unknown>,
  query: PageQuery,
): Promise<{ roots: Shown[]; personal_doc_count: number; next: { next_cursor?: string } }> {
  const { sql, actor, now } = call;
  const [found, counts] = await Promise.all([
    listRoots(sql, actor, ROOTS.options(query)),
    countDocumentsByRoot(sql, { actor, now }),
  ]);
  const { rows, next } = ROOTS.page(found, query);
  const published = await askPublished(
    call,
    rows.map((row) => row.root_id),
  );
  const roots = rows.map((row) =>
    showRoot(row, { doc_count: counts.get(row.root_id) ?? 0, published: published.has(row.root_id) }),
  );
  return { roots, personal_doc_count: counts.get(null) ?? 0, next };
}

/** One root as it is now. Throws 404 when it went, or the caller lost sight of it, since it was found. */
export async function answerRoot(call: Call<unknown>, { root_id, slug }: RootRow): Promise<Shown> {
  const { sql, actor, now } = call;
  const [row] = await listRoots(sql, actor, { root_id });
  if (!row) throw refuseDeleted({ slug });
  const counts = await countDocumentsByRoot(sql, { actor, now, root_id });
  const published = await askPublished(call, [root_id]);
  return showRoot(row, { doc_count: counts.get(root_id) ?? 0, published: published.has(root_id) });
}

async function askPublished(
  { callHook, sql, actor }: Pick<Call<unknown>, "callHook" | "sql"> & { actor: Actor },
  root_ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const answers = await callHook(publishedRootsHook, { sql, workspace_id: actor.workspace.id, root_ids });
  return new Set(answers.flat());
}
