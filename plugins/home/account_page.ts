// What a person has of their own: their tokens, as whom others see them, the way out.

import { type Actor, type Html, html } from "../../kernel/plugin.ts";
import type { TokenRow } from "../../kernel/ports/auth.ts";
import { signInPath } from "../pages.ts";
import { agentsSection } from "./agents_section.ts";
import { nameSection } from "./name_section.ts";
import { HOME_PATH, instant } from "./ways.ts";

export interface Account {
  actor: Actor;
  tokens: readonly TokenRow[];
  /** Where connected programs are listed; null on a server that connects none. */
  connections_path: string | null;
  /** Where people choose what they are told of; null on a server that tells nobody. */
  notifications_path: string | null;
  /** Where the workspace's words for agents are changed; null for members, and on a server without agents. */
  instructions_path: string | null;
  /** Pages of the workspace that this person may open. */
  settings: readonly WayOn[];
  now: Date;
}

export interface WayOn {
  href: string;
  label: string;
}

/** For somebody whom an invite's link has led here without being signed in. */
export function inviteBody(invite: string): Html {
  return html`
    <h1>Your invite</h1>
    <p>${sentenceOf(invite)}</p>
    <p class="actions"><a class="button full" href="${signInPath("/app")}">Sign in</a></p>`;
}

export function sentenceOf(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

export function accountBody(home: Account): Html {
  return html`
    <p class="fine"><a href="${HOME_PATH}">To your documents</a></p>
    <h1>Your account</h1>
    <noscript><p class="notice">Making and revoking tokens and the copy buttons need JavaScript.</p></noscript>
    ${tokenSection(home)}
    ${home.instructions_path && agentsSection(home.instructions_path)}
    ${nameSection(home.actor)}
    <section class="card end" aria-labelledby="sessions">
      <div>
        <h2 id="sessions">Signed in elsewhere?</h2>
        <p class="soft">End every session of yours, this one included. Tokens keep working until you revoke them.</p>
      </div>
      <button type="button" class="plain" data-sign-out-everywhere>Sign out everywhere</button>
    </section>
    ${home.settings.length > 0 && settingsSection(home.settings)}
    ${home.notifications_path && html`<p class="fine"><a href="${home.notifications_path}">See what you were told</a>, and choose what you are told of here, by mail and in your chat.</p>`}
    <p class="hidden" role="status" data-status></p>`;
}

function settingsSection(settings: readonly WayOn[]): Html {
  return html`
    <nav class="card ways-on" aria-labelledby="settings">
      <h2 id="settings">Your workspace</h2>
      <ul>${settings.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}</ul>
    </nav>`;
}

function tokenSection({ tokens, connections_path, now }: Account): Html {
  const live = tokens.filter((token) => !token.revoked && !(token.expires_at && token.expires_at <= now));
  return html`
    <section aria-labelledby="tokens">
      <div class="head"><h2 id="tokens">Tokens</h2></div>
      <div class="card">
        <p class="soft">A token lets a script or an agent act as you. Give each its own, so that you can revoke one alone.${
          connections_path &&
          html` Programs that asked you themselves are among <a href="${connections_path}">your connections</a>.`
        }</p>
        <form class="make" data-make-token>
          <label class="field"><span>Name</span><input name="name" required maxlength="100" placeholder="build server" autocomplete="off"></label>
          <label class="field"><span>Ends after</span>
            <select name="ttl_days"><option value="30">30 days</option><option value="90">90 days</option><option value="365" selected>1 year</option><option value="0">never</option></select>
          </label>
          <button>Make token</button>
        </form>
        <p class="notice bad" role="alert" data-problem hidden></p>
        <div class="notice good made" data-made hidden tabindex="-1">
          <p><strong>Copy your token now.</strong> It is shown this once.</p>
          <div class="snippet"><pre tabindex="0"><code data-made-token></code></pre><button type="button" class="plain small" data-copy="">Copy<span class="hidden"> the token</span></button></div>
        </div>
        ${live.length > 0 ? tokenTable(live) : html`<p class="soft none">No tokens yet.</p>`}
      </div>
    </section>`;
}

function tokenTable(tokens: readonly TokenRow[]): Html {
  return html`
        <table class="rows inset">
          <thead><tr><th scope="col">Name</th><th scope="col">Begins with</th><th scope="col">Last used</th><th scope="col">Ends</th><th scope="col"><span class="hidden">Revoke</span></th></tr></thead>
          <tbody>${tokens.map(
            (token) => html`
            <tr data-token="${token.id}">
              <td class="first">${token.name}</td>
              <td data-label="Begins with"><code>dsk_${token.prefix}</code></td>
              <td data-label="Last used">${token.last_used_at ? instant(token.last_used_at) : "never"}</td>
              <td data-label="Ends">${token.expires_at ? instant(token.expires_at) : "never"}</td>
              <td class="act"><button type="button" class="plain small" data-revoke="${token.id}" data-name="${token.name}">Revoke<span class="hidden"> ${token.name}</span></button></td>
            </tr>`,
          )}
          </tbody>
        </table>`;
}
