// A server whose clock jumps sends nothing twice.
// Alone in its file: another server's clock would say that the lease has run out.
import { expect, test } from "bun:test";
import { openHarness } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { offer } from "./offering.ts";
import { hook, OPENED, openReceiver } from "./receiver.ts";

const h = await openHarness({ env: OPENED });

test("a clock that jumps while an attempt is under way has nothing sent twice", async () => {
  const receiver = openReceiver();
  const as = await h.person();
  await hook(h, as, { url: receiver.url, events: ["star.create"] });
  h.clock.advance(1000);
  const letGo = Promise.withResolvers<void>();
  receiver.answer = async () => {
    if (receiver.received.length === 1) await letGo.promise;
    return new Response("ok");
  };
  await offer(h, as, 1);
  const { runtime } = await h.twin();
  runtime.relay.start();
  runtime.jobs.start();
  await until(() => receiver.received.length === 1);
  // Its lease would have run out by far. What is offered now is claimed behind it.
  h.clock.advance(3_600_000);
  await offer(h, as, 3);
  runtime.relay.wake();
  await until(() => receiver.received.length >= 4);
  h.clock.advance(-3_600_000);
  letGo.resolve();
  await until(async () => {
    const [row] = await h.runtime.database.sql`
      select count(*)::int as n from webhook_deliveries where workspace_id = ${as.workspace_id} and status = 'ok'`;
    return row?.["n"] === 4;
  });
  expect(new Set(receiver.received.map((one) => one.body.id)).size).toBe(4);
  expect(receiver.received).toHaveLength(4);
});
