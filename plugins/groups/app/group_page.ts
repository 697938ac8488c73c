// The page of one group, for owners and admins: its name, its people, what it may open, and its end.
import { type Html, html, KERNEL_BOUNDS, signedIn, t } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import { askFirst } from "../../app/port/ask_first.ts";
import { face } from "../../app/port/face.ts";
import { buttonFor, formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { documentPath, placePath, settingsPath, spacePath } from "../../app/port/paths.ts";
import { isTheSame, refusedForm } from "../../app/port/refused.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import { when } from "../../app/port/when.ts";
import { operation } from "../../operation.ts";
import { changeGroup, endGroup, readGroup } from "../operations/groups.ts";
import { keeperOf } from "./keeper.ts";
import { addPart, type Detail, peoplePart, type Sought } from "./people_part.ts";
import { groupWords } from "./words.ts";

export const showGroupPage = operation({
  id: "group.page",
  route: "GET /app/settings/groups/{id}",
  summary: "One group of the workspace, as a page",
  params: t.Object({ id: t.Id({ description: "The group." }) }),
  query: t.Object({
    q: t.Optional(t.String({ maxLength: 200, description: "Who of its people is looked for." })),
    after: t.Optional(t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." })),
    colleague: t.Optional(t.String({ maxLength: 200, description: "Who is looked for to be put in." })),
  }),
  ...screen,
  // What it asks decides who may.
  permit: signedIn(),
  gate: "groups",
  refuses: [404],
  run: async (call, { params, query }) => {
    const words = groupWords(call);
    const group = await ask(call, readGroup, { params });
    const sought: Sought = { q: query.q ?? "", after: query.after, colleague: query.colleague ?? "" };
    const isOwn = group.source === "native";
    const [add, people] = await Promise.all([
      isOwn ? addPart(call, group, sought) : null,
      peoplePart(call, group, sought),
    ]);
    const keeper = keeperOf(call, group);
    const body = html`<div class="stack loose">${keeper && html`<p class="note">${icon("info")}<span>${words.kept(keeper)}</span></p>`}
${isOwn && changeForm(call, group)}${add}${people}${pendingPart(call, group)}${grantsPart(call, group)}${changesPart(call, group)}${endPart(call, group)}</div>`;
    const crumbs = [{ href: settingsPath("groups"), label: words.groups }];
    return settingsScreen(call, {
      title: group.name,
      crumbs,
      told: html`<span dir="auto">${group.description}</span>`,
      beside: face(group.name, "square"),
      line: settingsPath("groups"),
      body,
    });
  },
});

/** Unfolded where it came back. */
function changeForm(call: Asking, { id, name, description }: Detail): Html {
  const words = groupWords(call);
  const came = refusedForm(call.request);
  const isOpen = came !== null && isTheSame(came, changeGroup.id, { id: String(id) });
  const form = formFor(
    call,
    changeGroup,
    { fixed: { id }, done: words.changed, label: words.rename },
    ({ text }) =>
      html`<div class="pair">${text("name", { label: words.name, value: name, hint: words.name_hint, required: true, maxlength: 100, autocomplete: "off" })}${text("description", { label: words.description, value: description, maxlength: 512, autocomplete: "off" })}</div><div><button class="btn primary">${words.save}</button></div>`,
  );
  return html`<details class="fold boxed"${isOpen && html` open`}><summary>${icon("right", "turn")}${words.rename}</summary>${form}</details>`;
}

function pendingPart(call: Asking, { pending }: Detail): Html | null {
  const words = groupWords(call);
  if (pending.length === 0) return null;
  return html`<section aria-labelledby="pending"><h2 id="pending">${words.pending}</h2><ul class="rows still">${pending.map(({ email, expires_at }) => html`<li>${icon("mail")}<div class="main"><span class="name"><bdi>${email}</bdi></span><span class="what">${words.until} ${when(call, expires_at)}</span></div></li>`)}</ul></section>`;
}

/** What it may open, so far as who looks may inspect it. */
function grantsPart(call: Asking, { grants }: Detail): Html {
  const words = groupWords(call);
  const list =
    grants.length === 0
      ? html`<p class="soft">${words.opens_nothing} <a href="${spacePath()}">${words.let_into}</a></p>`
      : html`<ul class="rows">${grants.map((grant) => grantLine(call, grant))}</ul>`;
  return html`<section aria-labelledby="opens"><h2 id="opens">${words.opens}</h2>${list}</section>`;
}

function grantLine(
  call: Asking,
  { resource_type, label, root_id, folder, doc_id, level }: Detail["grants"][number],
): Html {
  const words = groupWords(call);
  const place =
    root_id === null
      ? null
      : resource_type === "root"
        ? spacePath(String(root_id))
        : placePath(String(root_id), folder ?? "");
  const href = doc_id === null ? place : documentPath(doc_id, "share");
  const drawn = { root: "space", folder: "folder", doc: "doc" }[resource_type];
  const named = href
    ? html`<a class="name cut" href="${href}" dir="auto" title="${label}">${label}</a>`
    : html`<span class="name" dir="auto">${label}</span>`;
  return html`<li>${icon(drawn)}<div class="main">${named}</div><span class="fine nowrap">${words[level]}</span></li>`;
}

function changesPart(call: Asking, { recent_changes }: Detail): Html | null {
  const words = groupWords(call);
  const said: Readonly<Record<string, string>> = {
    "group.create": words.was_made,
    "group.update": words.was_changed,
    "group.member_add": words.were_added,
    "group.member_remove": words.were_removed,
  };
  const shown = recent_changes.filter(({ action }) => said[action] !== undefined);
  if (shown.length === 0) return null;
  return html`<details class="fold boxed"><summary>${icon("right", "turn")}${words.lately}</summary><ul class="rows still">${shown.map(({ action, actor, created_at, meta }) => html`<li><div class="main"><span class="name">${said[action]}${namesIn(meta)}</span><span class="what"><bdi>${actor}</bdi> · ${when(call, created_at)}</span></div></li>`)}</ul></details>`;
}

function namesIn(meta: unknown): Html | null {
  const emails: unknown = typeof meta === "object" && meta !== null ? Reflect.get(meta, "emails") : null;
  if (!Array.isArray(emails) || emails.length === 0) return null;
  return html`: ${emails.map((email, index) => html`${index > 0 && ", "}<bdi>${String(email)}</bdi>`)}`;
}

/** One that is kept elsewhere may be refused with the words that say who keeps it still. */
function endPart(call: Asking, { id, name, member_count, grants }: Detail): Html {
  const words = groupWords(call);
  const told = `${words.end_told(member_count, grants.length)} ${words.end_narrowed}`;
  const form = buttonFor(call, endGroup, {
    fixed: { id },
    then: settingsPath("groups"),
    button: words.end_it,
    kind: "btn danger",
    done: words.ended(name),
  });
  return html`<section aria-labelledby="end"><h2 id="end">${words.end}</h2>${askFirst({ open: words.end_open, told, form })}</section>`;
}
