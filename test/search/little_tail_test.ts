// A search beside a little that is not indexed yet reads it without a thread, and beside much of it on one.
import { expect, test } from "bun:test";
import { sharedThreads } from "../../kernel/workers/workers.ts";
import { warmUps } from "../../plugins/search/warm_ups.ts";
import { publish } from "../documents/published.ts";
import { openHarness } from "../harness/harness.ts";
import { until } from "../harness/until.ts";
import { rank } from "./found.ts";

const h = await openHarness();

test("what was published a moment ago is found without a thread where it is little, and on one where it is much", async () => {
  const as = await h.person();
  await publish(h, { markdown: "a fresh needle" }, { as });
  await publish(h, { html: "<p>another <b>needle</b> &amp; more</p>" }, { as });
  const few = await rank(h, as, { q: "needle" });
  expect(few.count).toBe(2);
  expect(JSON.stringify(few.results)).toContain("& more");
  expect(sharedThreads().runners()).toBe(0);
  await publish(h, { markdown: `a needle in ${"hay and ".repeat(5000)} more` }, { as });
  expect((await rank(h, as, { q: "needle" })).count).toBe(3);
  expect(sharedThreads().runners()).toBeGreaterThan(0);
});

test("whatever warms a thread that searches is a task that it has", async () => {
  for (const { module, task, input } of warmUps()) {
    const { tasks } = await import(module.href);
    expect(await tasks[task](input)).toHaveLength(20);
  }
  sharedThreads().keepWarm(1, warmUps());
  await until(() => sharedThreads().runners() > 0);
});
