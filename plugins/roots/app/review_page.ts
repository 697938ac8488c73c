// The review of a space: who may open what in it and by which entry, on a page and as a file.
import { type Html, html, KERNEL_BOUNDS, Refusal, t } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { icon } from "../../app/port/icons.ts";
import { documentPath, settingsPath, spacePath } from "../../app/port/paths.ts";
import { sentenceOf } from "../../app/port/refused.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import { when } from "../../app/port/when.ts";
import { operation } from "../../operation.ts";
import { managedRoot } from "../../places/port.ts";
import { reviewAccess } from "../operations/review.ts";
import { root } from "../schemas.ts";
import { rootWords } from "./words.ts";

const SHOWN_MAX = 100;

export const showSpaceReview = operation({
  id: "root.page.review",
  route: "GET /app/settings/spaces/{root}/review",
  summary: "Who may open what in a space, as a page",
  params: t.Object({ root }),
  query: t.Object({
    user: t.Optional(t.String({ maxLength: 320, description: "A member's address: only what lets them in." })),
    after: t.Optional(t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." })),
  }),
  ...screen,
  permit: ({ params }) => managedRoot(params.root),
  refuses: [404],
  run: async (call, { query }) => {
    const words = rootWords(call);
    const { slug, name } = call.subject;
    const user = query.user?.trim() ?? "";
    const sent = { limit: SHOWN_MAX, cursor: query.after, ...(user && { user }) };
    const { ways, next_cursor, wrong } = await readWays(call, slug, sent);
    const csv = `/api/roots/${encodeURIComponent(slug)}/access/review.csv${user && `?${new URLSearchParams({ user })}`}`;
    const path = `${spacePath(slug)}/review`;
    const more = next_cursor && new URLSearchParams({ ...(user && { user }), after: next_cursor }).toString();
    const body = html`<div class="stack"><div class="line far"><form class="line one" role="search" action="${path}"><label class="only" for="user">${words.of_person}</label><input id="user" name="user" type="email" value="${user}" maxlength="320" placeholder="${words.of_person}"><button class="btn">${words.show}</button></form><a class="btn" href="${csv}" download>${icon("download")}${words.csv}</a></div>
${wrong !== null && html`<p class="note bad" role="alert">${icon("warn")}<span>${wrong}</span></p>`}${ways.length > 0 ? table(call, ways) : wrong === null && html`<p class="empty">${words.no_ways}</p>`}
<p class="line">${more && html`<a class="btn" rel="next" href="?${more}">${words.more}</a>`}${(user !== "" || query.after !== undefined) && html`<a class="btn quiet" href="${path}">${words.whole_review}</a>`}</p></div>`;
    return settingsScreen(call, {
      title: words.review_of(name),
      here: words.review,
      crumbs: [
        { href: settingsPath("spaces"), label: words.spaces },
        { href: spacePath(slug), label: name },
      ],
      told: words.review_told,
      line: settingsPath("spaces"),
      body,
    });
  },
});

interface Ways {
  ways: readonly Way[];
  next_cursor?: string;
  /** Why there is no review of the person who was asked for, in a sentence. */
  wrong: string | null;
}

async function readWays(
  call: Asking,
  root: string,
  query: { limit: number; cursor: string | undefined; user?: string },
): Promise<Ways> {
  try {
    return { ...(await ask(call, reviewAccess, { params: { root }, query })), wrong: null };
  } catch (error) {
    if (!(error instanceof Refusal) || !query.user) throw error;
    return { ways: [], wrong: sentenceOf(error.said) };
  }
}

type Way = AnswerOf<typeof reviewAccess>["ways"][number];

function table(call: Asking, ways: readonly Way[]): Html {
  const words = rootWords(call);
  return html`<table class="data fold-down"><thead><tr><th scope="col">${words.who}</th><th scope="col">${words.may}</th><th scope="col">${words.what}</th><th scope="col">${words.by_which}</th></tr></thead><tbody>${ways.map((way) => row(call, way))}</tbody></table>`;
}

function row(
  call: Asking,
  { folder, doc_id, title, docs, way, level, audience, person, group, expires_at }: Way,
): Html {
  const words = rootWords(call);
  const everybody = audience === "workspace" ? words.everybody(call.actor.workspace.name) : words.anybody;
  const who = person
    ? html`<bdi>${person.name ?? person.email}</bdi>${person.name !== null && html`<span class="what"><bdi>${person.email}</bdi></span>`}${person.disabled && html` <span class="chip warn">${words.off}</span>`}`
    : group
      ? html`<bdi>${group.name}</bdi><span class="what">${words.empty_group}</span>`
      : everybody;
  const what =
    doc_id !== null
      ? html`<a href="${documentPath(doc_id, "share")}" dir="auto">${title}</a>`
      : html`<bdi>${folder === "" ? words.whole_space : folder}</bdi><span class="what">${words.documents(docs)}</span>`;
  return html`<tr><td>${who}</td><td data-label="${words.may}">${words[level]}</td><td data-label="${words.what}">${what}</td><td class="soft" data-label="${words.by_which}">${words[`way_${way}`]}${person && group && html` <bdi>${group.name}</bdi>`}${expires_at && html`, ${words.until} ${when(call, expires_at)}`}</td></tr>`;
}
