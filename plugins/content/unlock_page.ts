// The page that asks a person for a document's password.
// It says nothing of the document: whoever sees it knows the link alone.
import { answerPage, type Html, html } from "../../kernel/plugin.ts";

export interface UnlockPage {
  slug: string;
  /** Where to go on to within the document. */
  path: string;
  /** The query to go on with. */
  search: string;
  /** What became of the last try. */
  outcome: "asked" | "wrong" | { wait_seconds: number };
}

const STATUS = { asked: 200, wrong: 403, wait: 429 } as const;

export function unlockPage(page: UnlockPage): Response {
  const { outcome } = page;
  const body = html`
    <h1>This document needs a password</h1>
    ${typeof outcome === "string" ? passwordForm(page) : waiting(outcome.wait_seconds)}`;
  const status = STATUS[typeof outcome === "string" ? outcome : "wait"];
  const headers = { "x-robots-tag": "noindex, nofollow" };
  // On this host the name leads nowhere: there is nothing but documents.
  return answerPage({ title: "Password", body, home: null }, { status, headers });
}

function passwordForm({ slug, path, search, outcome }: UnlockPage): Html {
  const isWrong = outcome === "wrong";
  return html`
    <p class="soft">Whoever sent you the link can tell it to you.</p>
    ${isWrong && html`<p class="notice bad" role="alert" id="wrong">That is not the password. Look at capital letters and spaces, and try again.</p>`}
    <form method="post" action="/d/${slug}/~unlock">
      <label class="field"><span>Password</span>
        <input type="password" name="password" autocomplete="off" required maxlength="200" autofocus ${isWrong ? html`aria-invalid="true" aria-describedby="wrong"` : null}>
      </label>
      <input type="hidden" name="path" value="${path}">
      ${search !== "" && html`<input type="hidden" name="search" value="${search}">`}
      <button class="full">Open the document</button>
    </form>`;
}

function waiting(seconds: number): Html {
  const minutes = Math.ceil(seconds / 60);
  return html`
    <p class="soft">Whoever sent you the link can tell it to you.</p>
    <p class="notice bad" role="alert">Too many wrong passwords came from here. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.</p>`;
}
