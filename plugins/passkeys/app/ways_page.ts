// The page of one's ways to sign in: passkeys, and what other plugins add.
import { type Html, html, signedIn } from "../../../kernel/plugin.ts";
import { isFresh } from "../../../kernel/ports/access.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { askFirst } from "../../app/port/ask_first.ts";
import { buttonFor, formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import type { SettingsLine } from "../../app/port/slots.ts";
import { when } from "../../app/port/when.ts";
import { capOf, operation } from "../../operation.ts";
import { signInPath } from "../../pages.ts";
import { PASSKEY_SCRIPT_PATH } from "../files.ts";
import { callPasskey, readPasskeys, removePasskey } from "../operations/passkeys.ts";
import { type WayPart, wayPartHook } from "../port.ts";
import { deviceOf } from "./device.ts";
import { waysWords } from "./words.ts";

const PATH = settingsPath("me/passkeys");

type Listed = AnswerOf<typeof readPasskeys>;
type Passkey = Listed["passkeys"][number];

export const showWays = operation({
  id: "passkey.page",
  route: `GET ${PATH}`,
  summary: "Your ways to sign in, as a page",
  ...screen,
  permit: signedIn(),
  run: async (call) => {
    const words = waysWords(call);
    const listed = await ask(call, readPasskeys, {});
    const is_fresh = isFresh(call.actor, call.now);
    const { company } = listed;
    const parts = await call.callHook(wayPartHook, { call, is_fresh, company });
    const mail = company === null && call.runtime.mail.kind === "smtp" ? ` ${words.told_mail}` : "";
    const body = html`${lead(call, { company, is_fresh })}${passkeysPart(call, { listed, is_fresh })}
${parts
  .flatMap((part) => part ?? [])
  .sort((one, other) => one.order - other.order)
  .map(partOf)}`;
    const told = `${words.told(call.actor.email)}${mail}`;
    return settingsScreen(call, { title: words.ways, told, body, scripts: [PASSKEY_SCRIPT_PATH] });
  },
});

export function waysSettings(call: Asking): SettingsLine[] {
  return [{ group: "me", order: 20, href: PATH, icon: "lock", label: waysWords(call).ways }];
}

/** At most one note above the page: why it cannot be changed, and the way out. */
function lead(call: Asking, { company, is_fresh }: { company: string | null; is_fresh: boolean }): Html | null {
  const words = waysWords(call);
  if (company !== null)
    return html`<p class="note">${icon("building")}<span dir="auto">${words.company_told(company)}</span></p>`;
  if (is_fresh) return null;
  const again = signInPath(PATH, { email: call.actor.email, again: true });
  return html`<p class="note">${icon("lock")}<span>${words.again_told}</span> <a class="btn" href="${again}" data-plain>${words.again}</a></p>`;
}

function passkeysPart(call: Asking, { listed, is_fresh }: { listed: Listed; is_fresh: boolean }): Html {
  const words = waysWords(call);
  const { passkeys } = listed;
  return html`<section aria-labelledby="passkeys"><h2 id="passkeys">${words.passkeys}</h2><div class="stack"><p class="soft">${words.passkeys_told}</p>
${passkeys.length > 0 && html`<ul class="rows roomy still">${passkeys.map((one) => row(call, { one, is_fresh }))}</ul>`}
${addPart(call, { listed, is_fresh })}</div></section>`;
}

function row(call: Asking, { one, is_fresh }: { one: Passkey; is_fresh: boolean }): Html {
  const words = waysWords(call);
  const { id, name, created_at, last_used_at, backed_up } = one;
  const rename = html`<details class="fold"><summary class="btn small quiet" aria-label="${words.rename_named(name)}">${words.rename}</summary>${formFor(
    call,
    callPasskey,
    { fixed: { passkey_id: id }, done: words.renamed, look: "line" },
    ({ text }) =>
      html`${text("name", { label: words.called, value: name, required: true, maxlength: 60, autocomplete: "off", bare: true })}<button class="btn">${words.rename}</button>`,
  )}</details>`;
  const remove = askFirst({
    open: words.remove,
    name: words.remove_named(name),
    told: words.remove_told,
    form: buttonFor(call, removePasskey, {
      fixed: { passkey_id: id },
      button: words.remove_it,
      kind: "btn danger",
      done: words.removed(name),
    }),
  });
  return html`<li>${icon("key")}<div class="main"><span class="name" dir="auto">${name}</span><span class="what">${words.added} ${when(call, created_at)} · ${last_used_at ? html`${words.used} ${when(call, last_used_at)}` : words.never_used}${backed_up && ` · ${words.backed_up}`}</span></div><div class="acts">${rename}${is_fresh && remove}</div></li>`;
}

/** The form is the script's: without one there is nobody who could ask the device. */
function addPart(call: Asking, { listed, is_fresh }: { listed: Listed; is_fresh: boolean }): Html | null {
  const words = waysWords(call);
  const { passkeys, can_add, company } = listed;
  const none = passkeys.length === 0 && html`<p class="soft">${words.none}</p>`;
  if (company !== null || (can_add && !is_fresh)) return html`${none}`;
  if (!can_add) return html`${none}<p class="note">${icon("info")}<span>${words.add_impossible}</span></p>`;
  const most = capOf(call.runtime, "passkeys_per_account");
  if (passkeys.length >= most) return html`<p class="soft">${words.full(most)}</p>`;
  const name = words.device(deviceOf(call.request.headers.get("user-agent") ?? ""));
  return html`${none}<p class="soft" data-passkey-without>${words.add_without}</p>
<form class="stack" hidden data-passkey-add data-plain aria-label="${words.add}"><div class="field"><label for="passkey-name">${words.called}</label><input id="passkey-name" name="name" value="${name}" required maxlength="60" autocomplete="off" aria-describedby="passkey-name-hint"><p class="hint" id="passkey-name-hint">${words.called_hint}</p></div>
<p class="note bad" role="alert" hidden data-none="${words.add_none}" data-known="${words.add_known}" data-failed="${words.add_failed}"></p>
<p class="line"><button class="btn primary">${words.add_it}</button></p></form>`;
}

function partOf({ id, heading, body }: WayPart): Html {
  return html`<section class="part" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>${body}</section>`;
}
