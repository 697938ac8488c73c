// The state machine of custom domains under whatever is seen of them, in whatever order.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { DAY_MS, later, MINUTE_MS } from "../../kernel/plugin.ts";
import { judge, LAPSE_DAYS, type Look } from "./standing.ts";
import type { DomainRow } from "./store/domains.ts";

const NEW: DomainRow = {
  domain_id: 1,
  workspace_id: 1,
  hostname: "docs.berg.example",
  token: "t",
  status: "pending",
  error: null,
  is_default: false,
  created_at: new Date(0),
  verified_at: null,
  activated_at: null,
  checked_at: null,
  failing_since: null,
  tries: 0,
  next_try_at: null,
  leads_here: false,
  signs_in: false,
};

const looks = fc.record({
  is_certain: fc.boolean(),
  is_proven: fc.boolean(),
  leads_here: fc.boolean(),
  answers: fc.boolean(),
  is_asked: fc.boolean(),
  wait_ms: fc.constantFrom(MINUTE_MS, 45 * MINUTE_MS, DAY_MS, 20 * DAY_MS),
});

function lookOf(seen: { is_certain: boolean; is_proven: boolean; leads_here: boolean; answers: boolean }): Look {
  const { is_certain, answers } = seen;
  const is_proven = is_certain && seen.is_proven;
  const leads_here = is_certain && seen.leads_here;
  const error = is_proven && leads_here ? null : "something is missing";
  return { sighting: { is_certain, is_proven, leads_here, texts: [], error }, fault: answers ? null : "no answer" };
}

test("whatever is seen, a row stays one that the table takes, and nothing is served without a proof and an answer", () => {
  fc.assert(
    fc.property(fc.array(looks, { maxLength: 20 }), (steps) => {
      let row = NEW;
      let now = new Date(0);
      for (const { wait_ms, is_asked, ...seen } of steps) {
        now = later(now, wait_ms);
        const before = row;
        const { state, event } = judge(before, lookOf(seen), { now, is_asked });
        row = { ...before, ...state, is_default: state.is_default || event === "activate" };
        // What the table demands.
        expect(row.status === "pending").toBe(row.verified_at === null);
        expect(row.next_try_at !== null).toBe(row.status === "dns_ok" || row.status === "issuing");
        if (row.activated_at !== null) expect(row.verified_at).not.toBeNull();
        if (row.is_default) expect(row.activated_at).not.toBeNull();
        if (!seen.is_certain) expect(row).toEqual({ ...before, checked_at: now, error: "something is missing" });
        if (row.activated_at !== null && before.activated_at === null) {
          expect([event, before.status !== "pending", seen]).toEqual([
            "activate",
            true,
            expect.objectContaining({ is_certain: true, is_proven: true, leads_here: true, answers: true }),
          ]);
        }
        if (row.status === "active" && seen.is_certain && seen.leads_here && seen.answers)
          expect(row.failing_since).toBeNull();
        if (event === "lapse") expect(row).toMatchObject({ status: "pending", is_default: false, activated_at: null });
        if (row.failing_since) {
          expect(later(row.failing_since, LAPSE_DAYS * DAY_MS).getTime()).toBeGreaterThan(
            seen.is_certain ? now.getTime() : 0,
          );
        }
      }
    }),
  );
});
