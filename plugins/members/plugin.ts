// Members and invites: who is in the workspace, in what role, and how people come and go.
import {
  belongingsHook,
  handle,
  noticeKindsHook,
  type Plugin,
  personEndHook,
  personMoveHook,
} from "../../kernel/plugin.ts";
import { commandsHook, findHook } from "../app/port/find.ts";
import { settingsHook } from "../app/port/slots.ts";
import { invitationHook, invitedHook } from "../signin/port.ts";
import { peopleCommands, peopleNamed } from "./app/find.ts";
import { showPeople } from "./app/people_page.ts";
import { showPerson } from "./app/person_page.ts";
import { peopleLine } from "./app/tabs.ts";
import { findInvitation } from "./invites/invitation.ts";
import { inviteMailJob } from "./invites/invite_mail.ts";
import { inviteReminderJob } from "./invites/invite_reminder.ts";
import { ADMISSION_AUDIT } from "./joining/admission.ts";
import { joiningHook, refuseOwnerless } from "./joining/joining_hook.ts";
import { countPeople } from "./leaving.ts";
import { INVITE_KINDS, inviteListeners } from "./notices.ts";
import { followInvite, joinByInvite } from "./operations/accept.ts";
import { inviteMany } from "./operations/invite_batch.ts";
import { readInvites } from "./operations/invite_list.ts";
import { assignInviteGroups, invite, resendInvite, revokeInvite } from "./operations/invites.ts";
import { readMembers } from "./operations/member_list.ts";
import { changeRole, transferOwnership } from "./operations/members.ts";
import { handOverOwn, previewRemoval, removeMember } from "./operations/removal.ts";
import { makeSignInLink, readSignInLink } from "./operations/sign_in_link.ts";
import { forgetInvited, isInvited } from "./store/invites.ts";
import { dropUnconfirmedRole, forgetUnconfirmed } from "./store/unconfirmed_roles.ts";

export const members: Plugin = {
  name: "members",
  operations: [
    showPeople,
    showPerson,
    readMembers,
    changeRole,
    transferOwnership,
    readSignInLink,
    makeSignInLink,
    previewRemoval,
    removeMember,
    handOverOwn,
    readInvites,
    invite,
    inviteMany,
    assignInviteGroups,
    resendInvite,
    revokeInvite,
    followInvite,
    joinByInvite,
  ],
  // Whoever signs people of a workspace in, or keeps them for it, notes their coming and going as members does.
  lends: [...ADMISSION_AUDIT, "member.unconfirmed"],
  on: inviteListeners,
  handles: () => [
    handle(settingsHook, peopleLine),
    handle(findHook, peopleNamed),
    handle(commandsHook, peopleCommands),
    handle(invitedHook, ({ sql, ...options }) => isInvited(sql, options)),
    handle(invitationHook, findInvitation),
    handle(joiningHook, refuseOwnerless),
    handle(belongingsHook, countPeople),
    handle(noticeKindsHook, () => INVITE_KINDS),
    handle(personEndHook, forgetInvited),
    handle(personEndHook, forgetUnconfirmed),
    // Who leaves has another role where they go.
    handle(personMoveHook, async ({ sql, user_id }) => void (await dropUnconfirmedRole(sql, user_id))),
  ],
  migrations: new URL("./migrations/", import.meta.url),
  jobs: (runtime) => [inviteMailJob(runtime), inviteReminderJob(runtime)],
};
