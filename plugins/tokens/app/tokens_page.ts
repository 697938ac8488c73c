// The page of tokens: make one, which is shown once, and revoke them.
import { DAY_MS, type Html, html, KERNEL_BOUNDS, signedIn, t } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { askFirst } from "../../app/port/ask_first.ts";
import { copyBox } from "../../app/port/copy_box.ts";
import { buttonFor, formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { shownOnce } from "../../app/port/once.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import type { SettingsLine } from "../../app/port/slots.ts";
import { when } from "../../app/port/when.ts";
import { operation } from "../../operation.ts";
import { createToken, readTokens, revoke } from "../operations.ts";
import { tokenWords } from "./words.ts";

const SHOWN_MAX = 100;
/** From when on a token's end is said in a colour. */
const SOON_DAYS = 7;

export const showTokens = operation({
  id: "token.page",
  route: `GET ${settingsPath("me/tokens")}`,
  summary: "Your tokens, as a page",
  query: t.Object({
    older: t.Optional(t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." })),
  }),
  ...screen,
  permit: signedIn(),
  run: async (call, { query }) => {
    const words = tokenWords(call);
    const listed = await ask(call, readTokens, { query: { limit: SHOWN_MAX, cursor: query.older } });
    const connections = call.runtime.pathOf("connection.page");
    const told = html`${words.told}${connections && html` ${words.told_connections} <a href="${connections}">${words.your_connections}</a>.`}`;
    return settingsScreen(call, { title: words.tokens, told, body: tokensBody(call, listed) });
  },
});

export function tokenSettings(call: Asking): SettingsLine[] {
  const href = settingsPath("me/tokens");
  return [{ group: "me", order: 30, href, icon: "key", label: tokenWords(call).tokens }];
}

type Listed = AnswerOf<typeof readTokens>;

function tokensBody(call: Asking, { tokens, next_cursor }: Listed): Html {
  const words = tokenWords(call);
  const now = call.now.toISOString();
  const live = tokens.filter(
    ({ revoked, expires_at, client }) => !revoked && client === null && (expires_at === null || expires_at > now),
  );
  return html`${newToken(call)}
<section aria-labelledby="make"><h2 id="make">${words.make}</h2>${makeForm(call)}</section>
<section class="part" aria-labelledby="yours"><h2 id="yours">${words.yours}</h2>
${live.length > 0 ? html`<ul class="rows roomy still">${live.map((token) => row(call, token))}</ul>` : html`<p class="soft">${words.none}</p>`}
${next_cursor && html`<nav class="line"><a class="btn" rel="next" href="${settingsPath("me/tokens")}?older=${encodeURIComponent(next_cursor)}">${words.older}</a></nav>`}
</section>`;
}

function newToken(call: Asking): Html | null {
  const made = shownOnce(call, createToken);
  if (!made) return null;
  const words = tokenWords(call);
  const { copy, copied } = words;
  return html`<div class="note good" role="status">${icon("check")}<div class="stack tight"><p><strong>${words.made}</strong> ${words.made_told}</p>${copyBox({ text: made.token, label: words.made, copy, copied })}</div></div>`;
}

function makeForm(call: Asking): Html {
  const words = tokenWords(call);
  const options = [30, 90, 365, 0].map((days) => ({
    value: String(days),
    label: days === 0 ? words.never : days === 365 ? words.one_year : words.days(days),
  }));
  return formFor(
    call,
    createToken,
    {},
    (fields) =>
      html`<div class="pair">${fields.text("name", { label: words.name, hint: words.name_hint, required: true, maxlength: 100, autocomplete: "off" })}
${fields.choice("ttl_days", { label: words.ends, value: "365", options })}</div>
<p class="line"><button class="btn primary">${words.make_it}</button></p>`,
  );
}

function row(call: Asking, { id, name, prefix, expires_at, last_used_at }: Listed["tokens"][number]): Html {
  const words = tokenWords(call);
  const days = expires_at === null ? null : Math.ceil((Date.parse(expires_at) - call.now.getTime()) / DAY_MS);
  return html`<li>${icon("key")}<div class="main"><span class="name" dir="auto">${name}</span>
<span class="what"><code>dsk_${prefix}…</code> · ${last_used_at ? html`${words.used} ${when(call, last_used_at)}` : words.not_used} · ${expires_at ? html`${words.ends_on} ${when(call, expires_at)}` : words.ends_never}</span></div>
<div class="acts">${days !== null && days <= SOON_DAYS && html`<span class="chip warn">${words.ends_soon(days)}</span>`}${askFirst(
    {
      open: words.revoke,
      name: words.revoke_named(name),
      told: words.revoke_told,
      form: buttonFor(call, revoke, {
        fixed: { token_id: String(id) },
        button: words.revoke_it,
        kind: "btn danger",
        done: words.revoked(name),
      }),
    },
  )}</div></li>`;
}
