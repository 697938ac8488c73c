// A page of the settings stands beside their one menu, which lists what this person may open of them.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { PageAnswer } from "../../../kernel/ports/pages.ts";
import type { Screen } from "../shell/frame.ts";
import { appWords } from "../words.ts";
import type { Asking } from "./ask.ts";
import { icon } from "./icons.ts";
import { SETTINGS_PATH } from "./paths.ts";
import { answerScreen } from "./screen.ts";
import { type SettingsLine, settingsHook } from "./slots.ts";

interface SettingsScreen extends Omit<Screen, "width" | "place" | "body"> {
  /** Under the heading: what is settled here, in a sentence. */
  told?: string | Html;
  /** Beside the heading. */
  beside?: Html;
  /** The line of the menu that is the current one, where that is not the page's own address. */
  line?: string;
  body: Html;
}

/** The answer that shows a page of the settings beside their menu. */
export async function settingsScreen(call: Asking, shown: SettingsScreen, answer: PageAnswer = {}): Promise<Response> {
  const { told, beside, line, crumbs = [], ...page } = shown;
  const words = appWords(call);
  const groups = await settingsGroups(call);
  const current = line ?? call.request.url.pathname;
  const body = html`<div class="settings"><nav aria-label="${words.settings}">${menuOf(groups, current)}</nav>
<div><details class="fold boxed settings-jump"><summary>${icon("right", "turn")}${words.other_settings}</summary><nav aria-label="${words.other_settings}">${menuOf(groups, current)}</nav></details>
<div class="head"><div><h1 dir="auto">${page.title}</h1>${told && html`<p>${told}</p>`}</div>${beside}</div>
${page.body}</div></div>`;
  const way = [{ href: SETTINGS_PATH, label: words.settings }, ...crumbs];
  return answerScreen(call, { ...page, crumbs: way, body, width: "wide", place: SETTINGS_PATH }, answer);
}

interface Group {
  heading: string;
  lines: readonly SettingsLine[];
}

/** What of the settings this person may open, by group. */
export async function settingsGroups(call: Asking): Promise<Group[]> {
  const words = appWords(call);
  const lines = (await call.callHook(settingsHook, call)).flat().sort((a, b) => a.order - b.order);
  const headings: readonly { group: SettingsLine["group"]; heading: string }[] = [
    { group: "me", heading: words.group_me },
    { group: "people", heading: words.group_people },
    { group: "space", heading: words.group_space },
    { group: "data", heading: words.group_data },
    { group: "agents", heading: words.group_agents },
    { group: "company", heading: call.actor.workspace.name },
    { group: "server", heading: words.group_server },
  ];
  return headings
    .map(({ group, heading }) => ({ heading, lines: lines.filter((line) => line.group === group) }))
    .filter((group) => group.lines.length > 0);
}

/** The groups of the menu, each under its heading. */
export function menuOf(groups: readonly Group[], current: string): Html {
  return html`${groups.map(
    ({ heading, lines }) =>
      html`<h2 dir="auto">${heading}</h2><ul>${lines.map(
        ({ href, label, icon: drawn }) =>
          html`<li><a class="place" href="${href}"${href === current && html` aria-current="page"`}>${icon(drawn)}<span class="cut">${label}</span></a></li>`,
      )}</ul>`,
  )}`;
}
