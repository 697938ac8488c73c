// The two pages about people: everybody, and the groups, where those run.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { Asking } from "../../app/port/ask.ts";
import { settingsPath } from "../../app/port/paths.ts";
import type { SettingsLine } from "../../app/port/slots.ts";
import { peopleWords } from "./words.ts";

/** The page of everybody in the workspace. */
export function peoplePath() {
  return settingsPath("people");
}

/** The way from one to the other; nothing where there is one alone. */
export function peopleTabs(call: Asking, current: "people" | "groups"): Html | null {
  const words = peopleWords(call);
  const { runtime, actor } = call;
  const groups = runtime.pathOf("group.page.list");
  if (groups === null || !runtime.plans.carries("groups", actor.workspace.plan)) return null;
  const way = (href: string, label: string, isCurrent: boolean) =>
    html`<a href="${href}"${isCurrent && html` aria-current="page"`}>${label}</a>`;
  return html`<nav class="tabs" aria-label="${words.people}">${way(peoplePath(), words.members, current === "people")}${way(groups, words.groups, current === "groups")}</nav>`;
}

/** Everybody sees who is here. */
export function peopleLine(call: Asking): SettingsLine[] {
  return [{ group: "people", order: 10, href: peoplePath(), icon: "users", label: peopleWords(call).people }];
}
