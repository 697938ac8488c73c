// Inputs of the permission matrix for accounts: the caller's own session and tokens, members, invites and groups.
import type { Input, Inputs, Made } from "./input.ts";
import { made, type Stage } from "./stage.ts";

let invites = 0;

export const PEOPLE_INPUTS: Inputs = {
  "logout.all": { fresh: "everything", make: () => ({ with_cookie: true }) },
  "me.get": { make: () => ({}) },
  "limits.get": { make: () => ({}) },
  "token.list": { make: () => ({}) },
  "token.create": { make: () => ({ json: { name: "script" }, with_cookie: true }) },
  "token.revoke": {
    make: async ({ h, people }, caller) => {
      if (caller === "stranger") return { params: { token_id: 1 } };
      const json = { name: "to go" };
      const token = await made(h.call("POST /api/tokens", { as: people[caller], with_cookie: true, json }));
      return { params: { token_id: token.id } };
    },
  },
  "workspace.instructions.get": { make: () => ({}) },
  "workspace.instructions.set": { make: () => ({ json: { instructions: "Write short." }, with_cookie: true }) },
  "member.list": { make: () => ({}) },
  "member.role": changing(({ spare }) => ({ params: { user_id: spare.user_id }, json: { role: "admin" } })),
  "member.remove": changing(({ spare }) => ({ params: { user_id: spare.user_id } })),
  "member.transfer": changing(({ spare }) => ({ json: { user_id: spare.user_id } })),
  "invite.list": { make: () => ({}) },
  "invite.create": { make: () => ({ json: { email: newAddress() } }) },
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
      with_cookie: true,
    }),
  },
  "group.list": { make: () => ({}) },
  "group.get": onGroup(() => ({})),
  "group.create": changing(() => ({ json: { name: "Writers" } })),
  "group.update": onGroup(() => ({ json: { description: "Who reads" } })),
  "group.delete": { ...onGroup(() => ({})), fresh: "everything" },
  "group.member.add": onGroup(({ spare }) => ({ json: { email: spare.email } })),
  "group.member.remove": onGroup(async ({ h, people, group, spare }) => {
    const json = { email: spare.email };
    await made(h.call(`POST /api/groups/${group.id}/members`, { as: people["workspace owner"], json }));
    return { query: { email: spare.email } };
  }),
  "group.members": onGroup(({ spare }) => ({ json: { emails: [spare.email], present: true } })),
};

/** Changes who people are, so every caller gets a workspace of their own. */
function changing(make: Input["make"]): Input {
  return { fresh: "everything", make };
}

function onGroup(rest: (stage: Stage) => Made | Promise<Made>): Input {
  return { make: async (stage) => ({ ...(await rest(stage)), params: { id: stage.group.id } }) };
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
