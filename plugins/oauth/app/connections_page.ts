// The page of what a person has connected: each can be renamed, narrowed, widened and ended.
import { type Html, html, KERNEL_BOUNDS, signedIn, t } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { askFirst } from "../../app/port/ask_first.ts";
import { buttonFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import type { SettingsLine } from "../../app/port/slots.ts";
import { when } from "../../app/port/when.ts";
import { operation } from "../../operation.ts";
import { readRoots } from "../../roots/port/operations.ts";
import { endConnection, readConnections } from "../operations/connections.ts";
import { changeForm } from "./limits_part.ts";
import { limitsIn, type Offered } from "./limits_words.ts";
import { connectionWords } from "./words.ts";

const SHOWN_MAX = 50;
const PATH = settingsPath("me/connections");

export const showConnections = operation({
  id: "connection.page",
  route: `GET ${PATH}`,
  summary: "The programs that you have connected, as a page",
  query: t.Object({
    older: t.Optional(t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." })),
  }),
  ...screen,
  permit: signedIn(),
  run: async (call, { query }) => {
    const words = connectionWords(call);
    const [listed, { roots }] = await Promise.all([
      ask(call, readConnections, { query: { limit: SHOWN_MAX, cursor: query.older } }),
      ask(call, readRoots, { query: {} }),
    ]);
    const offered = [{ key: "~", name: words.mine }, ...roots.map(({ id, name }) => ({ key: String(id), name }))];
    return settingsScreen(call, {
      title: words.connections,
      told: words.told,
      body: listOf(call, listed, offered),
    });
  },
});

export function connectionSettings(call: Asking): SettingsLine[] {
  return [{ group: "me", order: 40, href: PATH, icon: "plug", label: connectionWords(call).connections }];
}

type Listed = AnswerOf<typeof readConnections>;

function listOf(call: Asking, { connections, next_cursor }: Listed, offered: readonly Offered[]): Html {
  const words = connectionWords(call);
  const older =
    next_cursor &&
    html`<nav class="line"><a class="btn" rel="next" href="${PATH}?older=${encodeURIComponent(next_cursor)}">${words.older}</a></nav>`;
  if (connections.length === 0) return nothing(call);
  return html`<ul class="rows roomy still">${connections.map((one) => row(call, one, offered))}</ul>${older}`;
}

function nothing(call: Asking): Html {
  const words = connectionWords(call);
  const how = call.runtime.pathOf("mcp.page.connect");
  return html`<div class="empty">${icon("plug", "big")}<h2>${words.none}</h2><p>${words.none_told}</p>${how && html`<p class="line"><a class="btn primary" href="${how}">${words.connect}</a></p>`}</div>`;
}

function row(call: Asking, connection: Listed["connections"][number], offered: readonly Offered[]): Html {
  const words = connectionWords(call);
  const { id, name, client, deadline, last_used_at } = connection;
  const used = last_used_at ? html`${words.used} ${when(call, last_used_at)}` : words.not_used;
  const end = askFirst({
    open: words.disconnect,
    name: words.disconnect_named(name),
    told: words.disconnect_told,
    form: buttonFor(call, endConnection, {
      fixed: { id },
      button: words.disconnect_it,
      kind: "btn danger",
      done: words.disconnected(name),
    }),
  });
  return html`<li>${icon("plug")}<div class="main"><span class="name" dir="auto">${name}</span>
<span class="what">${client.domain !== null && html`<bdi>${client.domain}</bdi> · `}${name !== client.name && html`<bdi>${client.name}</bdi> · `}${limitsIn(call, connection, offered).map((limit) => html`<bdi>${limit}</bdi> · `)}${words.until} ${when(call, deadline)} · ${used}</span>
${changeForm(call, connection, offered)}</div><div class="acts">${end}</div></li>`;
}
