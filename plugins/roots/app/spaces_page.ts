// The page of all spaces that a person sees: which there are, and making one.
import { type Html, html, signedIn } from "../../../kernel/plugin.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { type Fields, formFor } from "../../app/port/form.ts";
import { placePath, settingsPath, spacePath } from "../../app/port/paths.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import type { SettingsLine } from "../../app/port/slots.ts";
import { operation } from "../../operation.ts";
import { makeRoot, readRoots } from "../operations/roots.ts";
import { markOf } from "./mark.ts";
import { rootWords } from "./words.ts";

const PATH = settingsPath("spaces");

export const showSpaces = operation({
  id: "root.page.list",
  route: `GET ${PATH}`,
  summary: "The spaces that you see, as a page",
  ...screen,
  permit: signedIn(),
  run: async (call) => {
    const words = rootWords(call);
    const { roots, can_create } = await ask(call, readRoots, { query: {} });
    const body = html`<div class="stack loose">${can_create && makeForm(call)}
<section aria-labelledby="spaces"><h2 id="spaces" class="only">${words.spaces}</h2><ul class="rows roomy">${roots.map((root) => row(call, root))}</ul></section></div>`;
    return settingsScreen(call, { title: words.spaces, told: words.spaces_told, body });
  },
});

/** Whoever manages none and makes none has nothing to settle here. */
export async function spaceSettings(call: Asking): Promise<SettingsLine[]> {
  const { roots, can_create } = await ask(call, readRoots, { query: {} });
  if (!can_create && !roots.some(({ can_manage }) => can_manage)) return [];
  return [{ group: "space", order: 10, href: PATH, icon: "space", label: rootWords(call).spaces }];
}

export type Root = AnswerOf<typeof readRoots>["roots"][number];

function row(call: Asking, { slug, name, description, icon, doc_count, is_general, can_manage, my_level }: Root): Html {
  const words = rootWords(call);
  const href = can_manage ? spacePath(slug) : placePath(slug, "");
  const who = is_general ? words.for_all : can_manage ? words.you_manage : my_level ? words[my_level] : words.none;
  return html`<li>${markOf({ name, icon })}<div class="main"><a class="name cut" href="${href}" dir="auto" title="${name}">${name}</a><span class="what">${words.documents(doc_count)} · ${who}</span>${description && html`<span class="what" dir="auto">${description}</span>`}</div></li>`;
}

type RootFields = typeof makeRoot extends Parameters<typeof formFor<infer I, infer _O>>[1] ? Fields<I> : never;

export function makeForm(call: Asking): Html {
  const words = rootWords(call);
  return formFor(
    call,
    makeRoot,
    { then: `${PATH}/{slug}`, done: words.made, look: "card stack", label: words.make },
    (fields) =>
      html`<h2>${words.make}</h2><p class="soft">${words.make_told}</p>${aboutFields(call, fields, { name: "", description: "", icon: "" })}<div><button class="btn primary">${words.make_it}</button></div>`,
  );
}

/** What is said of a space, as it is made and as it is changed. */
export function aboutFields(
  call: Asking,
  { text }: Pick<RootFields, "text">,
  { name, description, icon }: { name: string; description: string; icon: string },
): Html {
  const words = rootWords(call);
  return html`<div class="pair">${text("name", { label: words.name, value: name, required: true, maxlength: 100, autocomplete: "off", placeholder: words.name_example })}${text("description", { label: words.description, value: description, maxlength: 512, autocomplete: "off" })}${text("icon", { label: words.icon, hint: words.icon_hint, value: icon, maxlength: 100, autocomplete: "off" })}</div>`;
}
