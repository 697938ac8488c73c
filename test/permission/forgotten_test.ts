// Whatever an operation tells servers to forget, this one has forgotten when it answers:
// walked through the whole catalogue.
import { afterAll, expect, test } from "bun:test";
import { manifest } from "../../plugins/manifest.ts";
import { throughRelay } from "../harness/bus_relay.ts";
import { sampleByDepth } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import { INPUTS } from "./inputs.ts";
import { freshStage, send } from "./matrix.ts";
import { openStage } from "./stage.ts";

/** On which servers are told of people, tokens, policies and domains. */
const CHANNELS = ["actors", "workspace_policies", "custom_domains"];
/** So late come the messages of this server's bus: an answer that does not wait for them is ahead of them. */
const LATE_MS = 20;

const quotas = Object.fromEntries(
  Object.entries(manifest.quotas).map(([name, quota]) => [name, { ...quota, limit: 1_000_000, editions: {} }]),
);
const between = throughRelay();
const h = await openHarness({ manifest: { quotas }, reach: between.reach });
const { bus } = h.runtime.database;
afterAll(() => between.relay().slow(0));

test(
  "no operation answers ahead of what it tells servers to forget",
  async () => {
    const heard: string[] = [];
    for (const channel of CHANNELS) await bus.listen(channel, (key) => void heard.push(`${channel} ${key}`));
    const writes = h.runtime.catalogue.entries.filter((entry) => entry.effect === "write" && INPUTS[entry.id]);
    const telling = new Set<string>();
    const ahead: string[] = [];
    const first = await openStage(h, "My documents");
    for (const entry of sampleByDepth(writes, 3)) {
      for (const caller of ["workspace owner", "owner"] as const) {
        const stage = await freshStage(first, entry);
        const made = await INPUTS[entry.id]?.make(stage, caller);
        if (!made) continue;
        await bus.catchUp();
        const before = heard.length;
        const as = stage.people[caller];
        between.relay().slow(LATE_MS);
        const { status } = await send(h, { entry, as, made });
        const at_answer = heard.length;
        // What is still on its way comes at once now; nothing of it counts as heard by the answer.
        between.relay().slow(0);
        if (status >= 400) continue;
        await bus.catchUp();
        if (heard.length > before) telling.add(entry.id);
        if (heard.length > at_answer) ahead.push(`${entry.id}: ${heard.slice(at_answer).join(", ")}`);
        break;
      }
    }
    expect(ahead).toEqual([]);
    expect(telling.size).toBeGreaterThan(0);
  },
  20 * 60_000,
);

/** Of triggers: who marks the transaction that sets one off, or why nobody has to. */
const TRIGGERED: Record<string, string> = {
  "plugins/policy/sql/routines/tell_policy_changed.sql":
    "plugins/policy/store/policies.ts, and forgetWorkspace with a plan",
  "plugins/sites/sql/routines/tell_site_documents.sql": "told of by committedSlot ahead of every answer",
  "plugins/sites/sql/routines/tell_site_stamp.sql": "told of by committedSlot ahead of every answer",
  "plugins/changes/sql/routines/number_scope_turns.sql": "nothing is remembered: who waits looks again",
};
/** What sends outside of every transaction. */
const ALONE = ["kernel/db/sql.ts"];

test("whoever sends servers a message marks its transaction", async () => {
  const files = await Array.fromAsync(new Bun.Glob("{kernel,plugins}/**/*.{ts,sql}").scan());
  const silent: string[] = [];
  const triggered: string[] = [];
  for (const file of files.sort()) {
    const text = await Bun.file(file).text();
    // What a migration made of a routine is not what runs.
    if (!text.includes("pg_notify(") || file.endsWith("_test.ts") || file.includes("/migrations/")) continue;
    if (file.endsWith(".sql")) triggered.push(file);
    else if (!text.includes("markAnnouncing(sql)") && !ALONE.includes(file)) silent.push(file);
  }
  expect(silent).toEqual([]);
  expect(triggered, "say in TRIGGERED who marks").toEqual(Object.keys(TRIGGERED).sort());
});

/** What listens to the bus by itself and decides nothing by what it remembers. */
const UNASKED = [
  "kernel/jobs/job_runner.ts",
  "kernel/db/bus.ts",
  "kernel/db/bus_listeners.ts",
  "kernel/events/long_polls.ts",
  "plugins/certificates/served.ts",
];

test("whatever is remembered until a message comes asks first whether messages come", async () => {
  const files = await Array.fromAsync(new Bun.Glob("{kernel,plugins,hosts}/**/*.ts").scan());
  const blind: string[] = [];
  for (const file of files.sort()) {
    const text = await Bun.file(file).text();
    const listens = /\bbus\.listen\(|onMessage/.test(text) && !file.endsWith("_test.ts");
    if (listens && !text.includes("bus.hears()") && !UNASKED.includes(file)) blind.push(file);
  }
  expect(blind).toEqual([]);
});
