// What of markdown its reader sees as words, and that no text takes long to read.
import { expect, test } from "bun:test";
import { plainMarkdown } from "./plain_markdown.ts";

test.each([
  ["Some **fine** text, __strong__, _em_, ***both*** and ~~gone~~", "Some fine text, strong, em, both and gone"],
  ["**bold *in* it, over\nlines**", "bold in it, over lines"],
  ["snake_case_name, 2 * 3 * 4, 2*3 and C#", "snake_case_name, 2 * 3 * 4, 2*3 and C#"],
  ["# Head #\n\nTitle\n=====\n\n***\ntext", "Head Title text"],
  ["- [ ] task\n* two\n1. three\n> quoted\n> > twice", "task two 1. three quoted twice"],
  ["> [!NOTE]\n> Mind it", "Mind it"],
  ["| a | b\\|c |\n|---|:-:|\n| **d** | e |", "a b|c d e"],
  ['[a link](https://x.test/(z)) and ![a plan](plan.png "t")', "a link and a plan"],
  [
    "[![badge](b.svg)](https://ci.test) [text][ref] [[Page|label]] [[Page]]\n\n[ref]: https://x.test",
    "badge text label Page",
  ],
  ["said[^1] <https://x.test>\n\n[^1]: A note", "said https://x.test A note"],
  ["use `a*b*c` and **`x_y`**, ``a`", "use a*b*c and x_y, ``a`"],
  ["~~~js\nconst a = b * c * d; # <b>\n~~~\nafter", "const a = b * c * d; # <b> after"],
  ["a \\*b\\* &amp; &lt;b&gt; <kbd>K</kbd><br>x <name> a < b <!-- c\n-->", "a *b* & <b> K x <name> a < b"],
  ["---\ntitle: x\n---\n# T", "T"],
  ["---\n\nprose\n\n---", "prose"],
  ["<style>a{}</style>b<script>c</script>", "b"],
  ["会议室在**三楼**，请", "会议室在三楼，请"],
])("of %p are %p", (markdown, words) => {
  expect(plainMarkdown(markdown).replace(/\s+/g, " ").trim()).toBe(words);
});
