// The page of one's own account: the name, how the app looks here, the sessions, taking all along, and leaving.
import { type Html, html, signedIn } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import { formFor } from "../../app/port/form.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import type { SettingsLine } from "../../app/port/slots.ts";
import { operation } from "../../operation.ts";
import { changeMe, readMe } from "../../tokens/port/operations.ts";
import { leavingPart } from "./leaving_part.ts";
import { looksPart } from "./looks_part.ts";
import { accountWords } from "./words.ts";

const PATH = settingsPath("me/profile");

export const showProfile = operation({
  id: "account.page",
  route: `GET ${PATH}`,
  summary: "Your account, as a page",
  ...screen,
  permit: signedIn(),
  run: async (call) => {
    const words = accountWords(call);
    const { name, email } = await ask(call, readMe, {});
    const body = html`${nameForm(call, name)}${looksPart(call, PATH)}${sessions(call)}${takingAlong(call)}${await leavingPart(call)}`;
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

/** Whoever is signed out everywhere is signed out here too, so the answer is a page of sign-in and none of the app. */
function sessions(call: Asking): Html {
  const words = accountWords(call);
  return html`<section class="part stack tight" aria-labelledby="sessions"><h2 id="sessions">${words.sessions}</h2><p class="soft">${words.sessions_told}</p>
<form class="line" method="post" action="/auth/logout-all" data-plain><button class="btn">${words.sign_out_everywhere}</button></form></section>`;
}

function takingAlong(call: Asking): Html {
  const words = accountWords(call);
  return html`<section class="part stack tight" aria-labelledby="take"><h2 id="take">${words.take}</h2><p class="soft">${words.take_told}</p><p class="line"><a class="btn" href="/api/export" download>${words.take_it}</a></p></section>`;
}
