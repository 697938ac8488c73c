// The page of one space, for those who manage it: what it is called, who may open it and its folders, and its end.
import { type Html, html, KERNEL_BOUNDS, Refusal, t } from "../../../kernel/plugin.ts";
import { type Asking, ask } from "../../app/port/ask.ts";
import { formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { placePath, settingsPath, spacePath } from "../../app/port/paths.ts";
import { isTheSame, refusedForm, sentenceOf } from "../../app/port/refused.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import { readGroups } from "../../groups/port/operations.ts";
import { operation } from "../../operation.ts";
import { managedRoot, parseFolder } from "../../places/port.ts";
import { readAccess } from "../operations/access.ts";
import { changeRoot, readRoot } from "../operations/roots.ts";
import { root } from "../schemas.ts";
import { type Access, accessPart, type Wished } from "./access_part.ts";
import { changePart } from "./change_part.ts";
import { endPart } from "./end_part.ts";
import { markOf } from "./mark.ts";
import { aboutFields, type Root } from "./spaces_page.ts";
import { rootWords } from "./words.ts";

const ENTRIES_MAX = 100;

export const showSpace = operation({
  id: "root.page",
  route: "GET /app/settings/spaces/{root}",
  summary: "One space: who may open it, its name and its end, as a page",
  params: t.Object({ root }),
  query: t.Object({
    folder: t.Optional(
      t.String({ maxLength: 1024, description: "The folder whose list it shows; the top without it." }),
    ),
    after: t.Optional(t.String({ maxLength: KERNEL_BOUNDS.cursor_chars, description: "Where the page before ended." })),
    give: t.Optional(t.OneOf(["user", "group", "workspace"], { description: "Whom to let in, looked at before." })),
    subject: t.Optional(t.String({ maxLength: 320, description: "The person's address, or the group's handle." })),
    level: t.Optional(t.OneOf(["view", "comment", "edit"], { description: "What they may do then." })),
    until: t.Optional(t.String({ maxLength: 40, description: "Until when." })),
    take: t.Optional(t.Id({ description: "The entry to be taken away, looked at before." })),
    inherit: t.Optional(t.Boolean({ description: "Whether to let the folder inherit again, looked at before." })),
    target: t.Optional(
      t.String({ maxLength: 80, description: "Where its documents go when it is deleted, looked at before." }),
    ),
  }),
  ...screen,
  permit: ({ params }) => managedRoot(params.root),
  refuses: [404],
  run: async (call, { params, query }) => {
    const words = rootWords(call);
    const space = await ask(call, readRoot, { params });
    const [{ folder, access, wrong }, groups] = await Promise.all([readList(call, space, query), groupsHere(call)]);
    const wished: Wished = { ...query, folder };
    const change = await changePart(call, { space, wished, access });
    const isTop = folder === "";
    const body = html`<div class="stack loose">${change}${isTop && aboutPart(call, space)}
${accessPart(call, { space, folder, access, groups, wished })}
${folderPart(call, space, { folder: query.folder ?? "", wrong })}
<p class="line"><a class="btn" href="${spaceReviewPath(space.slug)}">${icon("list")}${words.review}</a></p>
${isTop && !space.is_general && (await endPart(call, space, query.target))}</div>`;
    return settingsScreen(call, {
      title: isTop ? space.name : `${folder} · ${space.name}`,
      crumbs: [{ href: settingsPath("spaces"), label: words.spaces }],
      told: html`${space.description && html`<span dir="auto">${space.description}</span><br>`}<a href="${placePath(space.slug, folder)}">${words.open}</a>`,
      beside: markOf(space),
      line: settingsPath("spaces"),
      body,
    });
  },
});

/** The review of a space. */
export function spaceReviewPath(slug: string): string {
  return `${spacePath(slug)}/review`;
}

/** None where the plan gives groups no access. */
async function groupsHere(call: Asking): Promise<readonly { slug: string; name: string }[]> {
  const { runtime, actor } = call;
  const { plan } = actor.workspace;
  if (!runtime.plans.carries("groups", plan) || !runtime.plans.carries("group_access", plan)) return [];
  return (await ask(call, readGroups, { query: { limit: 500 } })).groups;
}

/** Unfolded where it came back. */
function aboutPart(call: Asking, space: Root): Html {
  const words = rootWords(call);
  const { slug, name, description, icon: mark, is_general } = space;
  const came = refusedForm(call.request);
  const isOpen = came !== null && isTheSame(came, changeRoot.id, { root: slug });
  const form = formFor(
    call,
    changeRoot,
    { fixed: { root: slug }, then: `${settingsPath("spaces")}/{slug}`, done: words.changed, label: words.change },
    (fields) =>
      html`${aboutFields(call, fields, { name, description: description ?? "", icon: mark ?? "" })}${!is_general && fields.text("slug", { label: words.slug, hint: words.slug_hint, value: slug, required: true, maxlength: 64, autocomplete: "off" })}<div><button class="btn primary">${words.save}</button></div>`,
  );
  return html`<details class="fold boxed"${isOpen && html` open`}><summary>${icon("right", "turn")}${words.change}</summary>${form}</details>`;
}

interface List {
  folder: string;
  access: Access;
  /** Why the folder that was asked for is none, in a sentence. */
  wrong: string | null;
}

/** The list of the folder that was asked for; that of the top, and why, where there is no such folder. */
async function readList(call: Asking, { slug }: Root, asked: { folder?: string; after?: string }): Promise<List> {
  const read = (folder: string) =>
    ask(call, readAccess, { params: { root: slug }, query: { folder, limit: ENTRIES_MAX, cursor: asked.after } });
  try {
    const folder = parseFolder(asked.folder ?? "");
    return { folder, access: await read(folder), wrong: null };
  } catch (error) {
    if (!(error instanceof Refusal) || !asked.folder) throw error;
    return { folder: "", access: await read(""), wrong: sentenceOf(error.said) };
  }
}

/** The list of a folder is shown on the same page. */
function folderPart(call: Asking, { slug }: Root, { folder, wrong }: { folder: string; wrong: string | null }): Html {
  const words = rootWords(call);
  const path = spacePath(slug);
  return html`<section class="stack tight" aria-labelledby="folder"><h2 id="folder">${words.folder_list}</h2><p class="soft">${words.folder_told}</p><form class="line one" action="${path}"><label class="only" for="which">${words.folder}</label><input id="which" name="folder" value="${folder}" maxlength="1024" placeholder="${words.folder_example}" autocomplete="off"${wrong !== null && html` aria-invalid="true" aria-describedby="which-error"`}><button class="btn">${words.show}</button></form>${wrong !== null && html`<p class="bad-ink" id="which-error" role="alert">${wrong}</p>`}${folder !== "" && wrong === null && html`<p><a href="${path}">${words.to_top}</a></p>`}</section>`;
}
