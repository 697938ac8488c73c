// A read that begins while its use is counted: however many come at once, few of them run for nothing.
import { expect, test } from "bun:test";
import { operationFor, signedIn, t } from "../../kernel/plugin.ts";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness } from "../harness/harness.ts";
import { until } from "../harness/until.ts";

const LIMIT = 10;

let runs = 0;
const look = operationFor<never, "look">()({
  id: "thing.look",
  route: "GET /api/things",
  summary: "Look",
  permit: signedIn(),
  connection_limit: "caller",
  quota: "look",
  discardable: true,
  output: t.Object({ runs: t.Integer() }),
  run: async () => ({ runs: ++runs }),
});

const entry = { purpose: "Things.", needs: [], toolset: "docs", editions: ["community"] } as const;
const h = await openHarness({
  extra: [{ plugin: { name: "things", operations: [look] }, entry }],
  manifest: {
    quotas: { ...manifest.quotas, look: { limit: LIMIT, window_seconds: 60, per: "account", message: "too many" } },
  },
});

test("of many at once as many are answered as the bucket holds, and at most half as many more begin", async () => {
  const as = await h.person();
  runs = 0;
  expect((await h.call("GET /api/things", { as })).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 300 }, () => h.call("GET /api/things", { as })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT - 1);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(300 - LIMIT + 1);
  // Those that begin early may be counted behind others, and are refused then.
  expect(runs).toBeGreaterThanOrEqual(LIMIT);
  expect(runs).toBeLessThanOrEqual(LIMIT + LIMIT / 2);
});

test("where the bucket has room a read begins before its use is counted", async () => {
  const as = await h.person();
  expect((await h.call("GET /api/things", { as })).status).toBe(200);
  const before = runs;
  const asked = await h.runtime.database.withTransaction(async (sql) => {
    await sql`select from quota_counters where bucket = 'look' and subject = ${String(as.user_id)} for update`;
    const sent = h.call("GET /api/things", { as });
    await until(() => runs === before + 1);
    return [sent];
  });
  expect((await asked[0])?.status).toBe(200);
});
