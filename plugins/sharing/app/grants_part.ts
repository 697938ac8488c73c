// Whom a document is shared with: a line for each, which changes it and takes it away, and the forms that add to them.
import { type Html, html, type Static } from "../../../kernel/plugin.ts";
import type { Asking } from "../../app/port/ask.ts";
import { face } from "../../app/port/face.ts";
import { buttonFor, formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { patchDoc } from "../../documents/port/operations.ts";
import { revoke, shareDocument } from "../operations/documents.ts";
import type { DocumentAccess } from "../schemas.ts";
import { endWords, type Grant, lastDay, nameOf, subjectOf } from "./grant_words.ts";
import { passwordHint } from "./strength.ts";
import { shareWords } from "./words.ts";

type Access = Static<typeof DocumentAccess>;
type Words = ReturnType<typeof shareWords>;

const GIVEN = ["view", "comment", "edit"] as const;

export function grantList(call: Asking, access: Access): Html {
  const words = shareWords(call);
  const { owner, grants, can_manage } = access;
  const isMine = owner.id === call.actor.user_id;
  return html`<ul class="rows still roomy"><li>${face(owner.email)}<div class="main"><span class="name"><bdi>${owner.email}</bdi>${isMine && html` <span class="chip">${words.you}</span>`}</span></div><span class="fine">${words.owner}</span></li>
${grants.map((grant) => (grant.inherited || !can_manage ? fixedLine(call, grant) : ownLine(call, grant)))}</ul>`;
}

function head(call: Asking, grant: Grant, beside: Html | string | null): Html {
  const { subject_type, subject_label } = grant;
  const name = nameOf(call, grant);
  const words = shareWords(call);
  const said =
    subject_type === "user" ? subject_label !== name && subject_label : subject_type === "group" && words.group_of;
  return html`${face(name, subject_type === "user" ? "" : "square")}<div class="main"><span class="name"><bdi>${name}</bdi></span>${(said || beside) && html`<span class="what">${said}${said && beside && " · "}${beside}</span>`}</div>`;
}

function fixedLine(call: Asking, grant: Grant): Html {
  const words = shareWords(call);
  const by = grant.inherited && (grant.folder ? words.from_folder(grant.folder) : words.from_place);
  const ends = endWords(call, grant);
  const beside = by || ends ? html`${by && html`<bdi>${by}</bdi>`}${by && ends && " · "}${ends}` : null;
  return html`<li>${head(call, grant, beside)}<span class="fine">${words[grant.level]}</span></li>`;
}

function ownLine(call: Asking, grant: Grant): Html {
  const words = shareWords(call);
  const { id, doc_id, level } = grant;
  const name = nameOf(call, grant);
  const named = { doc_id: doc_id ?? "", ...subjectOf(grant) };
  const day = lastDay(grant);
  const change = formFor(
    call,
    shareDocument,
    { fixed: named, look: "line", done: words.changed(name), label: words.may_of(name) },
    ({ choice, text }) =>
      html`${choice("level", { label: words.may_of(name), bare: true, value: level, options: levels(words) })}${text("expires_at", { label: words.until, type: "date", value: day, bare: true })}<button class="btn small" aria-label="${words.change_of(name)}">${words.change}</button>`,
  );
  const back = { ...named, level, ...(day && { expires_at: day }) };
  const away = buttonFor(call, revoke, {
    fixed: { grant_id: id },
    button: words.take_away,
    name: words.take_away_of(name),
    kind: "btn small quiet",
    done: words.taken_away(name),
    undo: { operation: "access.grant", fixed: back },
  });
  return html`<li>${head(call, grant, endWords(call, grant))}<div class="acts"><details class="fold"><summary class="btn small quiet">${words[level]}${icon("down")}<span class="only">${words.may_of(name)}</span></summary>${change}${away}</details></div></li>`;
}

function levels(words: Words): { value: string; label: string }[] {
  return GIVEN.map((level) => ({ value: level, label: words[level] }));
}

interface Addable {
  doc_id: string;
  groups: readonly { slug: string; name: string }[];
}

export function addPart(call: Asking, { doc_id, groups }: Addable): Html {
  const words = shareWords(call);
  const person = formFor(
    call,
    shareDocument,
    { fixed: { doc_id, subject_type: "user" }, done: words.let_in_done, label: words.add },
    ({ text, choice }) =>
      html`<div class="pair">${text("subject", { label: words.who, hint: words.who_hint, type: "email", required: true, maxlength: 320, autocomplete: "off" })}${choice("level", { label: words.may, options: levels(words) })}${text("expires_at", { label: words.until, hint: words.until_hint, type: "date" })}</div><div><button class="btn primary">${words.let_in}</button></div>`,
  );
  const group = formFor(
    call,
    shareDocument,
    { fixed: { doc_id, subject_type: "group" }, done: words.let_in_done, label: words.group },
    ({ choice }) =>
      html`<div class="pair">${choice("subject", { label: words.group, options: groups.map(({ slug, name }) => ({ value: slug, label: name })) })}${choice("level", { label: words.may, options: levels(words) })}</div><div><button class="btn">${words.let_in}</button></div>`,
  );
  const everybody = formFor(
    call,
    shareDocument,
    { fixed: { doc_id, subject_type: "workspace" }, done: words.let_in_done, label: words.workspace },
    ({ choice }) =>
      html`${choice("level", { label: words.may, options: levels(words) })}<div><button class="btn">${words.let_in}</button></div>`,
  );
  const folded = (heading: string, form: Html) =>
    html`<details class="fold boxed"><summary>${icon("right", "turn")}<span dir="auto">${heading}</span></summary>${form}</details>`;
  return html`<section class="card stack" aria-labelledby="add"><h2 id="add">${words.add}</h2>${person}${groups.length > 0 && folded(words.group, group)}${folded(words.everybody_in(call.actor.workspace.name), everybody)}</section>`;
}

const ELSE = ["restricted", "workspace", "unlisted", "password"] as const;

/** Who may open it besides those whom it is shared with. */
export function visibilityPart(call: Asking, { doc_id, visibility }: { doc_id: string; visibility: string }): Html {
  const words = shareWords(call);
  const names = {
    restricted: words.restricted,
    workspace: words.workspace_vis,
    unlisted: words.unlisted,
    password: words.password,
  };
  const told = {
    restricted: words.restricted_told,
    workspace: words.workspace_told,
    unlisted: words.unlisted_told,
    password: words.password_told,
  };
  const form = formFor(
    call,
    patchDoc,
    { fixed: { doc_id }, done: words.saved, label: words.everybody_else },
    ({ choice, text }) =>
      html`<div class="pair">${choice("visibility", { label: words.everybody_else, bare: true, value: visibility, hint: told[ELSE.find((one) => one === visibility) ?? "restricted"], options: ELSE.map((one) => ({ value: one, label: names[one] })) })}${text("password", { label: words.password_label, hint: passwordHint(words), type: "password", autocomplete: "new-password", maxlength: 200 })}</div><div><button class="btn">${words.save}</button></div>`,
  );
  return html`<section class="stack" aria-labelledby="else"><h2 id="else">${words.everybody_else}</h2>${form}</section>`;
}
