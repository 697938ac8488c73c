// What happens in databases is sent to webhooks that name it, and to none that ask for everything.
import { expect, test } from "bun:test";
import { openHarness } from "../harness.ts";
import { deliver, hook, OPENED, openReceiver } from "../webhooks/receiver.ts";
import { databasesOf } from "./made.ts";

const h = await openHarness({ env: OPENED });
const receiver = openReceiver();
const { makeDatabase, addRecord, must } = databasesOf(h);

test.each([
  [["*"], ["doc.publish"]],
  [["database.record_create"], ["database.record_create"]],
  [["database.*"], ["database.record_create", "database.table_create"]],
])("a webhook of %p is sent %p", async (events, expected) => {
  receiver.received.length = 0;
  const as = await h.person();
  await hook(h, as, { url: receiver.url, events });
  const db = await makeDatabase({ as });
  await addRecord(db, { name: "One" });
  await deliver(h);
  const sent = receiver.received.map(({ body }) => body.action).filter((action) => !action.startsWith("webhook."));
  expect(sent.sort()).toEqual(expected);
  const feed = await must(h.call("GET /api/events", { as }));
  expect(feed.events.map(({ action }: { action: string }) => action)).not.toContain("database.record_create");
});
