// What somebody is signed in and connected by, on the page about them: each ends by itself, and all sessions at once.
import { type Html, html } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { askFirst } from "../../app/port/ask_first.ts";
import { buttonFor, formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { when } from "../../app/port/when.ts";
import type { MemberPart } from "../../members/port.ts";
import { endWorkspaceConnection, readWorkspaceConnections } from "../operations/connections.ts";
import { signOutMember } from "../operations/sign_out.ts";
import { readWorkspaceTokens, revokeWorkspaceToken } from "../operations/tokens.ts";
import { credentialWords } from "./words.ts";

const SHOWN_MAX = 50;

interface Shown {
  call: Asking;
  member: { id: number; email: string; name: string | null; role: string; is_me: boolean };
}

/** Null on one's own page, whose settings have it, and for an admin on an owner's, whom they cannot sign out. */
export async function credentialsPart({ call, member }: Shown): Promise<MemberPart | null> {
  const { id, name, email, role, is_me } = member;
  if (is_me || (role === "owner" && call.actor.role !== "owner")) return null;
  const words = credentialWords(call);
  const query = { user_id: id, limit: SHOWN_MAX };
  const [{ tokens, next_cursor: moreTokens }, { connections, next_cursor: moreConnections }] = await Promise.all([
    ask(call, readWorkspaceTokens, { query: { ...query, status: "live" } }),
    ask(call, readWorkspaceConnections, { query }),
  ]);
  const lines = [...tokens.map((one) => tokenLine(call, one)), ...connections.map((one) => connectionLine(call, one))];
  const list =
    lines.length === 0 ? html`<p class="soft">${words.none}</p>` : html`<ul class="rows still roomy">${lines}</ul>`;
  const rest = (moreTokens || moreConnections) && html`<p class="fine">${words.more}</p>`;
  return {
    order: 60,
    id: "credentials",
    heading: words.heading,
    body: html`<div class="stack tight">${list}${rest}${signOut(call, id, name ?? email)}</div>`,
  };
}

type Token = AnswerOf<typeof readWorkspaceTokens>["tokens"][number];
type Connected = AnswerOf<typeof readWorkspaceConnections>["connections"][number];

function tokenLine(call: Asking, { id, name, prefix, last_used_at, expires_at }: Token): Html {
  const words = credentialWords(call);
  const form = buttonFor(call, revokeWorkspaceToken, {
    fixed: { token_id: id },
    button: words.revoke_it,
    kind: "btn danger",
    done: words.revoked(name),
  });
  const used = last_used_at ? html`${words.used} ${when(call, last_used_at)}` : words.not_used;
  const ends = expires_at ? html`${words.until} ${when(call, expires_at)}` : words.never_ends;
  return html`<li>${icon("key")}<div class="main"><span class="name" dir="auto">${name}</span><span class="what">${words.token} <code>dsk_${prefix}…</code> · ${ends} · ${used}</span></div><div class="acts">${askFirst({ open: words.revoke, name: words.revoke_named(name), told: words.revoke_told, form })}</div></li>`;
}

function connectionLine(call: Asking, { id, name, deadline, last_used_at }: Connected): Html {
  const words = credentialWords(call);
  const form = buttonFor(call, endWorkspaceConnection, {
    fixed: { id },
    button: words.end_it,
    kind: "btn danger",
    done: words.ended(name),
  });
  const used = last_used_at ? html`${words.used} ${when(call, last_used_at)}` : words.not_used;
  return html`<li>${icon("plug")}<div class="main"><span class="name" dir="auto">${name}</span><span class="what">${words.connection} · ${words.until} ${when(call, deadline)} · ${used}</span></div><div class="acts">${askFirst({ open: words.end, name: words.end_named(name), told: words.end_told, form })}</div></li>`;
}

function signOut(call: Asking, user_id: number, called: string): Html {
  const words = credentialWords(call);
  const form = formFor(
    call,
    signOutMember,
    { fixed: { user_id }, done: words.signed_out(called), label: words.sign_out },
    ({ check }) =>
      html`${check("tokens", { label: words.tokens_too, hint: words.tokens_too_hint })}<div><button class="btn danger">${words.sign_out_it}</button></div>`,
  );
  return askFirst({ open: words.sign_out, told: words.sign_out_told(called), form });
}
