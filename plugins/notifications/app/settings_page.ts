// The page on which people choose what they are told of where, give their chat, and look at what they watch.
import { html, KERNEL_BOUNDS, signedIn, t } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import type { SettingsLine } from "../../app/port/slots.ts";
import { operation } from "../../operation.ts";
import { readSettings } from "../operations/settings.ts";
import { readWatches } from "../operations/watches.ts";
import { chatPart } from "./chat_part.ts";
import { kindsPart } from "./kinds_part.ts";
import { settingsWords } from "./settings_words.ts";
import { watchesPart } from "./watches_part.ts";

const WATCHES_MAX = 50;
const PATH = settingsPath("me/notifications");

export const showPage = operation({
  id: "notification.page",
  route: `GET ${PATH}`,
  summary: "What you are told of where, and what you watch, as a page",
  query: t.Object({
    after: t.Optional(t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." })),
  }),
  ...screen,
  permit: signedIn(),
  run: async (call, { query }) => {
    const words = settingsWords(call);
    const [settings, watched] = await Promise.all([
      ask(call, readSettings, {}),
      ask(call, readWatches, { query: { limit: WATCHES_MAX, cursor: query.after } }),
    ]);
    const body = html`${kindsPart(call, settings)}${chatPart(call, settings.chat)}${watchesPart(call, watched)}`;
    return settingsScreen(call, { title: words.notifications, told: words.told, body });
  },
});

export function notificationSettings(call: Asking): SettingsLine[] {
  return [{ group: "me", order: 50, href: PATH, icon: "bell", label: settingsWords(call).notifications }];
}
