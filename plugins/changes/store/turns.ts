// What changes of who may open what opened and closed for one caller:
// the documents that each touched, and whether they were theirs before.
import type { Actor, Sql } from "../../../kernel/plugin.ts";
import { reach } from "../../places/port.ts";
import type { Position } from "../cursor.ts";
import { endless, type FeedOptions } from "./feed.ts";
import { actorBefore, documentsBefore, type StandingSpan, tablesBefore } from "./past.ts";
import { isFollowed } from "./scope.ts";

/** Changes of places, grants and standings that one page looks at; each costs a look at all that is open to the caller. */
const TURNS_MAX = 8;
/** Documents that one page looks at. */
const TOUCHED_MAX = 300;

/** A document that a change touched. */
export interface Touched {
  seq: number;
  document_id: number;
  /** Its name on the wire, where the caller followed it just before the change; null where they did not. */
  left_id: string | null;
}

/** The documents that were touched behind `from`, in the order of the changes, up to `reached` at least. */
export interface TouchedPage {
  touched: Touched[];
  reached: Position;
}

/** Behind every key. */
const ALL = Number.MAX_SAFE_INTEGER;

interface Span {
  from: Position;
  to: Position;
}

/** Looks at what was touched from one position to another, or at as much of it as one page may. */
export async function readTouched(sql: Sql, options: FeedOptions, { from, to }: Span): Promise<TouchedPage> {
  const { turns, spans, last_moved } = await readTurns(sql, options, { from, to });
  const isMore = turns.length > TURNS_MAX;
  const looked = turns.slice(0, TURNS_MAX);
  const end = isMore ? { seq: looked.at(-1) ?? 0, document_id: null } : to;
  const touched: Touched[] = [];
  let behind = from;
  // Between two of them documents alone have changed, so what was open before the second was open all the while.
  const steps = looked.map((at) => ({ at, isTurn: true }));
  if (!isMore && last_moved > (looked.at(-1) ?? -1)) steps.push({ at: to.seq + 1, isTurn: false });
  for (const { at, isTurn } of steps) {
    const found = await readStep(sql, options, { span: { from: behind, to: end }, at, isTurn, spans });
    touched.push(...found);
    const last = found.at(-1);
    if (last && found.length === TOUCHED_MAX) return { touched, reached: last };
    behind = { seq: at, document_id: null };
    if (touched.length >= TOUCHED_MAX) return { touched, reached: behind };
  }
  return { touched, reached: end };
}

/** The numbers at which places or grants that may matter to the caller changed, or the caller did; one more than are looked at. */
async function readTurns(
  sql: Sql,
  options: FeedOptions,
  { from, to }: Span,
): Promise<{ turns: number[]; spans: StandingSpan[]; last_moved: number }> {
  const { actor } = options;
  const workspaceId = actor.workspace.id;
  const first = from.document_id === null ? from.seq + 1 : from.seq;
  const isWithin = (column: ReturnType<Sql>) => sql`${column} between ${first} and ${to.seq}`;
  const spans = sql`(select * from standing_spans where user_id = ${actor.user_id} and workspace_id = ${workspaceId})`;
  const [row] = await sql<[{ turns: number[] | null; spans: StandingSpan[] | null; last_moved: number }]>`
    with mine as materialized ${spans}, given as materialized (
      select g.since_seq, g.until_seq from grant_spans g
      where g.workspace_id = ${workspaceId} and (${isWithin(sql`g.since_seq`)} or ${isWithin(sql`g.until_seq`)}) and (
        g.subject_type = 'workspace' or (g.subject_type = 'user' and g.subject_id = ${actor.user_id})
        or (g.subject_type = 'group' and g.subject_id in (select group_id from mine where group_id is not null))
        or (g.document_id is not null and (
          -- A grant narrows what was open to every member.
          exists (select from documents d where d.document_id = g.document_id and d.visibility = 'workspace')
          or exists (select from past_documents d where d.document_id = g.document_id and d.visibility = 'workspace'))))
    ), turned as (${turnsOf(sql, options)})
    select
      (select json_agg(seq order by seq) from (
        select seq from turned where ${isWithin(sql`seq`)} order by seq limit ${TURNS_MAX + 1}) as next) as turns,
      (select json_agg(json_build_object('standing', standing, 'group_id', group_id, 'since_seq', since_seq,
        'until_seq', nullif(until_seq, ${endless(sql)}))) from mine) as spans,
      coalesce((select max(until_seq) from past_documents
        where workspace_id = ${workspaceId} and ${isWithin(sql`until_seq`)} ${andMine(sql, options)}), -1) as last_moved`;
  return { turns: row.turns ?? [], spans: row.spans ?? [], last_moved: row.last_moved };
}

/** Over `mine` and `given`: the numbers of all turns. Nobody opens or closes one's own documents to oneself; their folders get other names. */
function turnsOf(sql: Sql, options: FeedOptions) {
  const { actor, scope } = options;
  const places = sql`select until_seq as seq from past_places where workspace_id = ${actor.workspace.id} ${andMine(sql, options)}`;
  if (scope === "mine") return isWhole(options) ? sql`${places} and false` : places;
  return sql`${places} union select since_seq from mine union select until_seq from mine
    union select since_seq from given union select until_seq from given`;
}

/** After a condition over what has an owner: for who follows nothing but what is theirs. */
function andMine(sql: Sql, { actor, scope }: FeedOptions) {
  return scope === "mine" ? sql`and owner_id = ${actor.user_id}` : sql``;
}

