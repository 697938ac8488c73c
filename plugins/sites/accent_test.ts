// The colour of a site can be read wherever it stands, whichever is chosen, by day and by night.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { accentStyle, contrast } from "./accent.ts";

type Colour = [number, number, number];

const COLOURS = await Bun.file(new URL("../rendering/style/colours.css", import.meta.url)).text();
const LIGHT = papersOf(COLOURS.slice(0, COLOURS.indexOf("@media")));
const DARK = papersOf(COLOURS.slice(COLOURS.indexOf("@media")));

/** As the stylesheet has them, which this plugin knows by heart. */
function papersOf(css: string): { paper: Colour; tint: Colour } {
  const named = (name: string) => {
    const [, text = ""] = new RegExp(`--${name}: (#[0-9a-f]+)`).exec(css) ?? [];
    return read(text.length === 4 ? text.replaceAll(/[0-9a-f]/g, "$&$&") : text);
  };
  return { paper: named("paper"), tint: named("tint") };
}

function read(text: string): Colour {
  const part = (at: number) => Number.parseInt(text.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

/** The least contrast of a colour with what stands behind it; the last is what the tree mixes where its reader is. */
function leastOf(colour: Colour, { paper, tint }: { paper: Colour; tint: Colour }): number {
  const at = (index: 0 | 1 | 2) => Math.round(paper[index] * 0.88 + colour[index] * 0.12);
  return Math.min(...[paper, tint, [at(0), at(1), at(2)] as Colour].map((behind) => contrast(colour, behind)));
}

function coloursOf(accent: string): { light: Colour; dark: Colour } {
  const found = [...(accentStyle(accent) ?? "").matchAll(/--accent:(#[0-9a-f]{6})/g)];
  const [light = "", dark = ""] = found.map(([, colour]) => colour);
  return { light: read(light), dark: read(dark) };
}

const byte = fc.integer({ min: 0, max: 255 });
const hex = (parts: readonly number[]) => `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

test("every accent has a contrast of at least 4.5 with all that stands behind it, by day and by night", () => {
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte), (parts) => {
      const { light, dark } = coloursOf(hex(parts));
      expect(leastOf(light, LIGHT)).toBeGreaterThanOrEqual(4.5);
      expect(leastOf(dark, DARK)).toBeGreaterThanOrEqual(4.5);
    }),
    {
      examples: [[[255, 255, 255]], [[0, 0, 0]], [[255, 255, 0]], [[0, 0, 255]], [[0x76, 0x76, 0x76]], [[254, 3, 92]]],
    },
  );
});

test("a colour that can be read already is left as it was chosen", () => {
  expect(coloursOf("#a03000").light).toEqual(read("#a03000"));
  expect(coloursOf("#ffd54f").dark).toEqual(read("#ffd54f"));
  expect(accentStyle("#B7410E")).toBe(accentStyle("#b7410e"));
});

test("without a colour, and with what is none, the server's own stays", () => {
  for (const none of [null, "", "red", "#fff", "#12345g", "#1234567"])
    expect([none, accentStyle(none)]).toEqual([none, null]);
});

test("contrast is that of the standard: 21 for black on white, 1 for a colour on itself, the same both ways", () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte), fc.tuple(byte, byte, byte), (one, other) => {
      expect(contrast(one, one)).toBe(1);
      expect(contrast(one, other)).toBe(contrast(other, one));
    }),
  );
});
