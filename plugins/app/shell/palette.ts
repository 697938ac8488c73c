// What the palette needs of the page: its words, where it leads without script, and the drawings of what it finds.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { Asking } from "../port/ask.ts";
import { icon } from "../port/icons.ts";
import { appWords } from "../words.ts";

/** Drawn on every page, so that what is found has its drawing. */
export const PALETTE_ICONS = html`${[
  "search",
  "doc",
  "web",
  "table",
  "form",
  "image",
  "code",
  "file",
  "folder",
  "space",
  "lock",
  "user",
  "users",
  "settings",
  "plus",
  "home",
  "inbox",
  "trash",
  "next",
].map((name) => icon(name))}`;

/** On the link that opens it. */
export function paletteWords(call: Asking): Html {
  const words = appWords(call);
  const said = {
    ...{ label: words.go_to, found: words.found, none: words.found_none, failed: words.found_failed },
    ...{ text: words.found_text, document: words.found_document, place: words.found_place },
    ...{ command: words.found_command, person: words.found_person, settings: words.found_settings },
    ...{ choose: words.key_choose, open: words.key_open, only: words.key_only, keys: words.keys, close: words.close },
    ...{ search: words.search, home: words.home, inbox: words.inbox },
  };
  return html` data-palette${Object.entries(said).map(([name, text]) => html` data-${name}="${text}"`)}`;
}
