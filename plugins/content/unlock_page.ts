// The page that asks a person for a document's password.
// It says nothing of the document: whoever sees it knows the link alone.
import { answerPage, type Html, html, type RequestFacts } from "../../kernel/plugin.ts";
import { unlockWords } from "./unlock_words.ts";

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

export function unlockPage({ request }: { request: RequestFacts }, page: UnlockPage): Response {
  const { outcome } = page;
  const words = unlockWords({ request });
  const body = html`
    <h1>${words.needs}</h1>
    ${typeof outcome === "string" ? passwordForm(words, page) : waiting(words, outcome.wait_seconds)}`;
  const status = STATUS[typeof outcome === "string" ? outcome : "wait"];
  const headers = { "x-robots-tag": "noindex, nofollow" };
  // On this host the name leads nowhere: there is nothing but documents.
  return answerPage({ title: words.title, body, home: null, reader: request }, { status, headers });
}

type Words = ReturnType<typeof unlockWords>;

function passwordForm(words: Words, { slug, path, search, outcome }: UnlockPage): Html {
  const isWrong = outcome === "wrong";
  return html`
    <p class="soft">${words.who_knows}</p>
    ${isWrong && html`<p class="notice bad" role="alert" id="wrong">${words.wrong}</p>`}
    <form method="post" action="/d/${slug}/~unlock">
      <label class="field"><span>${words.password}</span>
        <input type="password" name="password" autocomplete="off" required maxlength="200" autofocus ${isWrong ? html`aria-invalid="true" aria-describedby="wrong"` : null}>
      </label>
      <input type="hidden" name="path" value="${path}">
      ${search !== "" && html`<input type="hidden" name="search" value="${search}">`}
      <button class="full">${words.open}</button>
    </form>`;
}

function waiting(words: Words, seconds: number): Html {
  const minutes = Math.ceil(seconds / 60);
  return html`
    <p class="soft">${words.who_knows}</p>
    <p class="notice bad" role="alert">${words.too_many(minutes)}</p>`;
}
