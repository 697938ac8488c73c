// Google Workspace's Directory API, version directory_v1: groups.list, groups.get and members.list.
import { type Dialect, emailOf, fieldsOf, idOf, listOf, type Page, type ProviderGroup, textOf } from "./provider.ts";

const PATH = "/admin/directory/v1/groups";
const PAGE = 200;

export const google: Dialect = {
  name: "google",
  label: "Google Workspace",
  scope:
    "https://www.googleapis.com/auth/admin.directory.group.readonly https://www.googleapis.com/auth/admin.directory.group.member.readonly",
  consent: { access_type: "offline", prompt: "consent" },
  groupsAt: (api, limit) => `${api}${PATH}?customer=my_customer&maxResults=${limit}`,
  groupAt: (api, id) => `${api}${PATH}/${encodeURIComponent(id)}`,
  membersAt: (api, id) =>
    `${api}${PATH}/${encodeURIComponent(id)}/members?includeDerivedMembership=false&maxResults=${PAGE}`,
  readGroups: (answer, asked) => ({
    items: listOf(fieldsOf(answer)["groups"]).flatMap((one) => groupOf(one) ?? []),
    next: behind(answer, asked),
  }),
  readGroup: (answer) => groupOf(fieldsOf(answer)),
  readMembers: (answer, asked): Page<string> => ({
    items: listOf(fieldsOf(answer)["members"])
      .filter((one) => one["type"] === "USER" && one["status"] === "ACTIVE")
      .flatMap((one) => emailOf(one["email"]) ?? []),
    next: behind(answer, asked),
  }),
};

function groupOf(of: Readonly<Record<string, unknown>>): ProviderGroup | null {
  const id = idOf(of["id"]);
  return id === null ? null : { id, name: textOf(of["name"]) ?? textOf(of["email"]) ?? id, email: textOf(of["email"]) };
}

function behind(answer: unknown, asked: string): string | null {
  const token = textOf(fieldsOf(answer)["nextPageToken"]);
  if (token === null) return null;
  const next = new URL(asked);
  next.searchParams.set("pageToken", token);
  return next.href;
}
