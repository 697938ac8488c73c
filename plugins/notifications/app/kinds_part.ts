// What a person is told of, and by which ways: a row for each kind of notice, and one Save for all.
import { type Html, html, NOTICE_CHANNELS, type NoticeChannel } from "../../../kernel/plugin.ts";
import type { Asking } from "../../app/port/ask.ts";
import { formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { changeSettings, type ShownSettings } from "../operations/settings.ts";
import { settingsWords } from "./settings_words.ts";

/** What the rows need of the form's controls. */
interface KindFields {
  isChosen(name: `${string}.${string}`, value: string, isSet: boolean): boolean;
}

export function kindsPart(call: Asking, { kinds, digest, email }: ShownSettings): Html {
  const words = settingsWords(call);
  const channels = { app: words.app, email: words.mail, chat: words.chat };
  const form = formFor(
    call,
    changeSettings,
    { done: words.saved, label: words.what },
    (fields) =>
      html`<table class="data ticks"><thead><tr><th scope="col">${words.kind}</th>${NOTICE_CHANNELS.map((one) => html`<th scope="col">${channels[one]}</th>`)}</tr></thead>
<tbody>${kinds.map((kind, number) => kindRow(call, fields, { kind, number, channels }))}</tbody></table>
${fields.check("digest", { label: words.digest(email.address), hint: words.digest_hint, value: digest })}
${!email.delivers && html`<p class="note">${icon("info")}<span>${words.no_mail}</span></p>`}
<p class="line"><button class="btn primary">${words.save}</button></p>`,
  );
  return html`<section aria-labelledby="kinds"><h2 id="kinds">${words.what}</h2>${form}</section>`;
}

interface KindRow {
  kind: ShownSettings["kinds"][number];
  number: number;
  channels: Readonly<Record<NoticeChannel, string>>;
}

function kindRow(call: Asking, fields: KindFields, { kind, number, channels }: KindRow): Html {
  const words = settingsWords(call);
  const title = words.kind_named(kind.kind, kind.title);
  const tick = (channel: NoticeChannel) => {
    const name = `kinds.${number}.${channel}` as const;
    return html`<td><input type="hidden" name="${name}" value="false"><label class="tick"><span class="only">${channels[channel]}: ${title}</span><input type="checkbox" name="${name}" value="true"${fields.isChosen(name, "true", kind[channel]) && html` checked`}></label></td>`;
  };
  return html`<tr><th scope="row"><input type="hidden" name="kinds.${number}.kind" value="${kind.kind}">${title}${kind.own_mail && html` <span class="chip">${words.at_once}</span>`}</th>${NOTICE_CHANNELS.map(tick)}</tr>`;
}
