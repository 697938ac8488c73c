// What a probe is told, ready and not; each answer is held to the API document as every other.
import { expect, test } from "bun:test";
import { HOUR_MS } from "../../kernel/plugin.ts";
import { openHarness } from "../harness/harness.ts";

const harness = await openHarness();

test("a server whose jobs wait says 503 and which check failed, and is ready again when they are done", async () => {
  const { call, clock, runtime } = harness;
  await runtime.jobs.runDue();
  const ok = { db: { ok: true }, blobs: { ok: true }, queue: { ok: true } };
  expect(await call("GET /readyz")).toMatchObject({ status: 200, body: { status: "ok", checks: ok } });
  clock.set(new Date(clock.now().getTime() + 48 * HOUR_MS));
  const late = { status: "degraded", checks: { ...ok, queue: { ok: false } } };
  expect(await call("GET /readyz")).toMatchObject({ status: 503, body: late });
  await runtime.jobs.runDue();
  clock.set(new Date(clock.now().getTime() + HOUR_MS / 60));
  expect(await call("GET /readyz")).toMatchObject({ status: 200, body: { status: "ok", checks: ok } });
});
