// Slugs of agents: said by their maker, or made from the name.
import { refuse, slugOf } from "../../kernel/plugin.ts";
import { manifest } from "../manifest.ts";

const NUMBERED_MAX = 20;
const CHARS_MAX = manifest.caps.agent_slug_chars;

/** The slugs to try for a name, in order: others of the same name have numbers, many of them that of their document. */
export function* slugsFor(name: string, { document_id }: { document_id: number }): Generator<string> {
  const named = slugOf(name);
  const own = named === "" || /^\d+$/.test(named) ? `agent${named && "-"}${named}` : named;
  yield ending(own, "");
  for (let number = 2; number <= NUMBERED_MAX; number++) yield ending(own, `-${number}`);
  yield* slugsElsewhere(own, { document_id });
}

/** The same for a copy of an agent. */
export function* slugsOfCopy(slug: string, { document_id }: { document_id: number }): Generator<string> {
  yield ending(slug, "-copy");
  yield* slugsElsewhere(slug, { document_id });
}

/** What an agent is called where its slug is taken already, as in a workspace that it comes to. */
export function* slugsElsewhere(slug: string, { document_id }: { document_id: number }): Generator<string> {
  yield ending(slug, `-d${document_id}`);
  // Somebody may have given that very slug to another.
  yield `agent-d${document_id}-${crypto.randomUUID()}`;
}

/** A slug with more at its end, cut to as long as a slug may be: a longer one could not be asked for. */
function ending(slug: string, end: string): string {
  return slug.slice(0, CHARS_MAX - end.length).replace(/-+$/, "") + end;
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

/** For a slug by which people and programs know a file that only a person saves: another agent under it would replace that file. */
export function refuseFormerSlug(slug: string): Error {
  return refuse.forbidden(
    `an agent with protected files had the slug "${slug}": only a person who is signed in gives it to another; send another as slug`,
    { code: "session_required", slug },
  );
}
