// How the app looks in this browser: its language, its time zone, light or dark.
// Each is a cookie of the app, so no operation of the API sets it.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { Asking } from "../../app/port/ask.ts";
import { chosenTheme, THEMES } from "../../app/port/theme.ts";
import { chosenLanguage, LANGUAGES } from "../../app/port/words.ts";
import { chosenTimeZone, timeZones } from "../../app/port/zone.ts";
import { accountWords } from "./words.ts";

const LANGUAGE_NAMES = { en: "English", de: "Deutsch" } as const;

export function looksPart(call: Asking, path: string): Html {
  const words = accountWords(call);
  const languages = [
    { value: "", label: words.as_browser },
    ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
  ];
  const themes = [{ value: "", label: words.as_system }, ...THEMES.map((value) => ({ value, label: words[value] }))];
  const language = chosenLanguage(call.request) ?? "";
  const theme = chosenTheme(call.request) ?? "";
  return html`<section class="part" aria-labelledby="looks"><h2 id="looks">${words.looks}</h2><div class="stack">
${buttons({ path, name: "language", action: "/app/language", label: words.language, chosen: language, choices: languages })}
${buttons({ path, name: "theme", action: "/app/theme", label: words.theme, chosen: theme, choices: themes })}
${zoneForm(call, path)}</div></section>`;
}

interface Choice {
  path: string;
  name: string;
  action: string;
  label: string;
  chosen: string;
  choices: readonly { value: string; label: string }[];
}

function buttons({ path, name, action, label, chosen, choices }: Choice): Html {
  return html`<div class="stack tight"><h3 id="choose-${name}">${label}</h3><form class="line" method="post" action="${action}" data-plain aria-labelledby="choose-${name}"><input type="hidden" name="back" value="${path}">${choices.map((one) => html`<button class="btn" name="${name}" value="${one.value}" aria-pressed="${one.value === chosen ? "true" : "false"}">${one.label}</button>`)}</form></div>`;
}

function zoneForm(call: Asking, path: string): Html {
  const words = accountWords(call);
  const chosen = chosenTimeZone(call.request) ?? "";
  const isOld = chosen !== "" && !timeZones().includes(chosen);
  const names = isOld ? [chosen, ...timeZones()] : timeZones();
  const option = (value: string, label: string) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${label}</option>`;
  return html`<form class="stack tight" method="post" action="/app/time-zone" data-plain><input type="hidden" name="back" value="${path}"><div class="field"><label for="time-zone">${words.time_zone}</label><select id="time-zone" name="time_zone" aria-describedby="time-zone-hint">${option("", words.as_browser_has)}${names.map((name) => option(name, name.replaceAll("_", " ")))}</select><p class="hint" id="time-zone-hint">${words.time_zone_hint}</p></div><p class="line"><button class="btn">${words.save}</button></p></form>`;
}
