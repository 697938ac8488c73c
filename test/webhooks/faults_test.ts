// Servers that die and receivers that hang: every event still arrives, and nobody waits for another's receiver.
import { afterAll, expect, test } from "bun:test";
import { untilAnswers } from "../faults/server_process.ts";
import { serverProgram } from "../faults/server_program.ts";
import { freePort } from "../harness/free_port.ts";
import { openHarness } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { offer } from "./offering.ts";
import { deliver, hook, OPENED, openReceiver } from "./receiver.ts";

const EVENTS = 20;
const h = await openHarness({ env: OPENED });
const undo: (() => void)[] = [];
afterAll(() => {
  for (const task of undo) task();
});

test("events arrive though the server that was sending them is killed, each under its one id", async () => {
  const receiver = openReceiver();
  const as = await h.person();
  const { id } = await hook(h, as, { url: receiver.url, events: ["doc.publish"] });
  // The process has the time of day.
  h.clock.set(new Date());
  const hanging = Promise.withResolvers<void>();
  receiver.answer = async () => {
    if (receiver.received.length % 3 === 0) await hanging.promise;
    return new Response("ok");
  };
  const port = await freePort();
  const base_url = `http://localhost:${port}`;
  const env = { PATH: process.env["PATH"] ?? "", ...h.env, ...OPENED, PORT: String(port), BASE_URL: base_url };
  const child = Bun.spawn([process.execPath, await serverProgram(), "serve"], {
    env,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
  });
  undo.push(() => child.kill("SIGKILL"));
  await untilAnswers(base_url, child);
  const headers = { authorization: `Bearer ${as.token}`, "content-type": "application/json" };
  const publishOne = async (_: unknown, n: number) => {
    const answer = await fetch(`${base_url}/api/docs`, {
      method: "POST",
      headers,
      body: JSON.stringify({ html: `${n}` }),
    });
    expect(answer.status).toBe(201);
  };
  await Promise.all(Array.from({ length: EVENTS }, publishOne));
  await until(() => receiver.received.length >= EVENTS / 2);
  child.kill("SIGKILL");
  await child.exited;
  const before = receiver.received.length;
  hanging.resolve();
  receiver.answer = () => new Response("ok");
  // Longer than a lease, shorter than the wait before a second attempt.
  h.clock.set(new Date(Date.now() + 30_000));
  await deliver(h);
  const events = await h.runtime.database.sql<{ event_id: number; status: string; attempts: number }[]>`
    select e.event_id, d.status, d.attempts from audit_events e left join webhook_deliveries d using (event_id)
    where e.action = 'doc.publish' and e.workspace_id = ${as.workspace_id} and d.webhook_id = ${id}`;
  expect(events).toHaveLength(EVENTS);
  expect(new Set(receiver.received.map((one) => one.body.id))).toEqual(new Set(events.map((one) => one.event_id)));
  expect(events.map((one) => [one.status, one.attempts])).toEqual(events.map(() => ["ok", 1]));
  expect(before).toBeGreaterThan(0);
});

test("receivers that hang keep none of the others waiting, and two servers send nothing twice", async () => {
  const as = await h.person();
  const good = Array.from({ length: 4 }, openReceiver);
  const bad = Array.from({ length: 3 }, openReceiver);
  const letGo = Promise.withResolvers<void>();
  for (const one of bad) {
    one.answer = async () => {
      await letGo.promise;
      return new Response("late");
    };
  }
  for (const { url } of [...bad, ...good]) await hook(h, as, { url, events: ["star.create"] });
  h.clock.advance(1000);
  const servers = [await h.twin(), await h.twin()];
  for (const { runtime } of servers) {
    runtime.jobs.start();
    runtime.relay.start();
  }
  // More than a server sends to one receiver at once.
  const count = 40;
  await offer(h, as, count);
  for (const { runtime } of servers) runtime.relay.wake();
  await until(() => good.every((one) => one.received.length >= count));
  for (const one of bad) {
    expect(one.received.length).toBeGreaterThan(0);
    expect(one.received.length).toBeLessThanOrEqual(32);
  }
  letGo.resolve();
  await until(() => bad.every((one) => one.received.length >= count));
  await until(async () => {
    const [row] = await h.runtime.database.sql`
      select count(*)::int as n from webhook_deliveries where workspace_id = ${as.workspace_id} and status = 'pending'`;
    return row?.["n"] === 0;
  });
  for (const { received } of [...good, ...bad]) {
    expect(received).toHaveLength(count);
    expect(new Set(received.map((one) => one.body.id)).size).toBe(count);
  }
});
