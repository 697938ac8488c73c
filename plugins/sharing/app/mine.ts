// The ways to the page of what somebody shares: the rail's line and the palette's command.
import type { Asking } from "../../app/port/ask.ts";
import type { Command } from "../../app/port/find.ts";
import { SHARED_BY_ME_PATH } from "../../app/port/paths.ts";
import type { RailPart } from "../../app/port/slots.ts";
import { shareWords } from "./words.ts";

const ICON = "shared";

export function railOfSharing(call: Asking): RailPart[] {
  return [{ at: "end", order: 80, places: [{ href: SHARED_BY_ME_PATH, icon: ICON, label: shareWords(call).mine }] }];
}

export function sharingCommands(call: Asking): Command[] {
  return [{ label: shareWords(call).mine, hint: null, href: SHARED_BY_ME_PATH, icon: ICON }];
}
