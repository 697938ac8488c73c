// What a change of a list would open and close, said above the button that does it.
import { type Html, html, Refusal } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { buttonFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { spacePath } from "../../app/port/paths.ts";
import { sentenceOf } from "../../app/port/refused.ts";
import { inheritAccess, shareRoot, unshareRoot } from "../operations/access.ts";
import { previewAccess } from "../operations/list_changes.ts";
import { type Access, nameOf, type Wished } from "./access_part.ts";
import type { Root } from "./spaces_page.ts";
import { rootWords } from "./words.ts";

interface Change {
  space: Root;
  wished: Wished;
  access: Access;
}

const NAMED_MAX = 50;

/** Null where nothing is wished. What cannot be is said in the words of who refuses it. */
export async function changePart(call: Asking, { space, wished, access }: Change): Promise<Html | null> {
  const { folder, give, subject, level = "view", take, inherit } = wished;
  const asked =
    give !== undefined
      ? { subject_type: give, ...(give !== "workspace" && { subject: subject ?? "" }), level }
      : take !== undefined
        ? { grant_id: take }
        : inherit
          ? { inherit: true }
          : null;
  if (asked === null) return null;
  const query = { ...(folder && { folder }), ...asked, limit: NAMED_MAX };
  try {
    const change = await ask(call, previewAccess, { params: { root: space.slug }, query });
    return shown(call, { space, wished, access }, change);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return html`<p class="note bad" id="change" role="alert">${icon("warn")}<span>${sentenceOf(error.said)}</span></p>`;
  }
}

function shown(call: Asking, of: Change, change: AnswerOf<typeof previewAccess>): Html {
  const words = rootWords(call);
  const { people_gaining, people_losing, people_changing, people } = change;
  const counts = [
    people_gaining > 0 && words.gaining(people_gaining),
    people_losing > 0 && words.losing(people_losing),
    people_changing > 0 && words.changing(people_changing),
  ].flatMap((line) => line || []);
  const said = (level: "view" | "comment" | "edit" | null) => (level === null ? words.nothing : words[level]);
  const rest = people_gaining + people_losing + people_changing - people.length;
  const list =
    people.length > 0 &&
    html`<details class="fold"${people.length <= 5 && html` open`}><summary>${icon("right", "turn")}${words.who_exactly}</summary><ul class="rows still">${people.map(({ name, email, was, becomes }) => html`<li><div class="main"><span class="name"><bdi>${name ?? email}</bdi></span><span class="what">${name !== null && html`<bdi>${email}</bdi> · `}${said(was)} → ${said(becomes)}</span></div></li>`)}</ul>${rest > 0 && html`<p class="fine">${words.and_more(rest)}</p>`}</details>`;
  const closes = people_losing > 0;
  return html`<section class="note${closes ? " warn" : ""}" id="change" aria-labelledby="change-h">${icon(closes ? "warn" : "info")}<div class="stack tight"><h2 id="change-h" dir="auto">${titleOf(call, of)}</h2><p>${counts.length > 0 ? counts.join(" ") : words.changes_nobody}</p>${list}<div class="line">${doIt(call, of)}<a class="btn quiet" href="${backPath(of)}">${words.cancel}</a></div></div></section>`;
}

function backPath({ space, wished }: Change): string {
  return wished.folder === ""
    ? spacePath(space.slug)
    : `${spacePath(space.slug)}?${new URLSearchParams({ folder: wished.folder })}`;
}

function whoOf(call: Asking, { wished, access }: Change): string {
  const words = rootWords(call);
  const entry = access.grants.find(({ id }) => id === wished.take);
  if (entry) return nameOf(call, entry);
  return wished.give === "workspace" ? words.everybody(call.actor.workspace.name) : (wished.subject ?? "");
}

function titleOf(call: Asking, of: Change): string {
  const words = rootWords(call);
  const { wished } = of;
  if (wished.inherit) return words.would_inherit;
  if (wished.take !== undefined) return words.would_take(whoOf(call, of));
  return words.would_give(whoOf(call, of), words[wished.level ?? "view"]);
}

function doIt(call: Asking, of: Change): Html {
  const words = rootWords(call);
  const { space, wished } = of;
  const { folder, give, subject, level = "view", until, take } = wished;
  const then = backPath(of);
  const name = whoOf(call, of);
  if (give !== undefined) {
    const named = give === "workspace" ? {} : { subject: subject ?? "" };
    const fixed = {
      root: space.slug,
      subject_type: give,
      ...named,
      level,
      ...(folder && { folder }),
      ...(until && { expires_at: until }),
    };
    return buttonFor(call, shareRoot, {
      fixed,
      then,
      button: words.do_give,
      kind: "btn primary",
      done: words.given(name),
    });
  }
  if (take !== undefined) {
    const fixed = { root: space.slug, grant_id: take };
    return buttonFor(call, unshareRoot, {
      fixed,
      then,
      button: words.do_take,
      kind: "btn danger",
      done: words.taken(name),
    });
  }
  const fixed = { root: space.slug, folder };
  return buttonFor(call, inheritAccess, {
    fixed,
    then,
    button: words.inherit_again,
    kind: "btn primary",
    done: words.inherits_again,
  });
}
