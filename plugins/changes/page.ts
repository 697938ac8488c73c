// A page of the feed: the documents that changed, those that were opened to the caller and those that left,
// in one order.
import { type Actor, refuse, type Sql } from "../../kernel/plugin.ts";
import { comparePositions, type Position, type Standpoint } from "./cursor.ts";
import { type ChangeRow, type FeedOptions, KEPT_DAYS, type Moment, readChanged, readNow } from "./store/feed.ts";
import { readTouched } from "./store/turns.ts";

/** A document as it is now, or only its name where the caller follows it no more. */
export type Told = { row: ChangeRow } | { left: string };

export interface FeedPage {
  told: Told[];
  next: Standpoint;
  has_more: boolean;
  /** As they are in the database. */
  actor: Actor;
}

export type PageOptions = Omit<FeedOptions, "after"> & {
  /** Null for who begins now. */
  stands: Standpoint | null;
};

interface Placed {
  at: Position;
  told: Told;
}

/** Throws 400 for a standpoint of which the past is not known, and 401 when the caller has been moved or switched off. */
export async function readPage(sql: Sql, options: PageOptions): Promise<FeedPage> {
  const after = options.stands?.after ?? whole(0);
  const changed = await readChanged(sql, { ...options, after });
  const { moment } = changed;
  const actor = currentActor(options.actor, moment);
  // Who is remembered as something else is asked for anew: a page that is read as the one and counted as the other would miss it.
  if (actor !== options.actor) return readPage(sql, { ...options, actor });
  const began = options.stands?.began ?? moment.latest;
  if (options.stands) refuseUnknown(options.stands, moment);
  const end = changed.has_more ? positionOf(changed.rows.at(-1)) : whole(moment.latest);
  const from = began > after.seq ? whole(began) : after;
  const placed: Placed[] = changed.rows.map((row) => ({ at: positionOf(row), told: { row } }));
  const isTurned = comparePositions(from, whole(moment.turned)) < 0 && comparePositions(from, end) < 0;
  const turned = isTurned
    ? await readTurned(sql, { ...options, after }, { from, to: end })
    : { placed: [], reached: end };
  const all = [...placed, ...turned.placed]
    .filter(({ at }) => comparePositions(at, turned.reached) <= 0)
    .sort((one, other) => comparePositions(one.at, other.at));
  const page = all.slice(0, options.limit);
  const reached = all.length > options.limit ? (page.at(-1)?.at ?? end) : turned.reached;
  const has_more = comparePositions(reached, whole(moment.latest)) < 0;
  return { told: lastOfEach(page), next: { after: reached, began, life: moment.life }, has_more, actor };
}

function currentActor(actor: Actor, { standing }: Moment): Actor {
  if (standing?.workspace_id !== actor.workspace.id) {
    throw refuse.unauthenticated("authentication lost; retry the request");
  }
  const { role, group_ids } = standing;
  const currentIds = [...actor.group_ids].sort((a, b) => a - b);
  const isSame = role === actor.role && currentIds.join() === group_ids.join();
  return isSame ? actor : { ...actor, role, group_ids };
}

function refuseUnknown({ after, began, life }: Standpoint, { latest, oldest, ...now }: Moment): void {
  if (latest < after.seq || (life !== null && life !== now.life)) {
    throw refuse.invalid(
      "since is ahead of what is here, or of another history, as after a restore; leave it out to begin anew",
    );
  }
  if (Math.max(after.seq, began) < oldest) {
    throw refuse.invalid(
      `since is older than what the feed still knows of who could open what, which is ${KEPT_DAYS} days and your time in the workspace; leave it out to begin anew`,
    );
  }
}

/** Who can open it now and could not is told of the document, unless a later change of its own tells them; who could and cannot is told that it left. */
async function readTurned(
  sql: Sql,
  options: FeedOptions,
  span: { from: Position; to: Position },
): Promise<{ placed: Placed[]; reached: Position }> {
  const { touched, reached } = await readTouched(sql, options, span);
  const ids = [...new Set(touched.map((one) => one.document_id))];
  const rows = ids.length === 0 ? [] : await readNow(sql, options, ids);
  const now = new Map(rows.map((row) => [row.document_id, row]));
  const placed = touched.flatMap(({ seq, document_id, left_id }): Placed[] => {
    const at = { seq, document_id };
    const row = now.get(document_id);
    if (!row) return left_id === null ? [] : [{ at, told: { left: left_id } }];
    const isNew = left_id === null && row.deleted_at === null && row.change_seq < seq;
    return isNew ? [{ at, told: { row } }] : [];
  });
  return { placed, reached };
}

function whole(seq: number): Position {
  return { seq, document_id: null };
}

function positionOf(row: ChangeRow | undefined): Position {
  if (!row) throw new Error("a page with more behind it has a last row");
  return { seq: row.change_seq, document_id: row.document_id };
}

/** Of a document that a page tells of several times, the last. */
function lastOfEach(page: readonly Placed[]): Told[] {
  const last = new Map(page.map((one) => [one.at.document_id, one]));
  return page.filter((one) => last.get(one.at.document_id) === one).map((one) => one.told);
}
