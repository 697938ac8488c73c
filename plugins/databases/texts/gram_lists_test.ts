// Lists of pieces: which of them say where they stand, and which are too common to.
import { expect, test } from "bun:test";
import { collectGrams, piecesOf } from "./gram_lists.ts";

/** Of each piece of the word, how many records hold it and which ones are listed. */
function listsOf(word: string, texts: readonly string[]) {
  const collector = collectGrams();
  for (const [index, text] of texts.entries()) collector.add(index + 1, text);
  const base = collector.base();
  const pieces = new Set(piecesOf(word));
  return [...collector.take()]
    .filter(({ gram }) => pieces.has(gram))
    .map(({ records, offsets }) => ({ records, listed: offsets && [...offsets].map((offset) => base + offset) }));
}

test("a piece is listed unless many records hold it and they are much of the part", () => {
  const texts = (holding: number, all: number) =>
    Array.from({ length: all }, (_, index) => (index < holding ? "anna" : "someone else"));
  expect(listsOf("anna", texts(30, 1000))).toEqual([
    { records: 30, listed: Array.from({ length: 30 }, (_, index) => index + 1) },
  ]);
  expect(listsOf("anna", texts(300, 1000))).toEqual([{ records: 300, listed: null }]);
});

test("a part of few records lists all of their pieces, so that it stops no search", () => {
  expect(listsOf("anna", ["anna"])).toEqual([{ records: 1, listed: [1] }]);
  expect(listsOf("anna", ["anna", "anna", "someone else"])).toEqual([{ records: 2, listed: [1, 2] }]);
});
