// Microsoft Graph, version 1.0: groups, and members of a group that are users.
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

const PATH = "/v1.0/groups";
const PAGE = 200;
const GROUP_FIELDS = "id,displayName,mail";

export const microsoft: ProviderApi = {
  name: "microsoft",
  label: "Microsoft Entra",
  scope: "offline_access https://graph.microsoft.com/Group.Read.All https://graph.microsoft.com/User.Read.All",
  consent: { prompt: "select_account" },
  groupsAt: (api, limit) => `${api}${PATH}?$select=${GROUP_FIELDS}&$top=${limit}`,
  groupAt: (api, id) => `${api}${PATH}/${encodeURIComponent(id)}?$select=${GROUP_FIELDS}`,
  membersAt: (api, id) =>
    `${api}${PATH}/${encodeURIComponent(id)}/members/microsoft.graph.user?$select=id,mail,userPrincipalName,accountEnabled&$top=${PAGE}`,
  readGroups: (answer) => page(answer, groupOf),
  readGroup: (answer) => groupOf(fieldsOf(answer)),
  readMembers: (answer) =>
    page(answer, (one) =>
      one["accountEnabled"] === true ? (emailOf(one["mail"]) ?? emailOf(one["userPrincipalName"])) : null,
    ),
};

function groupOf(of: Readonly<Record<string, unknown>>): ProviderGroup | null {
  const id = idOf(of["id"]);
  return id === null ? null : { id, name: nameOf(of["displayName"]) ?? id, email: textOf(of["mail"]) };
}

function page<T>(answer: unknown, item: (one: Readonly<Record<string, unknown>>) => T | null): Page<T> | null {
  const { value: list, "@odata.nextLink": next } = fieldsOf(answer);
  return pageOf({ list, next }, { item, address: (link) => link });
}