/** Whether every folder is followed, so that it makes no difference what one is called. */
function isWhole({ folder, recursive }: FeedOptions): boolean {
  return folder === "" && recursive;
}

interface Step {
  span: Span;
  /** Reads what was before this number. */
  at: number;
  /** More than documents changed with it. */
  isTurn: boolean;
  spans: readonly StandingSpan[];
}

async function readStep(sql: Sql, options: FeedOptions, { span, at, isTurn, spans }: Step): Promise<Touched[]> {
  const { actor } = options;
  const before = actorBefore(actor, spans, at);
  const { from, to } = span;
  const moved = sql`
    (select until_seq as seq, document_id from past_documents
      where workspace_id = ${actor.workspace.id} and until_seq between ${from.seq} and ${Math.min(at, to.seq)} ${andMine(sql, options)}
        and ${isAfter(sql, from, sql`until_seq`)}
      order by until_seq, document_id limit ${TOUCHED_MAX})`;
  const among = from.seq === at ? (from.document_id ?? ALL) : 0;
  const touched = sql`
    select seq, document_id from (${moved} ${isTurn ? sql`union ${touchedBy(sql, actor, { at, among })}` : sql``}) as one
    where ${isAfter(sql, from, sql`seq`)} and not (${isAfter(sql, to, sql`seq`)})
    order by seq, document_id limit ${TOUCHED_MAX}`;
  return sql<Touched[]>`
    with ${isTurn ? afterwards(sql, options, { at, after: actorBefore(actor, spans, at + 1) }) : sql``}
      ${tablesBefore(sql, actor, at)}, ${reach(sql, before)}, ${isTurn ? differing(sql, options) : sql``}
      touched as materialized (${touched}), documents as materialized (${documentsBefore(sql, actor)})
    select seq, document_id, case when ${isFollowed(sql, { ...options, actor: before })} then doc_id end as left_id
    from documents d order by seq, document_id`;
}

/** What a turn left open, and which folders it moved; read ahead of the past, where the tables still are those of today. */
function afterwards(sql: Sql, options: FeedOptions, { at, after }: { at: number; after: Actor }) {
  const { actor } = options;
  const isLater = sql`later.place_id = f.place_id and later.workspace_id = f.workspace_id and later.until_seq > ${at}`;
  const movedTo = sql`coalesce(
    (select path from past_places later where ${isLater} order by until_seq limit 1),
    (select path from places p where p.place_id = f.place_id))`;
  const matters = isWhole(options) ? sql`false` : sql`f.path is distinct from ${movedTo}`;
  return sql`reached_after as materialized (
      with ${tablesBefore(sql, actor, at + 1)}, ${reach(sql, after)}
      select place_id, root_id, null::bigint as document_id from open_places
      union all select null, null, document_id from held where document_id is not null
    ), moved_places as materialized (
      select place_id from past_places f where f.workspace_id = ${actor.workspace.id} and f.until_seq = ${at} and ${matters}
    ),`;
}

/** In a query with `afterwards`, and with `reach` as of before: the places and documents that a turn opened or closed. */
function differing(sql: Sql, { scope }: FeedOptions) {
  const isFollowedRoot = typeof scope === "object" ? sql`and root_id = ${scope.root.root_id}` : sql``;
  return sql`differing_places as materialized (
      (select place_id from open_places where true ${isFollowedRoot} except select place_id from reached_after)
      union (select place_id from reached_after where true ${isFollowedRoot} except select place_id from open_places)
      union select place_id from moved_places
    ), sighted_places as materialized (
      ${scope === "all" ? sightedPlaces(sql) : sql`select null::bigint as place_id where false`}
    ), differing_documents as materialized (
      (select document_id from held except select document_id from reached_after)
      union (select document_id from reached_after except select document_id from held)
    ),`;
}

/** Of what is open to every member, a root's documents are listed to whoever sees the root: the places of those that came in sight or went. */
function sightedPlaces(sql: Sql) {
  return sql`
    select place_id from places where root_id in (
      (select root_id from open_places except select root_id from reached_after)
      union (select root_id from reached_after except select root_id from open_places))
    except select place_id from differing_places`;
}

/** In a query with `differing`: the documents that a turn touched, the first of them behind the key `among`. */
function touchedBy(sql: Sql, actor: Actor, { at, among }: { at: number; among: number }) {
  const workspaceId = actor.workspace.id;
  const first = sql`and document_id > ${among} order by document_id limit ${TOUCHED_MAX}`;
  const isLater = sql`workspace_id = ${workspaceId} and until_seq >= ${at}`;
  const inPlaces = sql`place_id = any(array(select place_id from differing_places))`;
  const inSighted = sql`visibility = 'workspace' and place_id = any(array(select place_id from sighted_places))`;
  return sql`
    (select ${at}::bigint, document_id from documents where ${inPlaces} ${first})
    union (select ${at}, document_id from past_documents where ${inPlaces} and ${isLater} ${first})
    union (select ${at}, document_id from documents where ${inSighted} ${first})
    union (select ${at}, document_id from past_documents where ${inSighted} and ${isLater} ${first})
    union (select ${at}, document_id from differing_documents where true ${first})
    -- A grant to others narrows what was open to every member.
    union (select ${at}, document_id from grant_spans
      where workspace_id = ${workspaceId} and (since_seq = ${at} or until_seq = ${at}) ${first})`;
}

/** Over rows with a `document_id` at the number of a column. */
function isAfter(sql: Sql, { seq, document_id }: Position, column: ReturnType<typeof endless>) {
  return document_id === null ? sql`${column} > ${seq}` : sql`(${column}, document_id) > (${seq}, ${document_id})`;
}
