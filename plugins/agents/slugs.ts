// Slugs of agents: said by their maker, or made from the name.
import { refuse, slugOf } from "../../kernel/mod.ts";

const NUMBERED_MAX = 20;

/** The slugs to try for a name, in order: others of the same name have numbers, many of them that of their document. */
export function* slugsFor(name: string, { document_id }: { document_id: number }): Generator<string> {
  const named = slugOf(name);
  const own = named === "" || /^\d+$/.test(named) ? `agent${named && "-"}${named}` : named;
  yield own;
  for (let number = 2; number <= NUMBERED_MAX; number++) yield `${own}-${number}`;
  yield `${own}-d${document_id}`;
}

/** Throws 400 for a slug that would read as something else in an address. */
export function checkSlug(slug: string): void {
  if (/^\d+$/.test(slug)) throw refuse.invalid(`slug "${slug}" would read as a number; put a letter into it`);
}

export function refuseSlug(slug: string): Error {
  return refuse.conflict(`there is already an agent with the slug "${slug}"; send another as slug`, {
    code: "already_exists",
    slug,
  });
}
