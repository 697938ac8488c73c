// Asks whether what a remembered page was made from still holds: one look at the database for all who ask at the same time.
import type { House } from "../../kernel/mod.ts";
import { readStamps } from "./store/workspaces.ts";

/** Answers the stamp of a workspace as it stands after the question was put. */
export type ReadStamp = (workspace_id: number) => Promise<string>;

/** A look that has not begun yet. */
interface Gathering {
  asked: Set<number>;
  answer: Promise<ReadonlyMap<number, string>>;
}

/** At most one look is under way and one waits for it, however many requests come. */
export function createStampReader({ database }: Pick<House, "database">): ReadStamp {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Gathering | null = null;

  function gather(): Gathering {
    const asked = new Set<number>();
    const answer = underWay.then(() => {
      next = null;
      return readStamps(database.sql, [...asked]);
    });
    underWay = answer.catch(() => {});
    return { asked, answer };
  }

  return async (workspace_id) => {
    next ??= gather();
    const { asked, answer } = next;
    asked.add(workspace_id);
    return (await answer).get(workspace_id) ?? "";
  };
}
