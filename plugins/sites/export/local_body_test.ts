// Holds what an export loads to what lies in it.
import { expect, test } from "bun:test";
import { withoutOutside } from "./local_body.ts";

test("a set keeps the pictures that lie in the export, and goes where none does", () => {
  const mixed =
    '<source srcset="a.png 1x, https://x.example/b.png?c=1&amp;d 2x"><img src="a.png" srcset="//x.example/b.png 2x">';
  expect(withoutOutside(mixed)).toBe('<source srcset="a.png 1x"><img src="a.png">');
  const inside = '<img src="a.png" srcset="b.png 2x">';
  expect(withoutOutside(inside)).toBe(inside);
});
