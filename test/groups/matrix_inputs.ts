// Inputs of the permission matrix for groups.
import { type Input, type Inputs, type Made, plain } from "../permission/input.ts";
import { made, type Stage } from "../permission/stage.ts";

export const INPUTS: Inputs = {
  "group.list": plain(),
  "group.get": onGroup(() => ({})),
  "group.create": { fresh: "everything", make: () => ({ json: { name: "Writers" } }) },
  "group.update": onGroup(() => ({ json: { description: "Who reads" } })),
  "group.delete": { ...onGroup(() => ({})), fresh: "everything" },
  "group.member.list": onGroup(() => ({})),
  "group.member.add": onGroup(({ spare }) => ({ json: { email: spare.email } })),
  "group.member.remove": onGroup(async ({ h, people, group, spare }) => {
    const json = { email: spare.email };
    await made(h.call(`POST /api/groups/${group.id}/members`, { as: people["workspace owner"], json }));
    return { query: { email: spare.email } };
  }),
  "group.page.list": plain({ with_cookie: true }),
  "group.page": onGroup(() => ({ with_cookie: true })),
  "group.members": onGroup(({ spare }) => ({ json: { emails: [spare.email], present: true } })),
};

function onGroup(rest: (stage: Stage) => Made | Promise<Made>): Input {
  return { make: async (stage) => ({ ...(await rest(stage)), params: { id: stage.group.id } }) };
}
