// Offers every event to the workspace's webhooks:
// the rows of the audit bus are the outbox, told of at least once after the commit.
import { type Listener, listenInBatches, type Plan, type Port, port } from "../../kernel/plugin.ts";
import { dispatcherPort } from "./dispatcher.ts";
import { feedRoomPort } from "./feed.ts";
import { isAmongEverything } from "./filter.ts";
import { ATTEMPTS_MAX } from "./schedule.ts";
import { numberEvents } from "./store/feed.ts";
import { insertDeliveries } from "./store/webhooks.ts";

/** The plans that have webhooks. */
export const plansPort: Port<readonly Plan[]> = port("webhooks.plans");

export const offerEvents: Listener = listenInBatches("*", "offer", async (events, { database, clock, use }) => {
  await numberEvents(
    database,
    events.filter((event) => isAmongEverything(event.action)),
  );
  use(feedRoomPort).tell();
  // A crash that forgets these rows forgets that the job was done, too: it was written after them.
  const webhookIds = await insertDeliveries(database.asyncCommitSql, {
    events,
    plans: use(plansPort),
    attempts_max: ATTEMPTS_MAX,
    now: clock.now(),
  });
  if (webhookIds.length > 0) use(dispatcherPort).wake(webhookIds);
});
