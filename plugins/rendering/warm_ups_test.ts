// Holds what warms a worker to being rendered whole: a text that is refused would warm nothing.
import { expect, test } from "bun:test";
import { tasks } from "./render_worker.ts";
import { warmUps } from "./warm_ups.ts";

test("every text that warms a worker is rendered, and they are no two alike", async () => {
  const done = new Set<string>();
  for (const { module, task, input } of warmUps()) {
    expect(module.href).toEndWith("/render_worker.ts");
    const run = Reflect.get(tasks, task) as (given: unknown) => unknown;
    done.add(Bun.hash(JSON.stringify(await run(input))).toString());
  }
  expect(done.size).toBe(warmUps().length);
});
