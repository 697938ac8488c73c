// The page of one's own account: the name, the language, taking all along, and leaving.
import { type Html, html, signedIn } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import { formFor } from "../../app/port/form.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { refusedForm } from "../../app/port/refused.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import type { SettingsLine } from "../../app/port/slots.ts";
import { chosenLanguage, LANGUAGES } from "../../app/port/words.ts";
import { operation } from "../../operation.ts";
import { changeMe, readMe } from "../../tokens/port/operations.ts";
import { deleteAccount } from "../operations/account.ts";
import { GRACE_DAYS } from "../store.ts";
import { accountWords } from "./words.ts";

const PATH = settingsPath("me/profile");
const LANGUAGE_NAMES = { en: "English", de: "Deutsch" } as const;

export const showProfile = operation({
  id: "account.page",
  route: `GET ${PATH}`,
  summary: "Your account, as a page",
  ...screen,
  permit: signedIn(),
  run: async (call) => {
    const words = accountWords(call);
    const { name, email } = await ask(call, readMe, {});
    const body = html`${nameForm(call, name)}${languageForm(call)}${takingAlong(call)}${leaving(call)}`;
    return settingsScreen(call, { title: words.profile, told: words.told(email), body });
  },
});

export function accountSettings(call: Asking): SettingsLine[] {
  return [{ group: "me", order: 10, href: PATH, icon: "user", label: accountWords(call).profile }];
}

function nameForm(call: Asking, name: string | null): Html {
  const words = accountWords(call);
  return html`<section aria-labelledby="name"><h2 id="name">${words.seen_as}</h2>${formFor(
    call,
    changeMe,
    { done: words.saved },
    (fields) =>
      html`${fields.text("name", { label: words.name, hint: words.name_hint, value: name, required: true, maxlength: 100, autocomplete: "name" })}
<p class="line"><button class="btn primary">${words.save}</button></p>`,
  )}</section>`;
}

/** The cookie is of the app alone, so no operation of the API sets it. */
function languageForm(call: Asking): Html {
  const words = accountWords(call);
  const chosen = chosenLanguage(call.request) ?? "";
  const choices = [
    { value: "", label: words.as_browser },
    ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
  ];
  return html`<section class="part" aria-labelledby="language"><h2 id="language">${words.language}</h2><p class="soft">${words.language_told}</p>
<form class="line" method="post" action="/app/language" data-plain><input type="hidden" name="back" value="${PATH}">${choices.map(({ value, label }) => html`<button class="btn" name="language" value="${value}" aria-pressed="${value === chosen ? "true" : "false"}">${label}</button>`)}</form></section>`;
}

function takingAlong(call: Asking): Html {
  const words = accountWords(call);
  return html`<section class="part" aria-labelledby="take"><h2 id="take">${words.take}</h2><p class="soft">${words.take_told}</p><p class="line"><a class="btn" href="/api/export" download>${words.take_it}</a></p></section>`;
}

/** Unfolded where the form came back. */
function leaving(call: Asking): Html {
  const words = accountWords(call);
  const isOpen = refusedForm(call.request)?.operation === deleteAccount.id;
  return html`<section class="part" aria-labelledby="leave"><h2 id="leave">${words.leave}</h2><p class="soft">${words.leave_told(GRACE_DAYS)} ${words.leave_last}</p>
<details class="fold"${isOpen && html` open`}><summary><span class="btn danger">${words.leave_open}</span></summary>${formFor(
    call,
    deleteAccount,
    {},
    (fields) =>
      html`${fields.text("confirm", { label: words.leave_confirm, hint: words.leave_hint, required: true, maxlength: 320, autocomplete: "off" })}
<p class="line"><button class="btn danger">${words.leave_it}</button></p>`,
  )}</details></section>`;
}
