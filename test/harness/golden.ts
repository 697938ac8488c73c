// Golden files that tests hold the server against;
// `npm run renew` writes them anew, so that a change of them is read and committed.
import { expect } from "bun:test";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

/** Whether this run writes golden files instead of finding what differs from them. */
export const isRenewing = process.env["RENEW"] === "1";

/**
 * Holds `made` against the committed file; with `RENEW=1` it is written first. `npm run renew` finds the tests that call this by
 * themselves: those with "golden" in their names.
 */
export async function expectGolden(file: URL, made: string): Promise<void> {
  if (isRenewing) await Bun.write(file, made);
  const golden = Bun.file(file);
  const committed = (await golden.exists()) ? await golden.text() : "";
  expect(made.split("\n"), staleMessage(file)).toEqual(committed.split("\n"));
}

/** What to do about a golden file that is not what the server says now. */
export function staleMessage(file: URL): string {
  return `run "npm run renew" and read the diff of ${relative(REPOSITORY, fileURLToPath(file))}`;
}
