// How pages of a site are read for an export: bounded by their bytes, each once and in order.
import { expect, test } from "bun:test";
import { inRuns } from "./portions.ts";

const runs = (...sizes: number[]) => [...inRuns(sizes, (size) => size, 10)];

test("runs hold what was given, in order, and no more together than they may", () => {
  expect(runs()).toEqual([]);
  expect(runs(1, 2, 7, 1)).toEqual([[1, 2, 7], [1]]);
  expect(runs(0, 10, 0, 0, 1)).toEqual([[0, 10, 0, 0], [1]]);
});

test("what is larger by itself is a run of its own", () => {
  expect(runs(11, 30, 1, 11, 9, 1)).toEqual([[11], [30], [1], [11], [9, 1]]);
});
