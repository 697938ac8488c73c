// The page on which people see what they were told and choose what they are told of where, give their chat,
// and look at what they watch. It works without script.
import { type Actor, type Html, html, NOTICE_CHANNELS, type NoticeChannel, type Page } from "../../../kernel/plugin.ts";
import { pageFor } from "../../pages.ts";
import { CHAT_FORMATS, type ChatFormat } from "../chat/formats.ts";
import type { ShownSettings } from "../operations/settings.ts";
import { SETTINGS_PATH } from "../settings_path.ts";
import { STYLE_PATH } from "./assets.ts";
import { type Told, toldSection } from "./told_section.ts";

export interface ShownWatch {
  watch_id: number;
  name: string;
  /** Null for a folder. */
  url: string | null;
  muted: boolean;
}

/** What has just been done, as the address says it. */
export const DONE = ["saved", "chat_saved", "chat_removed", "arrived", "failed", "unwatched", "read"] as const;
export type Done = (typeof DONE)[number];

export function notificationsPage(shown: {
  actor: Actor;
  told: Told;
  settings: ShownSettings;
  watches: readonly ShownWatch[];
  /** Whether there are more than are shown. */
  has_more: boolean;
  done: Done | null;
}): Page {
  const { actor, told, settings, watches, has_more, done } = shown;
  return {
    title: "Notifications",
    ...pageFor(actor, STYLE_PATH),
    body: html`
    <h1>Notifications</h1>
    <p class="soft">What others do, as far as it concerns you. You are never told of what you did yourself.</p>
    ${done && doneNotice(done, settings)}
    ${toldSection(told)}
    ${kindsSection(settings)}
    ${chatSection(settings.chat)}
    ${watchesSection(watches, has_more)}
    <p class="fine"><a href="/app">To your documents</a></p>`,
  };
}

const SAID: Readonly<Record<Exclude<Done, "failed">, string>> = {
  saved: "Your choices are saved.",
  chat_saved: "The address is saved. Send a test to see whether it works.",
  chat_removed: "The address is forgotten, and nothing is sent there any more.",
  arrived: "The test arrived.",
  unwatched: "Removed from your list.",
  read: "All of them are marked as read.",
};

function doneNotice(done: Done, { chat }: ShownSettings): Html {
  if (done !== "failed") return html`<p class="notice good" role="status">${SAID[done]}</p>`;
  return html`<p class="notice bad" role="alert">The test did not arrive: ${chat?.error ?? "there is no address"}.</p>`;
}

const CHANNEL_NAMES: Readonly<Record<NoticeChannel, string>> = { app: "App", email: "Mail", chat: "Chat" };

function kindsSection({ kinds, digest, email }: ShownSettings): Html {
  return html`
    <section aria-labelledby="kinds"><h2 id="kinds">What you are told of</h2>
      <form method="post" action="${SETTINGS_PATH}">
        <table>
          <thead><tr><th scope="col">What</th>${NOTICE_CHANNELS.map((one) => html`<th scope="col">${CHANNEL_NAMES[one]}</th>`)}</tr></thead>
          <tbody>${kinds.map(kindRow)}</tbody>
        </table>
        <label class="line"><input type="checkbox" name="digest" value="on" ${digest && html`checked`}>
          <span>Send these mails to <strong>${email.address}</strong>, gathered into one at most every quarter of an hour</span></label>
        <p class="soft">What is marked <span class="mark">at once</span> comes as a mail of its own.
        ${!email.delivers && "This server has no mail server: its mails stay in a folder on it, and reach nobody."}</p>
        <button>Save</button>
      </form>
    </section>`;
}

function kindRow(kind: ShownSettings["kinds"][number]): Html {
  const tick = (
    channel: NoticeChannel,
  ) => html`<td><label class="tick"><span class="hidden">${CHANNEL_NAMES[channel]}: ${kind.title}</span>
            <input type="checkbox" name="${channel}" value="${kind.kind}" ${kind[channel] && html`checked`}></label></td>`;
  return html`<tr>
            <th scope="row">${kind.title}${kind.own_mail && html` <span class="mark">at once</span>`}</th>
            ${NOTICE_CHANNELS.map(tick)}</tr>`;
}

const FORMAT_NAMES: Readonly<Record<ChatFormat, string>> = {
  slack: "Slack",
  mattermost: "Mattermost",
  teams: "Microsoft Teams",
  discord: "Discord",
};

function chatSection(chat: ShownSettings["chat"]): Html {
  return html`
    <section class="chat" aria-labelledby="chat"><h2 id="chat">Your chat</h2>
      <p class="soft">Titles and links go to an incoming webhook of Slack, Mattermost, Microsoft Teams or Discord.
      Whoever reads that channel sees the titles.</p>
      ${chat && chatState(chat)}
      <form method="post" action="${SETTINGS_PATH}/chat">
        <label class="field"><span>${chat ? "Another address" : "Address"}</span>
          <input name="url" type="url" required maxlength="2048" autocomplete="off" placeholder="https://hooks.slack.com/services/...">
          <small>Kept sealed; it is never shown whole again.</small></label>
        <label class="field"><span>Written for</span>
          <select name="format"><option value="">What the address tells</option>
            ${CHAT_FORMATS.map((one) => html`<option value="${one}">${FORMAT_NAMES[one]}</option>`)}</select></label>
        <button name="action" value="save">Save address</button>
      </form>
    </section>`;
}

function chatState(chat: NonNullable<ShownSettings["chat"]>): Html {
  const { format, address, active, error, failures } = chat;
  const trouble = active ? failures > 0 && "failing" : "given up on";
  return html`
      <p><strong>${FORMAT_NAMES[format]}</strong> at <bdi>${address}</bdi>${trouble && html` <span class="mark bad">${trouble}</span>`}</p>
      ${error !== null && html`<p class="soft">The last attempt: ${error}.</p>`}
      <form class="row" method="post" action="${SETTINGS_PATH}/chat">
        <button class="plain" name="action" value="test">Send a test</button>
        <button class="plain" name="action" value="remove">Remove</button>
      </form><br>`;
}

function watchesSection(watches: readonly ShownWatch[], hasMore: boolean): Html {
  return html`
    <section aria-labelledby="watches"><h2 id="watches">What you watch</h2>
      <p class="soft">You follow these, and what you wrote or commented on, unless it is muted here.</p>
      ${
        watches.length === 0
          ? html`<p>Nothing yet. An agent or program of yours watches by <code>POST /api/watch</code>.</p>`
          : html`<ul class="watches">${watches.map(watchItem)}</ul>`
      }
      ${hasMore && html`<p class="soft">There are more; <code>GET /api/watch</code> lists all of them.</p>`}
    </section>`;
}

function watchItem({ watch_id, name, url, muted }: ShownWatch): Html {
  const shown = html`<bdi>${name}</bdi>`;
  return html`
        <li><span>${url === null ? shown : html`<a href="${url}">${shown}</a>`}${muted && html` <span class="mark">muted</span>`}</span>
          <form method="post" action="${SETTINGS_PATH}/watch/${watch_id}">
            <button class="plain">${muted ? "Unmute" : "Stop"}<span class="hidden"> ${name}</span></button>
          </form></li>`;
}
