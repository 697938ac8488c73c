// Brings the groups of a workspace up to what its directory says: each half hour and when somebody asks;
// stale ones open nothing (rules: directories/following).
import {
  type AuditEvent,
  findPerson,
  HOUR_MS,
  type JobDefinition,
  type ListenerContext,
  later,
  MINUTE_MS,
  type Runtime,
  type Sql,
  writeAudit,
} from "../../kernel/plugin.ts";
import { addToGroup, holdGroups } from "../../kernel/ports/auth.ts";
import { directoriesPort } from "./consent.ts";
import { ConsentError, DirectoryError, type Reader } from "./reading.ts";
import {
  type ConnectionRow,
  claimDue,
  extendReading,
  holdReading,
  noteOutcome,
  renewConsent,
} from "./store/connections.ts";
import {
  type DirectoryGroupRow,
  holdDirectoryGroup,
  holdGroupsAwaiting,
  holdStale,
  listGroups,
  pauseGroup,
} from "./store/groups.ts";
import { applySnapshot } from "./store/snapshots.ts";

/** Twice as often as needed, so that one failure pauses nothing. */
const REFRESH_MS = HOUR_MS / 2;
const STALE_MS = HOUR_MS;
/** Of a reading, renewed at each group: a server that has died in it is waited for no longer. */
export const READING_MS = 5 * MINUTE_MS;
const BATCH = 100;
export const TOKEN_PURPOSE = "directory.refresh_token";

export function refreshJobs(runtime: Runtime): JobDefinition[] {
  const each_minute = { attempts_max: 3, backoff_ms: () => MINUTE_MS, every_ms: MINUTE_MS };
  return [
    { kind: "directory.refresh", ...each_minute, run: (_job, { signal }) => refreshDue(runtime, signal) },
    // A job of its own: no provider that is slow to answer keeps stale groups open.
    { kind: "directory.pause", ...each_minute, run: (_job, { signal }) => pauseStale(runtime, signal) },
  ];
}

async function refreshDue(runtime: Runtime, signal: AbortSignal): Promise<void> {
  // Measured once, so that each is looked at once in this run.
  const before = later(runtime.clock.now(), -REFRESH_MS);
  while (!signal.aborted) {
    const now = runtime.clock.now();
    const due = await claimDue(runtime.database.sql, { before, until: later(now, READING_MS), now });
    if (!due) return;
    await refresh(runtime, due, signal);
  }
}

/** A list that is not whole changes nothing of its group; the others are read all the same. */
async function refresh(runtime: Runtime, connection: ConnectionRow, signal: AbortSignal): Promise<void> {
  const { connection_id } = connection;
  const { sql } = runtime.database;
  let { reading_until } = connection;
  let error: string | null = null;
  try {
    const reader = await openConnection(runtime, connection, signal);
    for (const group of await listGroups(sql, connection_id)) {
      const until = later(runtime.clock.now(), READING_MS);
      if (!(await extendReading(sql, { connection_id, reading_until }, until))) return;
      reading_until = until;
      error = (await refreshGroup(runtime, { group, reader, reading_until })) ?? error;
    }
  } catch (fault) {
    error = wordsOf(runtime, fault);
  }
  await noteOutcome(sql, { connection_id, reading_until, error, now: runtime.clock.now() });
  runtime.relay.wake();
}

/** Opens the directory with the kept consent. Throws DirectoryError. */
export async function openConnection(
  runtime: Runtime,
  connection: ConnectionRow,
  signal: AbortSignal,
): Promise<Reader> {
  const { connection_id, refresh_token: former, provider } = connection;
  const directory = runtime.use(directoriesPort).get(provider);
  const token = former && runtime.encrypter.open(TOKEN_PURPOSE, former);
  if (!directory) throw new DirectoryError("this server is not set up for it any more");
  if (!token) throw new DirectoryError("the consent cannot be read any more; connect it again");
  const { reader, renewed } = await directory.open(token, signal);
  if (renewed !== null && renewed !== token) {
    const sealed = runtime.encrypter.seal(TOKEN_PURPOSE, renewed);
    await renewConsent(runtime.database.sql, { connection_id, former, renewed: sealed });
  }
  return reader;
}

/** Answers what went wrong with this group, in words. Throws ConsentError, which is the end of all of them. */
async function refreshGroup(
  runtime: Runtime,
  of: { group: DirectoryGroupRow; reader: Reader; reading_until: Date },
): Promise<string | null> {
  const { group: row, reader, reading_until } = of;
  const { directory_group_id, connection_id, provider_group } = row;
  try {
    const emails = await reader.members(provider_group);
    const now = runtime.clock.now();
    await runtime.database.withTransaction(async (sql) => {
      // Whoever has ended the connection meanwhile has closed its groups: what was read before opens none of them again. Nor does what was
      // read by a server that was taken for dead, after another has read it anew.
      if (!(await holdReading(sql, { connection_id, reading_until }))) return;
      // Before what follows it, as whoever deletes it does: two that wait for each other would both begin again.
      await holdGroups(sql, { workspace_id: row.workspace_id, group_ids: [row.group_id] });
      const group = await holdDirectoryGroup(sql, directory_group_id);
      if (!group) return;
      const { added, removed } = await applySnapshot(sql, group, { emails, now });
      if (added + removed + Number(group.paused) === 0) return;
      await noteAsSystem(runtime, sql, { action: "directory.refresh", group, meta: { added, removed } });
    });
    return null;
  } catch (fault) {
    if (fault instanceof ConsentError) throw fault;
    return wordsOf(runtime, fault);
  }
}

function wordsOf(runtime: Runtime, fault: unknown): string {
  if (!(fault instanceof DirectoryError)) throw fault;
  runtime.log.warn({ err: fault }, "a directory was not read");
  return fault.message;
}

async function pauseStale(runtime: Runtime, signal: AbortSignal): Promise<void> {
  const before = later(runtime.clock.now(), -STALE_MS);
  for (let paused = BATCH; paused === BATCH && !signal.aborted; ) {
    paused = await runtime.database.withTransaction(async (sql) => {
      const stale = await holdStale(sql, { before, limit: BATCH });
      for (const group of stale) {
        await pauseGroup(sql, group);
        await noteAsSystem(runtime, sql, { action: "directory.pause", group, meta: { reason: "stale" } });
      }
      return stale.length;
    });
  }
}

async function noteAsSystem(
  { isHeard, clock }: Pick<Runtime, "isHeard" | "clock">,
  sql: Sql,
  { action, group, meta }: { action: string; group: DirectoryGroupRow; meta: Record<string, unknown> },
): Promise<void> {
  const by = { user_id: null, email: "system", workspace_id: group.workspace_id };
  const entry = { action, target_type: "group", target_id: group.group_id, meta, by };
  await writeAudit(sql, [entry], { actor: null, via: "system", request: null, now: clock.now(), isHeard });
}

/** Whoever joins is in the groups that the directory has them in, without waiting for a refresh. */
export async function admitJoiner(event: AuditEvent, { database, clock }: ListenerContext): Promise<void> {
  const person = await findPerson(database.sql, Number(event.target_id));
  if (!person || person.disabled || person.workspace.id !== event.workspace_id) return;
  const { user_id, email } = person;
  await database.withTransaction(async (sql) => {
    for (const group of await holdGroupsAwaiting(sql, { workspace_id: event.workspace_id, email })) {
      await addToGroup(sql, { group, user_ids: [user_id], now: clock.now() });
    }
  });
}
