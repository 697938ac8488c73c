// Writes of what happened:
// readings of many people in one statement, and events of the audit bus, each once however often it is told.
import type { Plan, Sql } from "../../../kernel/plugin.ts";
import type { ReadKind } from "../../documents/port/read.ts";

/** Readings of a document by one reader within a period. Instants are texts of ISO 8601. */
export interface SeenReading {
  document_id: number;
  kind: ReadKind;
  via: string;
  count: number;
  /** Null for whoever is no member of the workspace. */
  user_id: number | null;
  day: string;
  /** When the period began. */
  started: string;
  first_at: string;
  last_at: string;
  /** What tells readers of a day apart, in hexadecimal; null where that is not known. */
  reader: string | null;
}

/** Readers of a document on one day that are told apart; whoever comes beyond them is counted as a view alone. */
const READERS_A_DAY = 100_000;

/**
 * Counts readings. Of documents that are gone nothing is kept. Every statement takes the rows of its workspaces first and in
 * order, so that servers that count at once wait for each other and never in a circle.
 */
export async function countReadings(
  sql: Sql,
  { readings, plans }: { readings: readonly SeenReading[]; plans: readonly Plan[] },
): Promise<void> {
  if (readings.length === 0) return;
  const rows = JSON.stringify(readings);
  await sql`
    with sent as materialized (
      select d.workspace_id, d.owner_id, s.* from jsonb_to_recordset(${rows}::text::jsonb) as s(document_id bigint, kind text,
        via text, count bigint, user_id bigint, day date, started timestamptz, first_at timestamptz, last_at timestamptz, reader text),
        lateral (select workspace_id, owner_id from documents where documents.document_id = s.document_id limit 1) as d
    ), ${numbered(sql)}, counted as materialized (
      select s.*, n.seq from sent s join numbered n using (workspace_id) where s.user_id is distinct from s.owner_id
    ), fresh as (
      insert into activity_readers (workspace_id, document_id, day, reader)
      select distinct c.workspace_id, c.document_id, c.day, decode(c.reader, 'hex') from counted c
      where c.kind = 'view' and c.reader is not null and ${READERS_A_DAY} > coalesce((
        select a.unique_viewers from activity_days a where a.document_id = c.document_id and a.day = c.day), 0)
      order by 2, 3, 4 on conflict do nothing returning document_id, day
    ), days as (
      insert into activity_days as a (workspace_id, document_id, day, views, downloads, unique_viewers, changed)
      select c.workspace_id, c.document_id, c.day, coalesce(sum(c.count) filter (where c.kind = 'view'), 0),
        coalesce(sum(c.count) filter (where c.kind = 'download'), 0),
        (select count(*) from fresh f where f.document_id = c.document_id and f.day = c.day), max(c.seq)
      from counted c group by c.workspace_id, c.document_id, c.day order by 2, 3
      on conflict (document_id, day) do update set views = a.views + excluded.views, downloads = a.downloads + excluded.downloads,
        unique_viewers = a.unique_viewers + excluded.unique_viewers, changed = excluded.changed
    ), detailed as materialized (
      select s.workspace_id, s.document_id, s.kind, s.via, s.user_id, s.started, min(s.first_at) as at, max(s.last_at) as last_at,
        sum(s.count) as count
      from sent s join numbered using (workspace_id) join workspaces w using (workspace_id)
      where w.plan = any(${[...plans]}::text[]) group by 1, 2, 3, 4, 5, 6 order by 2, 6
    ), anonymous as (
      insert into activity_events as e (workspace_id, document_id, kind, via, user_id, anonymous, at, last_at, started, count)
      select workspace_id, document_id, kind, via, null, true, at, last_at, started, count from detailed where user_id is null
      on conflict (document_id, started, kind, via) where audit_event_id is null and anonymous ${addUp(sql)}
    )
    insert into activity_events as e (workspace_id, document_id, kind, via, user_id, anonymous, at, last_at, started, count)
    select workspace_id, document_id, kind, via, user_id, false, at, last_at, started, count from detailed where user_id is not null
    on conflict (document_id, started, kind, via, user_id) where audit_event_id is null and not anonymous ${addUp(sql)}`;
}

function addUp(sql: Sql) {
  return sql`do update set count = e.count + excluded.count, at = least(e.at, excluded.at), last_at = greatest(e.last_at, excluded.last_at)`;
}

/** Over `sent`: the next number of each workspace, as `numbered`. Counting what was numbered has all of it numbered first. */
function numbered(sql: Sql) {
  return sql`bumped as (
      insert into activity_workspaces as w (workspace_id, seq) select distinct workspace_id, 1 from sent order by workspace_id
      on conflict (workspace_id) do update set seq = w.seq + 1 returning workspace_id, seq
    ), numbered as materialized (select workspace_id, seq, count(*) over () from bumped)`;
}

/** A change of a document, from the audit log. */
export interface HeardEvent {
  audit_event_id: number;
  doc_id: string;
  kind: "edit" | "comment" | "share";
  via: string;
  user_id: number | null;
  at: string;
}

/**
 * Counts events that were not counted before. The documents are looked up one by one, since the planner takes any list in JSON for a
 * hundred rows, and would rather read a table through that had few rows when it looked last.
 */
export async function countEvents(sql: Sql, events: readonly HeardEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = JSON.stringify(events);
  await sql`
    with sent as materialized (
      select d.workspace_id, d.document_id, s.* from jsonb_to_recordset(${rows}::text::jsonb) as s(audit_event_id bigint,
        doc_id text, kind text, via text, user_id bigint, at timestamptz),
        lateral (select workspace_id, document_id from documents where documents.doc_id = s.doc_id limit 1) as d
    ), ${numbered(sql)}, told as (
      insert into activity_events (workspace_id, document_id, kind, via, user_id, anonymous, at, last_at, started, count, audit_event_id)
      select s.workspace_id, s.document_id, s.kind, s.via, u.user_id, false, s.at, s.at, s.at, 1, s.audit_event_id
      from sent s join numbered using (workspace_id) left join users u using (user_id) order by s.audit_event_id
      on conflict (audit_event_id) where audit_event_id is not null do nothing returning workspace_id, document_id, kind, at
    )
    insert into activity_days as a (workspace_id, document_id, day, edits, comments, shares, changed)
    select t.workspace_id, t.document_id, (t.at at time zone 'UTC')::date, count(*) filter (where t.kind = 'edit'),
      count(*) filter (where t.kind = 'comment'), count(*) filter (where t.kind = 'share'), max(n.seq)
    from told t join numbered n using (workspace_id) group by 1, 2, 3 order by 2, 3
    on conflict (document_id, day) do update set edits = a.edits + excluded.edits, comments = a.comments + excluded.comments,
      shares = a.shares + excluded.shares, changed = excluded.changed`;
}
