// Finds the word that somebody meant who mistyped one: near enough that it is more likely meant than not.

const EDITS_MAX = 2;

/** The nearest of the words, at most two edits away and less than half of the typed one; null where none is. */
export function findNear(typed: string, words: readonly string[]): string | null {
  const near = words.map((word) => ({ word, edits: countEdits(typed, word) }));
  const [best] = near.sort((one, other) => one.edits - other.edits);
  return best && best.edits <= EDITS_MAX && best.edits * 2 < typed.length ? best.word : null;
}

/** Letters to put in, take out or replace, and neighbours to exchange, until one is the other (optimal string alignment). */
function countEdits(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= one.length; row++) {
    const counts = [row];
    rows.push(counts);
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const ways = [at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (isSame ? 0 : 1)];
      if (row > 1 && column > 1 && isSwapped) ways.push(at(row - 2, column - 2) + 1);
      counts.push(Math.min(...ways));
    }
  }
  return at(one.length, other.length);
}
