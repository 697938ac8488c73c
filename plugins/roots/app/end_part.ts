// Deleting a space: where its documents go is chosen first, and who gains and loses by it stands above the button.
import { type Html, html, Refusal } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { buttonFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { settingsPath, spacePath } from "../../app/port/paths.ts";
import { sentenceOf } from "../../app/port/refused.ts";
import { endRoot, previewDeletion } from "../operations/deletion.ts";
import { readRoots } from "../operations/roots.ts";
import type { Root } from "./spaces_page.ts";
import { rootWords } from "./words.ts";

const NAMED_MAX = 50;

export async function endPart(call: Asking, space: Root, target: string | undefined): Promise<Html> {
  const words = rootWords(call);
  const { roots } = await ask(call, readRoots, { query: {} });
  const targets = roots.filter((root) => root.slug !== space.slug && (root.is_general || root.can_manage));
  const form = html`<form class="line one" action="${spacePath(space.slug)}#end-h"><label class="only" for="target">${words.target}</label><select id="target" name="target">${targets.map(({ slug, name }) => html`<option value="${slug}"${slug === target && html` selected`}>${name}</option>`)}</select><button class="btn danger">${words.end_look}</button></form>`;
  return html`<section class="stack tight" aria-labelledby="end-h"><h2 id="end-h">${words.end}</h2><p class="soft">${words.end_told}</p>${form}${target !== undefined && (await before(call, space, target))}</section>`;
}

async function before(call: Asking, space: Root, target: string): Promise<Html> {
  try {
    const preview = await ask(call, previewDeletion, {
      params: { root: space.slug },
      query: { target, limit: NAMED_MAX },
    });
    return shown(call, space, preview);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return html`<p class="note bad" role="alert">${icon("warn")}<span>${sentenceOf(error.said)}</span></p>`;
  }
}

function shown(call: Asking, { slug, name }: Root, preview: AnswerOf<typeof previewDeletion>): Html {
  const words = rootWords(call);
  const { target, docs, folders, people_gaining, people_losing, people } = preview;
  const counts = [
    docs > 0 || folders > 0 ? words.end_moves(docs, folders, target.name) : words.end_empty,
    ...(people_gaining > 0 ? [words.end_gaining(people_gaining)] : []),
    ...(people_losing > 0 ? [words.end_losing(people_losing)] : []),
    ...(people_gaining + people_losing === 0 && docs > 0 ? [words.end_same] : []),
  ];
  const rest = people_gaining + people_losing - people.length;
  const list =
    people.length > 0 &&
    html`<details class="fold"><summary>${icon("right", "turn")}${words.who_exactly}</summary><ul class="rows still">${people.map((person) => html`<li><div class="main"><span class="name"><bdi>${person.name ?? person.email}</bdi></span><span class="what">${[person.gains > 0 ? words.gains(person.gains) : "", person.loses > 0 ? words.loses(person.loses) : ""].filter(Boolean).join(", ")}</span></div></li>`)}</ul>${rest > 0 && html`<p class="fine">${words.and_more(rest)}</p>`}</details>`;
  const form = buttonFor(call, endRoot, {
    fixed: { root: slug, force: "true", target: target.slug },
    then: settingsPath("spaces"),
    button: words.end_it(name),
    kind: "btn danger",
    done: words.ended(name),
  });
  return html`<div class="note bad">${icon("warn")}<div class="stack tight"><p dir="auto">${counts.join(" ")}</p>${list}<p>${words.end_for_good}</p>${form}</div></div>`;
}
