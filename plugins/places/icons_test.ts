// Icons: what the grammar takes, in which form, and what it says to everything else.
import { expect, test } from "bun:test";
import { ICON_COLOURS, LUCIDE_NAMES, parseIcon } from "./icons.ts";

test("a drawing, a colour, a code point and an emoji are taken", () => {
  const taken = ["lucide:rocket", "lucide:rocket/blue", "emoji:U+1F680", "emoji:U+2764", "🚀", "❤", "👩‍💻", "🇺🇾"];
  expect(taken.map(parseIcon)).toEqual(taken);
  expect(parseIcon(" emoji:U+1f680 ")).toBe("emoji:U+1F680");
});

test("there are twelve colours, and no drawing is named twice", () => {
  expect(ICON_COLOURS).toHaveLength(12);
  expect(new Set(LUCIDE_NAMES).size).toBe(LUCIDE_NAMES.length);
});

test.each([
  ["lucide:no-such", "names no drawing"],
  ["lucide:rocket/mauve", 'colour "mauve" is not one of gray'],
  ["lucide:rocket/", 'colour "" is not one of'],
  ["emoji:U+0041", "no emoji's code point"],
  ["emoji:U+FFFFFF", "no emoji's code point"],
  ["emoji:1F680", "no emoji's code point"],
  ["svg:12", "names no picture of the workspace's icon library"],
  ["🚀🚀", "is not one; use lucide:"],
  ["rocket", "is not one; use lucide:"],
  ["<script>", "is not one; use lucide:"],
  ["", "is not one; use lucide:"],
])("%p is refused with words that say why", (icon, words) => {
  expect(() => parseIcon(icon)).toThrow(words);
});
