// What a folder shows comes in the order that it says, and otherwise by name as people count.
import { expect, test } from "bun:test";
import { inOrder, pageInOrder } from "./view.ts";

const childrenOf = (names: readonly string[]) => names.map((name) => ({ key: `d:${name}`, name }));
const NAMES = [
  "10-end.md",
  "2-middle.md",
  "Chapter 9",
  "1-intro.md",
  "chapter 10",
  "chapter 09b",
  "b",
  "007",
  "7",
  "A",
];

test("numbers in names are counted, whatever their zeros, and the folder's own order comes first", () => {
  const names = (order: readonly string[]) => inOrder(childrenOf(NAMES), order).map(({ name }) => name);
  const counted = [
    "1-intro.md",
    "2-middle.md",
    "007",
    "7",
    "10-end.md",
    "A",
    "b",
    "Chapter 9",
    "chapter 09b",
    "chapter 10",
  ];
  expect(names([])).toEqual(counted);
  expect(names(["d:b"])).toEqual(["b", ...counted.filter((name) => name !== "b")]);
});

test("pages of what is in that order have each child once", () => {
  const children = inOrder(childrenOf(NAMES), []);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { rows, next } = pageInOrder(children, { order: [], limit: 3, ...(cursor !== undefined && { cursor }) });
    seen.push(...rows.map(({ name }) => name));
    cursor = next.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(children.map(({ name }) => name));
});
