// Google Workspace's Directory API, version directory_v1: groups.list, groups.get and members.list.
import {
  emailOf,
  fieldsOf,
  idOf,
  nameOf,
  type Page,
  type ProviderApi,
  type ProviderGroup,
  pageOf,
  textOf,
} from "./provider.ts";

const PATH = "/admin/directory/v1/groups";
const PAGE = 200;
/** What is read of a page; the rest is not sent (Google's partial responses). */
const MEMBER_FIELDS = "kind,nextPageToken,members(email,type,status)";

export const google: ProviderApi = {
  name: "google",
  label: "Google Workspace",
  scope:
    "https://www.googleapis.com/auth/admin.directory.group.readonly https://www.googleapis.com/auth/admin.directory.group.member.readonly",
  consent: { access_type: "offline", prompt: "consent" },
  groupsAt: (api, limit) => `${api}${PATH}?customer=my_customer&maxResults=${limit}`,
  groupAt: (api, id) => `${api}${PATH}/${encodeURIComponent(id)}`,
  membersAt: (api, id) =>
    `${api}${PATH}/${encodeURIComponent(id)}/members?includeDerivedMembership=false&maxResults=${PAGE}&fields=${MEMBER_FIELDS}`,
  readGroups: (answer, asked) => page(answer, { asked, list: "groups", item: groupOf }),
  readGroup: (answer) => groupOf(fieldsOf(answer)),
  readMembers: (answer, asked) =>
    page(answer, {
      asked,
      list: "members",
      item: (one) => (one["type"] === "USER" && one["status"] === "ACTIVE" ? emailOf(one["email"]) : null),
    }),
};

function groupOf(of: Readonly<Record<string, unknown>>): ProviderGroup | null {
  const id = idOf(of["id"]);
  return id === null ? null : { id, name: nameOf(of["name"]) ?? textOf(of["email"]) ?? id, email: textOf(of["email"]) };
}

interface Listed<T> {
  asked: string;
  list: string;
  item: (one: Readonly<Record<string, unknown>>) => T | null;
}

/** An empty list is left out of an answer, whose kind is there all the same. */
function page<T>(answer: unknown, { asked, list, item }: Listed<T>): Page<T> | null {
  const { kind, nextPageToken: next, [list]: found } = fieldsOf(answer);
  if (typeof kind !== "string" || !kind.endsWith(`directory#${list}`)) return null;
  return pageOf({ list: found ?? [], next }, { item, address: (token) => behind(asked, token) });
}

function behind(asked: string, token: string): string {
  const next = new URL(asked);
  next.searchParams.set("pageToken", token);
  return next.href;
}
