// Inputs of the permission matrix for members and invites.
import { type Input, type Inputs, type Made, plain } from "../permission/input.ts";
import { fieldsOf, made, type Stage } from "../permission/stage.ts";

let invites = 0;

export const INPUTS: Inputs = {
  "member.list": plain(),
  "member.page": plain({ with_cookie: true }),
  "member.page.person": { make: ({ spare }) => ({ params: { user_id: spare.user_id }, with_cookie: true }) },
  "member.role": changing(({ spare }) => ({ params: { user_id: spare.user_id }, json: { role: "admin" } })),
  "member.remove": changing(({ spare }) => ({ params: { user_id: spare.user_id } })),
  "member.sign_in_link.get": { make: ({ spare }) => ({ params: { user_id: spare.user_id }, with_cookie: true }) },
  "member.sign_in_link": changing(({ spare }) => ({ params: { user_id: spare.user_id }, with_cookie: true })),
  "member.removal": { make: ({ spare }) => ({ params: { user_id: spare.user_id } }) },
  "account.hand_over": {
    make: ({ spare }) => ({ json: { user_id: spare.user_id }, with_cookie: true }),
    fresh: "everything",
  },
  "member.transfer": changing(({ spare }) => ({ json: { user_id: spare.user_id } })),
  "invite.list": plain(),
  "invite.create": { make: () => ({ json: { email: newAddress() } }) },
  "invite.batch": { make: () => ({ json: { invites: [{ email: newAddress() }] } }) },
  "invite.groups": onInvite((_, { group }) => ({ json: { group_ids: [group.id] } })),
  "invite.resend": onInvite(),
  "invite.revoke": onInvite(),
  "invite.accept": {
    make: async (stage) => ({
      params: { token: tokenOf(await inviteOf(stage)) },
      with_cookie: true,
    }),
  },
  "invite.accept.decide": {
    make: async (stage) => ({
      params: { token: tokenOf(await inviteOf(stage)) },
      form: fieldsOf({ name: "" }),
      with_cookie: true,
    }),
  },
};

/** Changes who people are, so every caller gets a workspace of their own. */
function changing(make: Input["make"]): Input {
  return { fresh: "everything", make };
}

function onInvite(rest: (invite: { id: number }, stage: Stage) => Made = () => ({})): Input {
  return {
    make: async (stage) => {
      const invite = await inviteOf(stage);
      return { ...rest(invite, stage), params: { id: invite.id } };
    },
  };
}

/** An open invite to an address of nobody. */
function inviteOf({ h, people }: Stage): Promise<{ id: number; url: string }> {
  return made(h.call("POST /api/invites", { as: people["workspace owner"], json: { email: newAddress() } }));
}

function tokenOf({ url }: { url: string }): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

function newAddress(): string {
  return `invited${++invites}@example.org`;
}
