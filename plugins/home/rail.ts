// The lines of the rail that are there for everybody: home, search, trash.

import type { Asking } from "../app/port/ask.ts";
import type { RailPart } from "../app/port/slots.ts";
import { HOME_PATH, TRASH_PATH } from "./ways.ts";
import { homeWords } from "./words.ts";

export function railOfHome(call: Asking): RailPart[] {
  const words = homeWords(call);
  return [
    { at: "top", order: 0, places: [{ href: HOME_PATH, icon: "home", label: words.home }] },
    { at: "end", order: 90, places: [{ href: TRASH_PATH, icon: "trash", label: words.trash }] },
  ];
}
