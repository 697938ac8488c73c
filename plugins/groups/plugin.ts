// Groups: who belongs together, so that access can be given to all of them at once.
import { handle, type Plugin } from "../../kernel/plugin.ts";
import { settingsHook } from "../app/port/slots.ts";
import { showGroupPage } from "./app/group_page.ts";
import { groupSettings, showGroups } from "./app/groups_page.ts";
import { changeGroup, endGroup, makeGroup, readGroup, readGroups } from "./operations/groups.ts";
import { addMember, changeMembers, removeMember } from "./operations/people.ts";
import { readPeople } from "./operations/person_list.ts";

export const groups: Plugin = {
  name: "groups",
  operations: [
    readGroups,
    readGroup,
    makeGroup,
    changeGroup,
    endGroup,
    readPeople,
    addMember,
    removeMember,
    changeMembers,
    showGroups,
    showGroupPage,
  ],
  handles: () => [handle(settingsHook, groupSettings)],
  // Whoever keeps groups from elsewhere notes the same of them.
  lends: ["group.create", "group.delete", "group.member_add", "group.member_remove", "group.update"],
  migrations: new URL("./migrations/", import.meta.url),
};
