// A person's chat: its address given, tried and forgotten.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { Asking } from "../../app/port/ask.ts";
import { buttonFor, formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { sentenceOf } from "../../app/port/refused.ts";
import { when } from "../../app/port/when.ts";
import { manifest } from "../../manifest.ts";
import { CHAT_FORMATS, type ChatFormat } from "../chat/formats.ts";
import { removeChat, setChat, testChat } from "../operations/chat.ts";
import type { ShownSettings } from "../operations/settings.ts";
import { settingsWords } from "./settings_words.ts";

const FORMAT_NAMES: Readonly<Record<ChatFormat, string>> = {
  slack: "Slack",
  mattermost: "Mattermost",
  teams: "Microsoft Teams",
  discord: "Discord",
};

export function chatPart(call: Asking, chat: ShownSettings["chat"]): Html {
  const words = settingsWords(call);
  const formats = CHAT_FORMATS.map((value) => ({ value: value as string, label: FORMAT_NAMES[value] }));
  const form = formFor(
    call,
    setChat,
    { done: words.chat_saved, label: words.your_chat },
    ({ text, choice }) =>
      html`<div class="pair">${text("url", { label: chat ? words.another_address : words.address, hint: words.address_hint, type: "url", required: true, maxlength: manifest.caps.webhook_url_chars, autocomplete: "off", placeholder: "https://hooks.slack.com/services/..." })}
${choice("format", { label: words.written_for, options: [{ value: "", label: words.address_tells }, ...formats] })}</div>
<p class="line"><button class="btn">${words.save_address}</button></p>`,
  );
  return html`<section class="part stack" aria-labelledby="chat"><h2 id="chat">${words.your_chat}</h2><p class="soft">${words.chat_told}</p>${chat && chatState(call, chat)}${form}</section>`;
}

function chatState(
  call: Asking,
  { format, address, active, error, failures, sent_at }: NonNullable<ShownSettings["chat"]>,
): Html {
  const words = settingsWords(call);
  const trouble = active ? failures > 0 && words.failing : words.given_up;
  const last =
    error !== null
      ? html`${words.last_failed} ${sentenceOf(error)}`
      : sent_at
        ? html`${words.arrived} ${when(call, sent_at)}`
        : words.not_sent;
  return html`<ul class="rows still roomy"><li>${icon("comment")}<div class="main"><span class="name">${FORMAT_NAMES[format]} · <bdi>${address}</bdi>${trouble && html` <span class="chip warn">${trouble}</span>`}</span><span class="what" dir="auto">${last}</span></div><div class="acts">${buttonFor(call, testChat, { button: words.test, done: words.tested })}${buttonFor(call, removeChat, { button: words.forget, kind: "btn small quiet", done: words.forgotten })}</div></li></ul>`;
}
