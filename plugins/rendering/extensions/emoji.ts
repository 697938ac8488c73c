// Shows `:shortcode:` as its emoji, by GitHub's own table (github/gemoji, MIT), in words but not in code.
import type { Element, Root } from "hast";
import table from "./emoji.txt" with { type: "text" };

const SHORTCODE = /:([a-z0-9_+-]+):/g;
/** What is shown letter by letter, as GitHub leaves it too. */
const LITERAL = new Set(["code", "kbd", "pre", "samp", "tt", "var"]);

let known: ReadonlyMap<string, string> | null = null;

/** Made of the table when it is first asked for: most texts never do. */
function shortcodes(): ReadonlyMap<string, string> {
  known ??= new Map(
    table.split("\n").flatMap((line) => {
      const [emoji = "", ...names] = line.split(" ");
      return names.map((name): [string, string] => [name, emoji]);
    }),
  );
  return known;
}

/** A text with its emoji; a name that the table does not have stays as it is written. */
export function withEmoji(text: string): string {
  if (!text.includes(":")) return text;
  let at = 0;
  let shown = "";
  for (SHORTCODE.lastIndex = 0; ; ) {
    const found = SHORTCODE.exec(text);
    if (!found) return shown + text.slice(at);
    const emoji = shortcodes().get(found[1] ?? "");
    if (emoji !== undefined) {
      shown += text.slice(at, found.index) + emoji;
      at = SHORTCODE.lastIndex;
    } else SHORTCODE.lastIndex--;
  }
}

/** The same for all words of a tree, in place. */
export function showEmoji(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type === "text") child.value = withEmoji(child.value);
    else if (child.type === "element" && !LITERAL.has(child.tagName)) showEmoji(child);
  }
}
