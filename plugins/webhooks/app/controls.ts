// What a manager does with a webhook: pause, test, send what it missed, another address, a new secret, its end.
import { DAY_MS, type Html, html, later } from "../../../kernel/plugin.ts";
import type { AnswerOf, Asking } from "../../app/port/ask.ts";
import { askFirst } from "../../app/port/ask_first.ts";
import { copyBox } from "../../app/port/copy_box.ts";
import { buttonFor, formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { shownOnce } from "../../app/port/once.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { when } from "../../app/port/when.ts";
import { manifest } from "../../manifest.ts";
import { recover } from "../operations/again.ts";
import { testWebhook } from "../operations/deliveries.ts";
import { rotate } from "../operations/secret.ts";
import { createWebhook, type readWebhook, removeWebhook, updateWebhook } from "../operations/webhooks.ts";
import { eventFields } from "./event_fields.ts";
import { webhookWords } from "./words.ts";

type Detail = AnswerOf<typeof readWebhook>;
// A day less than can be recovered, since the page may be open for a while.
const DAYS = [1, 7, manifest.caps.recovery_days - 1];
const DAY_SECONDS = DAY_MS / 1000;

export function controls(call: Asking, webhook: Detail): Html {
  const words = webhookWords(call);
  const { id, active, is_owner_managing } = webhook;
  const button = { fixed: { id } };
  return html`<div class="line">${buttonFor(call, updateWebhook, { fixed: { id, active: String(!active) }, button: active ? words.pause : words.resume, kind: active ? "btn" : "btn primary", done: active ? words.is_paused : words.is_active })}${buttonFor(call, testWebhook, { ...button, button: words.test, kind: "btn", done: words.tested })}${!is_owner_managing && buttonFor(call, updateWebhook, { fixed: { id, take_over: "true" }, button: words.take_over, kind: "btn", done: words.taken_over })}</div>
${fold(words.send_missed, missedForm(call, id))}${fold(words.change, changeForm(call, webhook))}${fold(words.new_secret, secretForm(call, webhook))}`;
}

function fold(summary: string, body: Html): Html {
  return html`<details class="fold boxed"><summary>${icon("right", "turn")}${summary}</summary>${body}</details>`;
}

function missedForm(call: Asking, id: number): Html {
  const words = webhookWords(call);
  const spans = DAYS.map((days) => ({ value: later(call.now, -days * DAY_MS).toISOString(), label: words.days(days) }));
  const kinds = [
    { value: "failed", label: words.only_failed },
    { value: "missing", label: words.only_missing },
  ];
  return formFor(
    call,
    recover,
    { fixed: { id }, done: words.sending_missed, label: words.send_missed },
    ({ choice }) =>
      html`<div class="pair">${choice("only", { label: words.what, value: "failed", options: kinds })}${choice("since", { label: words.of_last, options: spans })}</div><p class="line"><button class="btn">${words.send_it}</button></p>`,
  );
}

function changeForm(call: Asking, { id, url, events, database_id }: Detail): Html {
  const words = webhookWords(call);
  return formFor(
    call,
    updateWebhook,
    { fixed: { id }, done: words.saved, label: words.change },
    (fields) =>
      html`${fields.text("url", { label: words.url, hint: words.url_hint, type: "url", value: url, required: true, autocomplete: "off" })}${database_id === null && eventFields(words, fields, events)}<p class="line"><button class="btn primary">${words.save}</button></p>`,
  );
}

function secretForm(call: Asking, { id, former_secret_until }: Detail): Html {
  const words = webhookWords(call);
  const options = [
    { value: String(DAY_SECONDS), label: words.overlap_day },
    { value: String(7 * DAY_SECONDS), label: words.overlap_week },
    { value: "0", label: words.overlap_none },
  ];
  return formFor(
    call,
    rotate,
    { fixed: { id, ...(former_secret_until !== null && { force: "true" }) }, label: words.new_secret },
    ({ choice }) =>
      html`<p class="fine">${words.secret_told}</p>${former_secret_until !== null && html`<p class="note warn">${icon("warn")}<span>${words.still_signs} ${when(call, former_secret_until)}. ${words.ends_it}</span></p>`}${choice("overlap_seconds", { label: words.overlap, value: String(DAY_SECONDS), options })}<p class="line"><button class="btn">${words.make_secret}</button></p>`,
  );
}

/** The secret that a form has just made; on no later load. */
export function secretNote(call: Asking): Html | null {
  const made = shownOnce(call, createWebhook) ?? shownOnce(call, rotate);
  if (!made) return null;
  const words = webhookWords(call);
  const { copy, copied } = words;
  return html`<div class="note good" role="status">${icon("check")}<div class="stack tight"><p><strong>${words.your_secret}</strong> ${words.shown_once}</p>${copyBox({ text: made.secret, label: words.your_secret, copy, copied })}</div></div>`;
}

/** On every plan. */
export function removal(call: Asking, { id, url }: Pick<Detail, "id" | "url">): Html {
  const words = webhookWords(call);
  return html`<div>${askFirst({
    open: words.remove,
    told: words.remove_told,
    form: buttonFor(call, removeWebhook, {
      fixed: { id },
      then: settingsPath("company/webhooks"),
      button: words.remove_it,
      kind: "btn danger",
      done: words.removed(new URL(url).host),
    }),
  })}</div>`;
}
