// One order for this server alone:
// held for a minute at a time while it works, so that another takes over soon when it dies.
import { HOUR_MS, later, MINUTE_MS, type Runtime, SECOND_MS } from "../../kernel/plugin.ts";
import { announceOrders } from "./challenges.ts";
import { endChallenges } from "./store/acme.ts";
import { type CertificateRow, claim, extend, release } from "./store/certificates.ts";

/** An order that this server holds. */
export interface HeldOrder {
  row: CertificateRow;
  /** Lets it go, with what it had published. */
  release(): Promise<void>;
}

/** An order is held for so long, and for as long again while it is under way. */
export const LEASE_MS = MINUTE_MS;
/** Three of them fit into a lease. */
const BEAT_MS = 15 * SECOND_MS;
const FIRST_WAIT_MS = 5 * MINUTE_MS;
const WAIT_MS_MAX = 12 * HOUR_MS;

/** Takes the order that is due, of a name or of any; null when there is none. */
export async function holdOrder(
  runtime: Runtime,
  of: { hostname: string | null; directory_url: string },
): Promise<HeldOrder | null> {
  const { database, clock, log } = runtime;
  const now = clock.now();
  let until = later(now, LEASE_MS);
  const wait = { first_seconds: FIRST_WAIT_MS / SECOND_MS, seconds_max: WAIT_MS_MAX / SECOND_MS };
  const row = await database.withTransaction(async (sql) => {
    const taken = await claim(sql, { ...of, now, until, wait });
    if (taken) await announceOrders(database, sql);
    return taken;
  });
  if (!row) return null;
  const { hostname } = row;

  async function beat(): Promise<void> {
    const from = until;
    const next = later(clock.now(), LEASE_MS);
    await database.withTransaction(async (sql) => {
      // Another server has it where this one stood still for too long.
      if (!(await extend(sql, { hostname, from, until: next }))) return;
      await announceOrders(database, sql);
      until = next;
    });
  }

  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    beating = beating
      .then(beat)
      .catch((error: unknown) => log.warn({ err: error, hostname }, "an order could not be held for longer"));
  }, BEAT_MS);
  timer.unref();
  return {
    row,
    release: async () => {
      clearInterval(timer);
      await beating;
      await database.withTransaction(async (sql) => {
        await endChallenges(sql, hostname);
        await release(sql, { hostname, until });
        await announceOrders(database, sql);
      });
    },
  };
}

/** How long a name waits that has failed so often before. */
export function waitAfter(failures: number): number {
  return Math.min(WAIT_MS_MAX, FIRST_WAIT_MS * 2 ** Math.min(failures, 20));
}
