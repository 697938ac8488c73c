// Buckets of rates: several uses at once as one by one, what is given back, and whose uses count together.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Plan } from "../../kernel/plugin.ts";
import type { QuotaGrant } from "../../kernel/ports/limits.ts";
import { manifest } from "../../plugins/manifest.ts";
import { openHarness } from "../harness/harness.ts";

const LIMIT = 4;
const WINDOW_SECONDS = 60;
const shape = { limit: LIMIT, window_seconds: WINDOW_SECONDS, message: "enough ({limit})" };
const h = await openHarness({
  manifest: {
    quotas: {
      ...manifest.quotas,
      toy_key: { ...shape, per: "key", counted_by: "the test" },
      toy_account: { ...shape, per: "account", plans: { enterprise: 7, team: 2 } },
      toy_caller: { ...shape, per: "caller" },
    },
  },
});
const set = await openHarness({ env: { QUOTA_INVITE: "3" } });
const { quotas } = h.runtime;
let subjects = 0;

const takes = async (work: () => Promise<void>) =>
  work().then(
    () => true,
    () => false,
  );

test("several uses at once are granted as many as would be one by one, for each subject, whatever came before and after", async () => {
  const step = fc.oneof(
    fc.record({ uses: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }) }),
    fc.record({ seconds: fc.integer({ min: 1, max: 80 }) }),
    fc.record({ one: fc.constant(true) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const mark = ++subjects;
      const [together, apart] = [(n: number) => `a${mark}.${n}`, (n: number) => `b${mark}.${n}`];
      for (const said of steps) {
        const now = h.clock.now();
        if ("seconds" in said) h.clock.advance(said.seconds * 1000);
        else if ("one" in said) {
          const answers = [together(0), apart(0)].map((subject) => takes(() => quotas.take("toy_key", subject, now)));
          expect(await answers[0]).toBe((await answers[1]) ?? false);
        } else {
          const uses = new Map(said.uses.map((count, n) => [together(n), count]));
          const grants = await quotas.takeSome("toy_key", uses, now);
          for (const [n, count] of said.uses.entries()) {
            let granted = 0;
            for (let use = 0; use < count; use++)
              granted += (await takes(() => quotas.take("toy_key", apart(n), now))) ? 1 : 0;
            const grant: QuotaGrant | undefined = grants.get(together(n));
            expect([n, grant?.granted, grant?.refusal === null]).toEqual([n, granted, granted === count]);
          }
        }
      }
    }),
    { numRuns: 30 },
  );
});

test("uses that come at the same moment are granted as many as fit, the first of each subject, and one by one afterwards", async () => {
  const mark = ++subjects;
  const limit = quotas.entry("toy_key").limit;
  const now = h.clock.now();
  const names = [`c${mark}.0`, `c${mark}.1`, `c${mark}.2`];
  const sent = names.flatMap((subject, n) => Array.from({ length: limit + n }, () => subject));
  const granted = await Promise.all(sent.map((subject) => takes(() => quotas.take("toy_key", subject, now))));
  expect(granted).toEqual(sent.map((subject, index) => index - sent.indexOf(subject) < limit));
  for (const subject of names) expect(await takes(() => quotas.take("toy_key", subject, now))).toBe(false);
  const rows = await h.runtime.database.sql`
    select used from quota_counters where bucket = 'toy_key' and subject = any(${names}::text[])`;
  expect(rows.map((row) => row["used"])).toEqual(names.map(() => limit + 1));
  h.clock.advance(quotas.entry("toy_key").window_seconds * 1000);
  for (const subject of names) expect(await takes(() => quotas.take("toy_key", subject, h.clock.now()))).toBe(true);
});

test("what is given back is taken off the window that is open, never below nothing, and a full bucket takes again", async () => {
  const caller = { actor: { user_id: ++subjects }, request: { network: "192.0.2.1" }, now: h.clock.now() };
  const used = async (now = caller.now) => (await quotas.standingOf({ ...caller, now }))["toy_account"]?.used;
  for (let use = 0; use < LIMIT; use++) await quotas.takeFor("toy_account", caller);
  for (const _ of [1, 2, 3]) expect(await takes(() => quotas.takeFor("toy_account", caller))).toBe(false);
  await quotas.giveBackFor("toy_account", 1, caller);
  expect(await used()).toBe(LIMIT - 1);
  expect(await takes(() => quotas.takeFor("toy_account", caller))).toBe(true);
  await quotas.giveBackFor("toy_account", 100, caller);
  expect(await used()).toBe(0);
  const later = new Date(caller.now.getTime() + WINDOW_SECONDS * 1000);
  await quotas.giveBackFor("toy_account", 1, { ...caller, now: later });
  await quotas.takeFor("toy_account", { ...caller, now: later });
  expect(await used(later)).toBe(1);
});

test("a caller is an account once somebody is signed in, and an address before; both are refused as throttles", async () => {
  const now = h.clock.now();
  const [one, other] = [{ user_id: ++subjects }, { user_id: ++subjects }];
  const request = { network: "192.0.2.77" };
  for (const actor of [one, null]) {
    for (let use = 0; use < LIMIT; use++) await quotas.takeFor("toy_caller", { actor, request, now });
    expect(quotas.takeFor("toy_caller", { actor, request, now })).rejects.toMatchObject({ voice: "framework" });
  }
  expect(await takes(() => quotas.takeFor("toy_caller", { actor: other, request, now }))).toBe(true);
  const elsewhere = { network: "192.0.2.78" };
  expect(await takes(() => quotas.takeFor("toy_caller", { actor: null, request: elsewhere, now }))).toBe(true);
  expect(await takes(() => quotas.takeFor("toy_caller", { actor: one, request: elsewhere, now }))).toBe(false);
});

test("a plan raises an account's limit where it is higher, in what is refused and in what is told; the environment's holds on every plan", async () => {
  for (const [plan, limit] of [
    ["free", LIMIT],
    ["team", LIMIT],
    ["enterprise", 7],
  ] as const) {
    const actor: { user_id: number; workspace: { plan: Plan } } = { user_id: ++subjects, workspace: { plan } };
    const caller = { actor, request: { network: "192.0.2.1" }, now: h.clock.now() };
    expect((await quotas.standingOf(caller))["toy_account"]).toMatchObject({ entry: { limit }, left: limit });
    for (let use = 0; use < limit; use++) await quotas.takeFor("toy_account", caller);
    expect(quotas.takeFor("toy_account", caller)).rejects.toThrow(`enough (${limit})`);
  }
  const as = await set.person({ plan: "enterprise" });
  expect((await set.call("GET /api/limits", { as })).body.quotas.invite.limit).toBe(3);
});
