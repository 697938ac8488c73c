// Inputs of the permission matrix for provisioning, whose surface knows no people:
// an owner comes with a SCIM token of the workspace.
import type { Input, Inputs, Made } from "../permission/input.ts";
import { plain } from "../permission/input.ts";
import { type Caller, made, type Stage } from "../permission/stage.ts";
import { tokenOf } from "./provider.ts";

/** An operation of the surface. */
function asProvider(make: (stage: Stage) => Made | Promise<Made> = () => ({}), rest: Partial<Input> = {}): Input {
  return {
    ...rest,
    make: async (stage, caller) => ({ ...(await make(stage)), ...(await credentialOf(stage, caller)) }),
  };
}

async function credentialOf({ h, people }: Stage, caller: Caller): Promise<Made> {
  if (caller !== "workspace owner" && caller !== "other workspace") return {};
  return { headers: { authorization: `Bearer ${await tokenOf(h, people[caller])}` } };
}

async function groupOf(stage: Stage): Promise<string> {
  const headers = { authorization: `Bearer ${await tokenOf(stage.h, stage.people["workspace owner"])}` };
  return (await made(stage.h.call("POST /scim/v2/Groups", { headers, json: { displayName: newName() } }))).id;
}

const newName = () => `team ${crypto.randomUUID()}`;
const newAddress = () => `${crypto.randomUUID()}@example.com`;
const onSpare = ({ spare }: Stage) => ({ params: { id: spare.user_id } });
const everything = { fresh: "everything" } as const;

export const INPUTS: Inputs = {
  "scim.token.list": plain({ with_cookie: true }),
  "scim.token.create": plain({ with_cookie: true, json: {} }),
  "scim.token.revoke": {
    make: async (stage) => {
      const as = stage.people["workspace owner"];
      const token = await made(stage.h.call("POST /api/scim/tokens", { as, with_cookie: true, json: {} }));
      return { params: { id: token.id }, with_cookie: true };
    },
  },
  "scim.log": plain(),
  "scim.config": asProvider(),
  "scim.resource_type.list": asProvider(),
  "scim.resource_type.get": asProvider(() => ({ params: { name: "User" } })),
  "scim.schema.list": asProvider(),
  "scim.schema.get": asProvider(() => ({ params: { urn: "urn:ietf:params:scim:schemas:core:2.0:User" } })),
  "scim.user.list": asProvider(),
  "scim.user.get": asProvider(onSpare),
  "scim.user.create": asProvider(() => ({ json: { userName: newAddress() } })),
  "scim.user.replace": asProvider((stage) => ({ ...onSpare(stage), json: { userName: stage.spare.email } })),
  "scim.user.patch": asProvider((stage) => ({
    ...onSpare(stage),
    json: { Operations: [{ op: "replace", path: "externalId", value: crypto.randomUUID() }] },
  })),
  "scim.user.delete": asProvider(onSpare, everything),
  "scim.group.list": asProvider(),
  "scim.group.get": asProvider(async (stage) => ({ params: { id: await groupOf(stage) } })),
  "scim.group.create": asProvider(() => ({ json: { displayName: newName() } })),
  "scim.group.replace": asProvider(async (stage) => ({
    params: { id: await groupOf(stage) },
    json: { displayName: newName() },
  })),
  "scim.group.patch": asProvider(async (stage) => ({
    params: { id: await groupOf(stage) },
    json: { Operations: [{ op: "replace", path: "displayName", value: newName() }] },
  })),
  "scim.group.delete": asProvider(async (stage) => ({ params: { id: await groupOf(stage) } })),
};
