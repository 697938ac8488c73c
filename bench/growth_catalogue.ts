// Every list and page of the catalogue as requests, filled in from what a full workspace holds:
// a new one is among them by itself.

import { buildCatalogue } from "../kernel/host.ts";
import type { Entry } from "../kernel/plugin/catalogue.ts";
import { manifest } from "../plugins/manifest.ts";
import { plugins } from "../plugins/mod.ts";

/** What stands for the parameters of addresses by their names. */
export type HookHandler = Readonly<Record<string, string>>;

/** Who asks: programs with a token, or browsers with a session. */
export interface ListRequest {
  id: string;
  path: string;
  with: "token" | "session";
}

/** Parameters that are not needed and make a list another one, each asked by itself with the values given. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  view: ["mine", "team", "all"],
  include_team: ["true"],
  root: ["general"],
  folder: ["Folder 1"],
  tag: ["tag-7"],
};

/** In a root, where that is asked for too. */
const IN_ROOT = ["folder", "path"];

/** Lists and pages that a workspace full of documents gives nothing to fill in for, or that are no more for more of them, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  ...of("shown to who follows a link that was made for them", [
    ...[
      "login.show",
      "login.confirm.show",
      "login.member_link.show",
      "login.callback",
      "login.provider",
      "setup.show",
      "invite.accept",
      "upload.page",
    ],
    ...["doc.keep_link.show", "access_request.page", "access_request.review.show", "notification.unsubscribe.show"],
    ...["account.return.show", "sso.start", "sso.callback", "sso.link.page", "directory.consented", "oauth.authorize"],
    ...[
      "viewer.authorize",
      "link.follow",
      "link.follow_path",
      "icon.serve",
      "doc.unlock.show",
      "form.media.show",
      "home.start",
    ],
    ...["site.sign_in", "site.signed_in", "agent.page", "agent.page.proposal", "webhook.page", "workflow.page"],
  ]),
  ...of("a document, of which bench/content_read.ts reads many", ["doc.serve"]),
  ...of("a site, which bench/navigation.ts, bench/site_reader.ts and bench/sites.ts read", [
    ...[
      "content.robots",
      "wiki.home",
      "wiki.search",
      "wiki.map",
      "wiki.opensearch",
      "wiki.folder",
      "wiki.tag",
      "wiki.page",
    ],
    ...["wiki.path", "wiki.agent", "wiki.shared_agent", "wiki.shared_home", "wiki.shared_page", "site.folder_search"],
    ...["site.folder_map", "site.folder", "site.shared_folder", "site.asset", "nav.get", "nav.preview", "nav.orphans"],
  ]),
  ...of("records, of which bench/databases.ts reads many", [
    ...["database.read", "database.table", "database.record_history"],
    ...["database.changes", "database.activity", "form.list", "form.read"],
  ]),
  ...of("something that the workspace has none of", [
    ...[
      "group.get",
      "group.page",
      "group.member.list",
      "member.removal",
      "webhook.get",
      "webhook.deliveries",
      "webhook.delivery",
    ],
    ...["agent.get", "agent.context", "agent.proposal.get", "workflow.of_agent", "workflow.get", "workflow.runs"],
    ...["directory.get", "directory.groups"],
  ]),
  ...of("for the directory's own token; bench/scim.ts reads many", [
    ...["scim.config", "scim.resource_type.list", "scim.resource_type.get", "scim.schema.list", "scim.schema.get"],
    ...["scim.user.list", "scim.user.get", "scim.group.list", "scim.group.get"],
  ]),
  ...of("text that is ranked or looked through, which bench/search.ts and bench/ranked.ts measure", [
    ...["search.grep", "search.ranked", "doc.grep"],
  ]),
  ...of("where a page was, which leads to where it is", [
    ...["agent.page.of_agent", "agent.page.list.former", "agent.page.proposal.former", "audit.page.former"],
    ...["billing.page.former", "domain.page.former", "webhook.page.former", "webhook.page.list.former"],
    ...["workflow.page.former", "workflow.page.list.former"],
  ]),
  ...of("said of the service itself", ["oauth.resource.child", "oauth.server.child"]),
};

function of(reason: string, ids: readonly string[]): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [id, reason]));
}

/** Whether it answers entries, or shows a page to a person. */
function isListOrPage({ method, path, query, output, raw, error_format }: Entry): boolean {
  if (method !== "GET" || path === null) return false;
  if (raw !== null && raw !== undefined && output === null)
    return error_format === "page" || error_format === "content";
  const answered = Object.values(output?.["properties"] ?? {});
  return membersOf(query).includes("limit") || answered.some((one) => isArray(one));
}

/** The lists and pages that are filled in, each as it is without any choice and once for every choice it gives. */
export function listRequests(handler: HookHandler): ListRequest[] {
  return listOfCatalogue()
    .filter(({ id }) => !(id in LEFT_OUT))
    .flatMap((entry) => requestsOf(entry, handler));
}

/** Every list and page of the catalogue. */
export function listOfCatalogue(): Entry[] {
  return buildCatalogue(plugins, manifest).entries.filter(isListOrPage);
}

function requestsOf(entry: Entry, handler: HookHandler): ListRequest[] {
  const { id, query, output } = entry;
  const path = (entry.path ?? "").replace(/\{([a-z_]+)(\.\.\.)?\}/g, (_, name: string) => fill(entry, name, handler));
  const asked = membersOf(query);
  const required: unknown = query?.["required"];
  const needed = asked.filter((name) => Array.isArray(required) && required.includes(name));
  const always = needed.map((name): [string, string] => [name, fill(entry, name, handler)]);
  if (asked.includes("limit")) always.push(["limit", "50"]);
  const choices = Object.entries(CHOICES)
    .filter(([name]) => asked.includes(name) && !needed.includes(name))
    .flatMap(([name, values]) => values.map((value): [string, string][] => [...rootOf(name, asked), [name, value]]));
  const inPath = asked.includes("path") && !needed.includes("path") && asked.includes("root");
  if (inPath) choices.push([...rootOf("path", asked), ["path", "Folder 1"]]);
  return [[], ...choices].map((chosen) => {
    const text = new URLSearchParams([...chosen, ...always]).toString();
    return { id, path: text === "" ? path : `${path}?${text}`, with: output === null ? "session" : "token" };
  });
}

function rootOf(name: string, asked: readonly string[]): [string, string][] {
  return IN_ROOT.includes(name) && asked.includes("root") ? [["root", "general"]] : [];
}

function fill({ id }: Entry, name: string, handler: HookHandler): string {
  const value = handler[name];
  if (value === undefined) {
    throw new Error(`${id} asks for "${name}": give it among the filling, or say in LEFT_OUT why it is not measured`);
  }
  return value;
}

function membersOf(schema: Entry["query"]): string[] {
  return Object.keys(schema?.["properties"] ?? {});
}

function isArray(schema: unknown): boolean {
  return typeof schema === "object" && schema !== null && "type" in schema && schema.type === "array";
}
