// The stylesheet of generated pages for text that stands inside another page of ours, in the colours of that page.
import alerts from "../style/alerts.css" with { type: "text" };
import code from "../style/code.css" with { type: "text" };
import colours from "../style/colours.css" with { type: "text" };
import diagram from "../style/diagram.css" with { type: "text" };
import math from "../style/math.css" with { type: "text" };
import prose from "../style/prose.css" with { type: "text" };

/** What the page around has of its own by the same names. */
const AROUND = ["--paper", "--ink", "--soft", "--line", "--accent", "--mark", "--sans", "--mono"];

/**
 * All rules hold inside `scope` alone, whose element stands for the page and its `main`. Colours follow the scheme that the page around
 * has, whether the system or a person chose it.
 */
export function proseStyle(scope: string): string {
  const rules = `${prose}${alerts}${code}${math}${diagram}`;
  // What is of the page as a whole is said by the page around.
  const inside = rules.replace(/^html \{[^}]*\}$/m, "").replaceAll(/^(\s*)(?:body|main)(?=[ :{>])/gm, "$1&");
  return `@layer screens {\n${scope} {\n${coloursOf()}\n${inside}\n}\n}\n`;
}

function coloursOf(): string {
  const [light = "", dark = ""] = colours.split("@media");
  const darker = new Map(declarationsOf(dark));
  return declarationsOf(light)
    .filter(([name]) => !AROUND.includes(name))
    .map(([name, value]) => {
      const other = darker.get(name);
      return other === undefined ? `${name}: ${value};` : `${name}: light-dark(${value}, ${other});`;
    })
    .join("\n");
}

function declarationsOf(css: string): [name: string, value: string][] {
  return [...css.matchAll(/(--[a-z]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]);
}
