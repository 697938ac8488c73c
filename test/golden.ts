// Golden files that tests hold the house against; `npm run renew` writes them anew, so that a change of them is read and committed.
import { expect } from "bun:test";

/** Whether this run writes golden files instead of finding what differs from them. */
export const isRenewing = process.env["RENEW"] === "1";

/** Holds `made` against the committed file; with `RENEW=1` it is written first. */
export async function expectGolden(file: URL, made: string): Promise<void> {
  if (isRenewing) await Bun.write(file, made);
  const golden = Bun.file(file);
  const committed = (await golden.exists()) ? await golden.text() : "";
  expect(made.split("\n"), "look at each change, then renew: npm run renew").toEqual(committed.split("\n"));
}
