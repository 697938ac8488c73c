// A search beside what renders: it waits for no worker that renders, and compares what the index knows once.
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { tasks } from "../../kernel/workers/fixtures/worker_tasks.ts";
import { sharedWorkers } from "../../kernel/workers/workers.ts";
import { publish } from "../documents/published.ts";
import { openHarness } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { listenToStatements } from "../permission/statements.ts";
import { indexAll, rank } from "./found.ts";

const h = await openHarness();
const folder = mkdtempSync(join(tmpdir(), "docsvc-held-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HOLDING = 40;
/** Fewer workers than these are on no machine; one that is added later finds a text that waits to hold it. */
const WORKERS_MIN = 2;

/** Has every worker that renders hold a text until it is released. */
async function holdRenderers(): Promise<{ release(): Promise<void> }> {
  const hold = sharedWorkers().module<typeof tasks>(
    new URL("../../kernel/workers/fixtures/worker_tasks.ts", import.meta.url),
  );
  const held = Array.from({ length: HOLDING }, (_, index) =>
    hold(
      "hold",
      { folder, name: `${index}` },
      { owner: `holder:${index}`, lane: "publish", budget: { cpu_ms: 60_000 } },
    ),
  );
  await until(() => {
    const begun = readdirSync(folder).length;
    return begun >= WORKERS_MIN && begun === sharedWorkers().runners();
  });
  return {
    release: async () => {
      writeFileSync(join(folder, "release"), "");
      await Promise.all(held);
    },
  };
}

test("a search answers with what was published a moment ago while every worker that renders is held", async () => {
  const as = await h.person();
  await publish(h, { markdown: "an *indexed* needle" }, { as });
  await indexAll(h);
  await publish(h, { html: "<p>a fresh <b>needle</b> &amp; more</p>" }, { as });
  await publish(h, { html: "<p>another one</p>" }, { as });
  const held = await holdRenderers();
  try {
    const { count, results } = await rank(h, as, { q: "needle" });
    expect(count).toBe(2);
    expect(JSON.stringify(results)).toContain("& more");
    expect((await rank(h, as, { q: "nowhere" })).count).toBe(0);
  } finally {
    await held.release();
  }
});

test("a search beside fresh documents compares what the index knows once, and finds the same", async () => {
  const as = await h.person();
  for (let index = 0; index < 3; index += 1) await publish(h, { markdown: `needle ${index}` }, { as });
  await indexAll(h);
  await publish(h, { markdown: "needle of now" }, { as });
  let answer = await rank(h, as, { q: "needle" });
  const said = await listenToStatements(async () => {
    answer = await rank(h, as, { q: "needle" });
  });
  expect(answer.count).toBe(4);
  expect(said.filter((text) => text.includes("search_files_holding"))).toHaveLength(1);
});
