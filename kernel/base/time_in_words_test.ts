// How a day and a moment are named, in both languages and by the clock of UTC.
import { expect, test } from "bun:test";
import { dayOf, momentOf } from "./time_in_words.ts";

const late = new Date("2026-03-14T23:59:00Z");

test("in English where nothing else is asked", () => {
  expect([dayOf(late), momentOf(late)]).toEqual(["14 March 2026", "14 March 2026 at 23:59 UTC"]);
});

test("in German", () => {
  expect([dayOf(late, "de"), momentOf(late, "de")]).toEqual(["14. März 2026", "14. März 2026 um 23:59 UTC"]);
});
