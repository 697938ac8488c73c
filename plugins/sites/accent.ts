// The colour of a site on light and on dark paper:
// the one that was chosen, moved as far as its contrast asks (WCAG 2.2, 1.4.3).

/** What pages are written on: the paper, and the tint behind what is set apart, as the stylesheet has them. */
const LIGHT: Papers = { paper: [255, 255, 255], tint: [0xf5, 0xf7, 0xf9] };
const DARK: Papers = { paper: [0x14, 0x17, 0x1b], tint: [0x1c, 0x21, 0x27] };
/** Of text against its background. */
const CONTRAST_MIN = 4.5;
/** As much of the colour as the ground of a chosen entry has, on which its name stands in the colour itself. */
const GROUND_SHARE = 0.12;
const STEPS = 50;

type Colour = readonly [red: number, green: number, blue: number];

interface Papers {
  paper: Colour;
  tint: Colour;
}

/** The rules that give a site its colour; null for the server's own. */
export function accentStyle(accent: string | null): string | null {
  const colour = accent === null ? null : parse(accent);
  if (!colour) return null;
  const light = write(readable(colour, { ...LIGHT, towards: [0, 0, 0] }));
  const dark = write(readable(colour, { ...DARK, towards: [255, 255, 255] }));
  return `:root{--accent:${light}}@media screen and (prefers-color-scheme: dark){:root{--accent:${dark}}}`;
}

/** The nearest mix with `towards` that can be read on the paper, on its tint, and on a ground of paper and itself. */
function readable(colour: Colour, { paper, tint, towards }: Papers & { towards: Colour }): Colour {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(colour, towards, step / STEPS);
    const grounds = [paper, tint, mix(paper, mixed, GROUND_SHARE)];
    if (grounds.every((ground) => contrast(mixed, ground) >= CONTRAST_MIN)) return mixed;
  }
  return towards;
}

/** Of two colours, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(one: Colour, other: Colour): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const at = (index: 0 | 1 | 2) => Math.round(one[index] * (1 - share) + other[index] * share);
  return [at(0), at(1), at(2)];
}

function parse(text: string): Colour | null {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  return found ? [byte(found[1]), byte(found[2]), byte(found[3])] : null;
}

const byte = (text = "0") => Number.parseInt(text, 16);

function write(colour: Colour): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
