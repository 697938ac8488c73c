// How far back one may look: days of UTC, clamped to what the plan keeps.
import { expect, test } from "bun:test";
import { daysOf, instantsOf } from "./windows.ts";

const now = new Date("2026-03-31T23:59:59.999Z");
const days = (sent: { from?: string; to?: string }, days_max = 90) => daysOf(sent, { now, days_max });

test("days are thirty unless chosen, and end today", () => {
  expect(days({})).toEqual({ from: "2026-03-02", to: "2026-03-31", clamped: false });
  expect(days({ to: "2026-03-10" })).toEqual({ from: "2026-02-09", to: "2026-03-10", clamped: false });
  expect(days({ from: "2026-03-30T23:00:00-02:00", to: "2030-01-01" })).toEqual({
    from: "2026-03-31",
    to: "2026-03-31",
    clamped: false,
  });
});

test("days begin with the first that the plan keeps, today included", () => {
  expect(days({ from: "2026-01-01" })).toEqual({ from: "2026-01-01", to: "2026-03-31", clamped: false });
  expect(days({ from: "2025-12-31" })).toEqual({ from: "2026-01-01", to: "2026-03-31", clamped: true });
  expect(days({}, 7)).toEqual({ from: "2026-03-25", to: "2026-03-31", clamped: true });
});

test("an end before the beginning is refused, and so is what is no day", () => {
  expect(() => days({ from: "2026-03-02", to: "2026-03-01" })).toThrow(
    'from "2026-03-02" is after to "2026-03-01"; swap them',
  );
  expect(() => days({ from: "2026-02-30" })).toThrow('from "2026-02-30" is no time');
});

test("single events go back so many times 24 hours", () => {
  const detail = (sent: { from?: string; to?: string }) => instantsOf(sent, { now, days_max: 7 });
  const earliest = new Date("2026-03-24T23:59:59.999Z");
  expect(detail({})).toEqual({ from: earliest, to: now, clamped: false });
  expect(detail({ from: "2026-03-24" })).toEqual({ from: earliest, to: now, clamped: true });
  expect(detail({ from: "2026-03-25", to: "2026-03-25" })).toEqual({
    from: new Date("2026-03-25T00:00:00Z"),
    to: new Date("2026-03-25T23:59:59.999Z"),
    clamped: false,
  });
});
