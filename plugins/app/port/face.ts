// The small coloured face beside somebody's name; it is decoration, since the name is always written.
import { type Html, html } from "../../../kernel/plugin.ts";

const TONES = 8;

/** Two letters on a colour of its own; `square` for groups and workspaces. */
export function face(name: string, look: "" | "small" | "square" = ""): Html {
  const tone = 1 + (Bun.hash.xxHash32(name) % TONES);
  return html`<span class="${look ? `face ${look}` : "face"}" data-tone="${tone}" aria-hidden="true">${initialsOf(name)}</span>`;
}

function initialsOf(name: string): string {
  const words = name
    .replace(/@.*$/, "")
    .split(/[\s._-]+/)
    .filter((word) => word !== "");
  const letters =
    words.length > 1 ? [words[0], words.at(-1)].map((word) => lettersOf(word, 1)) : [lettersOf(words[0], 2)];
  return letters.join("").toLocaleUpperCase();
}

function lettersOf(word: string | undefined, count: number): string {
  return [...new Intl.Segmenter().segment(word ?? "")]
    .slice(0, count)
    .map(({ segment }) => segment)
    .join("");
}
