// Proves that lists come out as the library makes them, and that an item is not asked again for each item beside it.
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { List, ListItem, Paragraph } from "mdast";
import { toHast } from "mdast-util-to-hast";
import { listHandlers } from "./list_items.ts";

const text = fc.constant<Paragraph>({ type: "paragraph", children: [{ type: "text", value: "a" }] });
const spread = fc.constantFrom(true, false, null, undefined);
const { list } = fc.letrec<{ list: List; item: ListItem }>((tie) => ({
  list: fc.record({
    type: fc.constant("list" as const),
    spread,
    ordered: fc.boolean(),
    children: fc.array(tie("item"), { maxLength: 4 }),
  }),
  item: fc.record({
    type: fc.constant("listItem" as const),
    spread,
    checked: fc.constantFrom(true, false, null),
    children: fc.array(fc.oneof({ maxDepth: 3 }, text, tie("list")), { maxLength: 3 }),
  }),
}));

test("a list is as loose as the library finds it", () => {
  fc.assert(fc.property(list, (given) => expect(toHast(given, { handlers: listHandlers() })).toEqual(toHast(given))));
});

test("each item of a long list is asked a few times", () => {
  let asked = 0;
  const items = Array.from(
    { length: 500 },
    (): ListItem => ({
      type: "listItem",
      children: [],
      get spread() {
        asked++;
        return false;
      },
    }),
  );
  toHast({ type: "list", spread: false, children: items }, { handlers: listHandlers() });
  expect(asked).toBeLessThan(4 * items.length);
});
