// Orders certificates that are due, one server at a time, and again when two thirds of their time are over.
import {
  DAY_MS,
  enqueue,
  HOUR_MS,
  type JobDefinition,
  later,
  MINUTE_MS,
  type Runtime,
  SECOND_MS,
} from "../../kernel/plugin.ts";
import { readAuthorities } from "../../kernel/ports/outbound.ts";
import { type Authority, type Issued, makeAccountKey, OrderFault, orderCertificate } from "./authority.ts";
import { holdOrder, waitAfter } from "./held_order.ts";
import { announceChange, KEY_PURPOSE } from "./served.ts";
import { certificateSettings } from "./settings.ts";
import { settledHook } from "./settled.ts";
import {
  ensureAccountKey,
  pauseOrders,
  publishChallenge,
  purgeChallenges,
  readAccountKey,
  replaceAccountKey,
} from "./store/acme.ts";
import { type CertificateRow, keep, noteFailure, purgeReleased, want } from "./store/certificates.ts";

const ORDER = "certificates.order";
/** Soon after the end of a lease: what a dead server was ordering is taken up then. */
const LOOK_MS = MINUTE_MS;
/** Longer than the longest wait. */
const RELEASED_MS = DAY_MS;
const ACCOUNT_PURPOSE = "certificates.account";

/** Has a certificate ordered soon. In the caller's transaction; wake the jobs after it. */
export function enqueueOrder(sql: Parameters<typeof enqueue>[0], of: { hostname: string; now: Date }): Promise<void> {
  return enqueue(sql, {
    kind: ORDER,
    payload: { hostname: of.hostname },
    due_at: of.now,
    dedupe_key: `${ORDER}:${of.hostname}`,
  });
}

export function orderJobs(runtime: Runtime): JobDefinition[] {
  const steady = { attempts_max: 3, backoff_ms: () => MINUTE_MS };
  return [
    { kind: ORDER, ...steady, run: async ({ payload }) => void (await orderOne(runtime, String(payload["hostname"]))) },
    {
      kind: "certificates.renew",
      ...steady,
      every_ms: LOOK_MS,
      run: async (_job, { signal }) => {
        if (!isIssuing(runtime)) return;
        const before = later(runtime.clock.now(), -RELEASED_MS);
        await purgeReleased(runtime.database.sql, before);
        await purgeChallenges(runtime.database.sql, before);
        await wantOwnHosts(runtime);
        while (!signal.aborted && (await orderOne(runtime, null))) {
          // The next one that is due.
        }
      },
    },
  ];
}

/** Whether this server ends TLS itself. */
export function isIssuing(runtime: Runtime): boolean {
  return runtime.settings(certificateSettings).HTTPS_PORT !== undefined;
}

/** Those that people type with https; on http nobody would look at a certificate. */
async function wantOwnHosts({ config, database, clock }: Runtime): Promise<void> {
  const hostnames = [config.base_url, config.content_url]
    .map((origin) => new URL(origin))
    .filter((url) => url.protocol === "https:")
    .map((url) => url.hostname);
  if (hostnames.length > 0) await want(database.sql, { hostnames, workspace_id: null, now: clock.now() });
}

/** Answers whether there was one to order. */
async function orderOne(runtime: Runtime, hostname: string | null): Promise<boolean> {
  const { database, clock } = runtime;
  if (!isIssuing(runtime)) return false;
  const { directory_url } = authorityOf(runtime);
  const held = await holdOrder(runtime, { hostname, directory_url });
  if (!held) return false;
  const { row } = held;
  try {
    await keepIssued(runtime, row, await order(runtime, row.hostname));
  } catch (error) {
    if (!(error instanceof OrderFault)) throw error;
    runtime.log.warn({ err: error, hostname: row.hostname }, "a certificate was not issued");
    const rest_ms = error.wait_seconds * SECOND_MS;
    if (rest_ms > 0) await pauseOrders(database.sql, { directory_url, until: later(clock.now(), rest_ms) });
    const due_at = later(clock.now(), Math.max(waitAfter(row.failures), rest_ms));
    await noteFailure(database.sql, { hostname: row.hostname, error: error.message, due_at });
  } finally {
    await held.release();
  }
  await runtime.callHook(settledHook, { hostname: row.hostname });
  return true;
}

async function order(runtime: Runtime, hostname: string): Promise<Issued> {
  const { database, clock } = runtime;
  const authority = authorityOf(runtime);
  return orderCertificate(authority, {
    hostname,
    account_key: await accountKey(runtime, authority.directory_url),
    publish: (challenge) => publishChallenge(database.sql, { ...challenge, hostname, now: clock.now() }),
  });
}

async function keepIssued(
  { database, encrypter, clock }: Runtime,
  { hostname }: CertificateRow,
  { chain, key, begins_at, expires_at }: Issued,
): Promise<void> {
  const lifetime_ms = expires_at.getTime() - begins_at.getTime();
  // A server whose clock is ahead of the authority's orders once an hour, and not without end.
  const earliest = clock.now().getTime() + HOUR_MS;
  const due_at = new Date(Math.max(earliest, begins_at.getTime() + (lifetime_ms * 2) / 3));
  await database.withTransaction(async (sql) => {
    const sealed_key = encrypter.seal(KEY_PURPOSE, key);
    if (await keep(sql, { hostname, chain, sealed_key, expires_at, due_at })) await announceChange(database, sql);
  });
}

/** One account a directory, shared by every server. */
async function accountKey({ database, encrypter, clock }: Runtime, directory_url: string): Promise<string> {
  const { sql } = database;
  const kept = await readAccountKey(sql, directory_url);
  const opened = kept && encrypter.open(ACCOUNT_PURPOSE, kept);
  if (opened) return opened;
  const fresh = encrypter.seal(ACCOUNT_PURPOSE, await makeAccountKey());
  // A key sealed under a former secret is lost, and an account costs nothing.
  if (kept) await replaceAccountKey(sql, { directory_url, sealed_key: fresh });
  const sealed = await ensureAccountKey(sql, { directory_url, sealed_key: fresh, now: clock.now() });
  return encrypter.open(ACCOUNT_PURPOSE, sealed) ?? accountKeyLost(directory_url);
}

function accountKeyLost(directory_url: string): never {
  throw new OrderFault(`the key of the account at ${directory_url} cannot be read: all servers need the same SECRET`);
}

export function authorityOf(runtime: Runtime): Authority {
  const { ACME_DIRECTORY, ACME_EMAIL, ACME_CA_FILE } = runtime.settings(certificateSettings);
  return {
    directory_url: ACME_DIRECTORY,
    email: ACME_EMAIL,
    ca: ACME_CA_FILE === undefined ? undefined : readAuthorities("ACME_CA_FILE", ACME_CA_FILE),
  };
}
