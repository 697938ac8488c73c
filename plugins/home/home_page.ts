// The page a signed-in person lands on: their documents, their tokens, the way out.

import { type Actor, type Html, html } from "../../kernel/plugin.ts";
import type { TokenRow } from "../../kernel/ports/auth.ts";
import { readingAddress, type ShownDocument } from "../documents/port/read.ts";
import { signInPath } from "../pages.ts";
import { agentsSection } from "./agents_section.ts";
import { nameSection } from "./name_section.ts";
import { HOME_PATH, instant, pagesOfList, waysAround, wordsOnList } from "./ways.ts";
import { waysToPublish } from "./ways_to_publish.ts";

export interface Home {
  actor: Actor;
  /** What became of the link that led here, lower case and without a full stop. */
  invite: string | null;
  /** Of which the documents are shown; null shows those of `view`. */
  tag: string | null;
  /** The person's own, or every one that is listed to them. */
  view: "mine" | "all";
  base_url: string;
  documents: readonly ShownDocument[];
  /** Where older ones begin; null where there are none. */
  next_cursor: string | null;
  /** The page begins after others. */
  is_later_page: boolean;
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

const VISIBLE_TO: Readonly<Record<string, string>> = {
  unlisted: "Everyone with the link",
  password: "Everyone with the password",
  workspace: "Your workspace",
};

const KINDS: Readonly<Record<string, string>> = { html: "HTML", pdf: "PDF" };

/** For somebody whom an invite's link has led here without being signed in. */
export function inviteBody(invite: string): Html {
  return html`
    <h1>Your invite</h1>
    <p>${sentenceOf(invite)}</p>
    <p class="actions"><a class="button full" href="${signInPath("/app")}">Sign in</a></p>`;
}

function sentenceOf(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

export function homeBody(home: Home): Html {
  const { documents, base_url, invite, tag } = home;
  return html`
    <h1 class="hidden">Your documents and tokens</h1>
    ${invite && html`<p class="notice" role="status">${sentenceOf(invite)}</p>`}
    <noscript><p class="notice">Making and revoking tokens and the copy buttons need JavaScript.</p></noscript>
    <section aria-labelledby="documents">
      <div class="head"><h2 id="documents">${headingOf(home)}</h2>${documents.length > 0 && html`<span class="soft">${countOf(home)}</span>`}</div>
      ${waysAround(tag === null ? home.view : "found")}
      ${wordsOnList()}
      ${documents.length > 0 ? documentList(documents) : nothingHere(home)}
      ${pagesAround(home)}
    </section>
    ${
      (documents.length > 0 || tag !== null || home.view === "all" || home.is_later_page) &&
      html`<details class="card"><summary>How to publish</summary>${waysToPublish(base_url)}</details>`
    }
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

function headingOf({ tag, view }: Home): string {
  if (tag !== null) return `Documents tagged ${tag}`;
  return view === "mine" ? "Your documents" : "All documents";
}

function countOf({ documents, next_cursor, is_later_page }: Home): string {
  if (is_later_page) return `${documents.length} older ones`;
  if (next_cursor !== null) return `The ${documents.length} changed last`;
  return documents.length === 1 ? "1 document" : `${documents.length} documents`;
}

function pagesAround({ tag, view, next_cursor, is_later_page }: Home): Html | null {
  return pagesOfList({
    path: HOME_PATH,
    query: tag !== null ? { tag } : view === "all" ? { view } : {},
    next: { cursor: next_cursor, label: "Older documents" },
    is_later: is_later_page ? { label: "The last changed" } : null,
  });
}

function settingsSection(settings: readonly WayOn[]): Html {
  return html`
    <nav class="card ways-on" aria-labelledby="settings">
      <h2 id="settings">Your workspace</h2>
      <ul>${settings.map(({ href, label }) => html`<li><a href="${href}">${label}</a></li>`)}</ul>
    </nav>`;
}

function nothingHere({ tag, view, is_later_page, base_url }: Home): Html {
  if (is_later_page) return html`<div class="card"><p class="soft">There are no older ones.</p></div>`;
  if (tag !== null) return nothingTagged();
  return view === "mine"
    ? nothingYet(base_url)
    : html`<div class="card"><p class="soft">Nothing is listed to you yet.</p></div>`;
}

function nothingYet(baseUrl: string): Html {
  return html`
    <div class="card">
      <h3 class="lead">Nothing published yet</h3>
      <p class="soft">Make a token below, put it in <code>TOKEN</code>, and publish in one of these ways.</p>
      ${waysToPublish(baseUrl)}
    </div>`;
}

function nothingTagged(): Html {
  return html`<div class="card"><p class="soft">No document that is listed to you has this tag.</p></div>`;
}

function documentList(documents: readonly ShownDocument[]): Html {
  return html`
    <div class="card flush">
      <table class="rows">
        <thead><tr><th scope="col">Title</th><th scope="col">Kind</th><th scope="col">Who can open it</th><th scope="col">Updated</th><th scope="col"><span class="hidden">Delete</span></th></tr></thead>
        <tbody>${documents.map(
          (document) => html`
          <tr>
            <td class="first"><a href="${readingAddress(document)}">${document.title}</a>${placeOf(document)}${document.tags.map((tag) => html` <a class="soft" href="/app?tag=${encodeURIComponent(tag)}">#${tag}</a>`)}</td>
            <td data-label="Kind">${kindOf(document.kind)}</td>
            <td data-label="Who can open it">${visibleTo(document)}</td>
            <td data-label="Updated"><div>${instant(document.updated_at)} <span class="version">version ${document.version}</span></div></td>
            <td class="act">${document.my_level === "own" && html`<button type="button" class="plain small" data-trash="${document.doc_id}" data-name="${document.title}">Delete<span class="hidden"> ${document.title}</span></button>`}</td>
          </tr>`,
        )}
        </tbody>
      </table>
    </div>`;
}

/** Whom a document is open to, in words. */
function visibleTo({ visibility, root, my_level }: ShownDocument): string {
  if (visibility !== "restricted") return VISIBLE_TO[visibility] ?? visibility;
  if (root) return "Who has access to its folder";
  return my_level === "own" ? "Only people you choose" : "Who it is shared with";
}

/** Where another's document lies: its root, or whose it is. One's own needs no word. */
function placeOf({ root, my_level, created_by }: ShownDocument): Html | null {
  const place = root?.name ?? (my_level === "own" ? null : created_by);
  return place ? html` <span class="soft" dir="auto">${place}</span>` : null;
}

function kindOf(kind: string): string {
  return KINDS[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1);
}

function tokenSection({ tokens, connections_path, now }: Home): Html {
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
