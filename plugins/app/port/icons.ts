// The icons of the app: a page names them where they stand, and carries the drawings of those that it names.

import { type Html, html, rendered } from "../../../kernel/plugin.ts";
import ICONS from "../style/icons.svg" with { type: "text" };

const SYMBOL = /<symbol id="i-([a-z0-9]+)".*?<\/symbol>/gs;
const symbols = new Map([...ICONS.matchAll(SYMBOL)].map(([symbol, name]) => [name ?? "", symbol]));

/** An icon beside a word; `turn` mirrors arrows where text runs from the right. */
export function icon(name: string, look = ""): Html {
  return html`<svg class="${look ? `icon ${look}` : "icon"}" aria-hidden="true"><use href="#i-${name}"/></svg>`;
}

/** The drawings of the icons that a page's markup names. */
export function drawingsFor(markup: string): Html {
  const names = new Set([...markup.matchAll(/href="#i-([a-z0-9]+)"/g)].map((match) => match[1] ?? ""));
  const drawn = [...names].map((name) => symbols.get(name) ?? "").join("");
  return rendered(`<svg hidden>${drawn}</svg>`);
}
