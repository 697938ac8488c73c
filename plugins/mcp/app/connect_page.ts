// The page on which a person connects an agent: the address, what to paste where,
// and what the workspace tells every member's agent.
import { type Html, html, signedIn } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { copyBox } from "../../app/port/copy_box.ts";
import { formFor } from "../../app/port/form.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import type { SettingsLine } from "../../app/port/slots.ts";
import { when } from "../../app/port/when.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { PROTOCOL_PATH } from "../../protocol/port.ts";
import { readInstructions, writeInstructions } from "../workspace/workspace_operations.ts";
import { connectWords } from "./words.ts";

const PATH = settingsPath("me/connect");

export const showConnect = operation({
  id: "mcp.page.connect",
  route: `GET ${PATH}`,
  summary: "How an agent is connected, and what all agents are told here, as a page",
  ...screen,
  permit: signedIn(),
  run: async (call) => {
    const words = connectWords(call);
    const told = await ask(call, readInstructions, {});
    const body = html`${ways(call)}${instructions(call, told)}`;
    return settingsScreen(call, { title: words.connect, told: words.told, body });
  },
});

export function connectSettings(call: Asking): SettingsLine[] {
  return [{ group: "me", order: 35, href: PATH, icon: "agent", label: connectWords(call).connect }];
}

/** Where programs ask people in the browser no token is to be pasted anywhere; elsewhere one has to be. */
function ways(call: Asking): Html {
  const words = connectWords(call);
  const { runtime } = call;
  const url = `${runtime.config.base_url}${PROTOCOL_PATH}`;
  const connections = runtime.pathOf("connection.page");
  const tokens = runtime.pathOf("token.page");
  const header = connections === null ? { headers: { Authorization: `Bearer ${words.your_token}` } } : {};
  const option = connections === null ? ` --header "Authorization: Bearer ${words.your_token}"` : "";
  const settings = JSON.stringify({ mcpServers: { docs: { type: "http", url, ...header } } }, null, 2);
  const line = (label: string, text: string) => copyBox({ text, label, copy: words.copy, copied: words.copied });
  return html`<section class="stack" aria-labelledby="address"><h2 id="address">${words.address}</h2>${line(words.address, url)}
<p class="soft">${connections ? html`${words.asks} <a href="${connections}">${words.your_connections}</a>.` : html`${words.needs_token} ${tokens && html`<a href="${tokens}">${words.make_token}</a>`}`}</p></section>
<section class="part stack" aria-labelledby="paste"><h2 id="paste">${words.paste}</h2>
<div class="stack tight"><h3>Claude Code</h3>${line("Claude Code", `claude mcp add --transport http docs ${url}${option}`)}</div>
<div class="stack tight"><h3>${words.with_file}</h3><pre tabindex="0"><code>${settings}</code></pre><p class="line"><button type="button" class="btn small" hidden data-copy="${settings}" data-copied="${words.copied}">${words.copy}<span class="only">: ${words.with_file}</span></button></p></div>
<div class="stack tight"><h3>${words.others}</h3><p class="soft">${words.others_told}</p>${line(words.others, `docsvc mcp-config --server ${runtime.config.base_url}`)}</div></section>`;
}

/** Owners and admins change them; who may not reads them, where there are any. */
function instructions(
  call: Asking,
  { instructions: text, can_edit, updated_at, updated_by }: AnswerOf<typeof readInstructions>,
): Html | null {
  const words = connectWords(call);
  if (!can_edit && text === "") return null;
  const by =
    updated_at !== null &&
    html`<p class="fine">${words.changed} ${when(call, updated_at)}${updated_by !== null && html`, <bdi>${updated_by}</bdi>`}</p>`;
  const body = can_edit
    ? formFor(
        call,
        writeInstructions,
        { done: words.saved, label: words.instructions },
        ({ lines }) =>
          html`${lines("instructions", { label: words.instructions, bare: true, value: text, rows: 8, maxlength: manifest.caps.workspace_instructions_chars, placeholder: words.example })}
<p class="line"><button class="btn primary">${words.save}</button></p>`,
      )
    : html`<div class="card" dir="auto"><p class="as-typed">${text}</p></div>`;
  return html`<section class="part stack tight" aria-labelledby="instructions"><h2 id="instructions">${words.instructions}</h2><p class="soft">${words.instructions_told}</p>${body}${by}</section>`;
}
