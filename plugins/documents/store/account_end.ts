// What becomes of a person's documents when their account is deleted: into the trash at once, and purged with it after its days.
import { DAY_MS, later } from "../../../kernel/mod.ts";
import type { WriteCall } from "../calls.ts";
import { TRASH_DAYS } from "../rows.ts";
import { servedPort } from "../served_port.ts";
import { countChange } from "./counters.ts";
import { numberChanges } from "./moves.ts";

/**
 * Moves the caller's My documents to the trash, and with `roots` those of the workspace's roots too, when nobody is left to
 * look after them. Answers how many there were. In the transaction that ends the account.
 */
export async function trashAccount(call: WriteCall, { roots }: { roots: boolean }): Promise<number> {
  const { sql, now, actor } = call;
  const workspace_id = actor.workspace.id;
  const gone = await sql<{ document_id: number; slug: string; owner_id: number; bytes: number; live: number }[]>`
    update documents d set deleted_at = ${now}, deleted_by = ${actor.user_id}, purge_at = ${later(now, TRASH_DAYS * DAY_MS)}
    from places p
    where p.place_id = d.place_id and d.workspace_id = ${workspace_id} and d.deleted_at is null
      and (p.owner_id = ${actor.user_id} ${roots ? sql`or p.root_id is not null` : sql``})
    returning d.document_id, d.slug, d.owner_id, case when d.released_at is null then d.size_bytes else 0 end as bytes,
      (d.released_at is null)::int as live`;
  if (gone.length === 0) return 0;
  const slugs = gone.map((row) => row.slug);
  await call.use(servedPort).announce(sql, slugs);
  call.afterCommit(() => call.use(servedPort).refresh(slugs));
  const accounts = [...Map.groupBy(gone, (row) => row.owner_id)].sort(([a], [b]) => a - b);
  call.lastly(async (last) => {
    const counted = accounts.map(([owner_id, rows]) =>
      countChange(last, {
        workspace_id,
        owner_id,
        document_id: null,
        bytes: -rows.reduce((sum, row) => sum + row.bytes, 0),
        live: -rows.reduce((sum, row) => sum + row.live, 0),
        now,
      }),
    );
    const document_ids = gone.map((row) => row.document_id);
    // All are sent before any is waited for; the first takes the workspace's turn.
    await Promise.all([...counted, numberChanges(last, { workspace_id, document_ids })]);
  });
  return gone.length;
}
