// Finds whom a text names, as @ and an e-mail address.

/** More are plain text: nobody needs to call a crowd from one comment. */
const MENTIONS_MAX = 20;

// Every part is bounded, so that no text makes the search slow.
const MENTION =
  /(?<![\p{L}\p{N}._%+@-])@([\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8})/gu;

/** The addresses that a text names, in lower case, each once, in their order and at most 20. */
export function findMentions(text: string): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(MENTION)) {
    if (match[1]) found.add(match[1].toLowerCase());
    if (found.size === MENTIONS_MAX) break;
  }
  return [...found];
}
