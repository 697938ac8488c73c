// The first page of the settings: all of them that this person may open, as a phone shows them too.
import { html, signedIn } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import type { Asking } from "../port/ask.ts";
import { SETTINGS_PATH } from "../port/paths.ts";
import { answerScreen, screen } from "../port/screen.ts";
import { menuOf, settingsGroups } from "../port/settings.ts";
import type { RailPart } from "../port/slots.ts";
import { appWords } from "../words.ts";

export const showSettings = operation({
  id: "app.settings",
  route: `GET ${SETTINGS_PATH}`,
  summary: "What you may settle, as a page",
  ...screen,
  permit: signedIn(),
  run: async (call) => {
    const words = appWords(call);
    const body = html`<div class="head"><div><h1>${words.settings}</h1><p>${words.settings_told}</p></div></div>
<nav class="settings-all" aria-label="${words.settings}">${menuOf(await settingsGroups(call), "")}</nav>`;
    return answerScreen(call, { title: words.settings, body, width: "slim" });
  },
});

export function railOfSettings(call: Asking): RailPart[] {
  const places = [{ href: SETTINGS_PATH, icon: "settings", label: appWords(call).settings }];
  return [{ at: "end", order: 95, places }];
}
