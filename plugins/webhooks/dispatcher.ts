// Sends what is due: many receivers at once, a few requests to each,
// so that one that hangs keeps nobody waiting but itself.

import { type Dispatcher, later, type Port, port, type Runtime, SECOND_MS } from "../../kernel/plugin.ts";
import { createWakeableWorker } from "../../kernel/ports/jobs.ts";
import type { Outside } from "../../kernel/ports/outbound.ts";
import { attemptDelivery } from "./attempt.ts";
import { takeStock } from "./pausing.ts";
import { createReceivers } from "./receivers.ts";
import {
  type ClaimedDelivery,
  claimDeliveries,
  findDue,
  renewLeases,
  type Settlement,
  settleDeliveries,
} from "./store/dispatch.ts";

/** What a server that dies leaves behind is taken over after this; three renewals fit in. */
export const LEASE_MS = 10 * SECOND_MS;
const RENEWAL_MS = 3 * SECOND_MS;
/** What no wake told of, such as a retry or what a dead server left, is found this late. */
const LOOK_MS = SECOND_MS / 2;
const DUE_MAX = 1000;
/** Attempts that end within this are written down together. */
const GATHER_MS = 2;

export interface WebhookDispatcher extends Dispatcher {
  /** Says that these webhooks have something due. */
  wake(webhookIds: readonly number[]): void;
}

type Ended = Settlement & { webhook_id: number };

export const dispatcherPort: Port<WebhookDispatcher> = port("webhooks.dispatcher");

/** Makes the workers of this server. */
export function createDispatcher(runtime: Runtime, outside: Outside): WebhookDispatcher {
  const { database, clock, log } = runtime;
  const loop = createWakeableWorker({
    round: async () => {
      await Bun.sleep(GATHER_MS);
      await cycle();
    },
    failure: "deliveries could not be claimed, the next look tries again",
    database,
    log,
  });
  const receivers = createReceivers();
  const running = new Map<ClaimedDelivery, Promise<void>>();
  let ended: Ended[] = [];
  let is_stopping = false;
  let timers: Timer[] = [];
  let lookedUpTo = 0;

  /** Writes down what has ended, and takes on what there is room for; answers how many it took on. */
  async function cycle(): Promise<number> {
    await settle();
    const { allowances, limit } = receivers.allowances();
    if (is_stopping || allowances.length === 0 || limit <= 0) return 0;
    const now = clock.now();
    const lease = { now, lease_until: later(now, LEASE_MS) };
    const claimed = await claimDeliveries(database.asyncCommitSql, {
      allowances,
      held: [...running.keys()],
      limit,
      ...lease,
    });
    receivers.claimed(allowances, claimed, limit);
    for (const delivery of claimed) launch(delivery);
    return claimed.length;
  }

  async function settle(): Promise<void> {
    const settling = ended;
    if (settling.length === 0) return;
    ended = [];
    try {
      await settleDeliveries(database.asyncCommitSql, settling);
      await takeStock(runtime, settling);
    } catch (error) {
      log.warn(
        { err: error, count: settling.length },
        "the end of deliveries could not be written, they are sent again",
      );
    }
  }

  function launch(delivery: ClaimedDelivery): void {
    const done = receivers.begin(delivery.webhook_id);
    const attempt = attemptDelivery(runtime, outside, delivery).then((settlement) => {
      done(!settlement || settlement.status === "ok");
      if (settlement) ended.push({ ...settlement, webhook_id: delivery.webhook_id });
      running.delete(delivery);
      loop.wake();
    });
    running.set(delivery, attempt);
  }

  function renewInBackground(): void {
    const held = [...running.keys()];
    if (held.length === 0) return;
    renewLeases(database.asyncCommitSql, { held, lease_until: later(clock.now(), LEASE_MS) }).catch((error) =>
      log.warn({ err: error }, "leases of deliveries could not be renewed"),
    );
  }

  async function lookForDue(): Promise<void> {
    const found = await findDue(database.asyncCommitSql, { now: clock.now(), after: lookedUpTo, limit: DUE_MAX });
    lookedUpTo = found.length < DUE_MAX ? 0 : (found.at(-1) ?? 0);
    receivers.add(found);
  }

  function lookInBackground(): void {
    lookForDue().then(loop.wake, (error) => log.warn({ err: error }, "due deliveries could not be looked for"));
  }

  return {
    wake(webhookIds) {
      receivers.add(webhookIds);
      loop.wake();
    },
    start() {
      loop.start();
      timers = [setInterval(lookInBackground, LOOK_MS), setInterval(renewInBackground, RENEWAL_MS)];
      lookInBackground();
    },
    async runDue() {
      let count = 0;
      for (;;) {
        await lookForDue();
        const taken = await cycle();
        count += taken;
        await Promise.all(running.values());
        await settle();
        if (taken === 0) return count;
      }
    },
    async stop() {
      const [look, renewal] = timers;
      clearInterval(look);
      is_stopping = true;
      await loop.idle();
      await Promise.all(running.values());
      await loop.stop();
      clearInterval(renewal);
      await settle();
    },
  };
}
