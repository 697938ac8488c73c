// Inputs of the permission matrix for custom domains.
import { type Input, type Inputs, plain } from "../permission/input.ts";
import { made, type Stage } from "../permission/stage.ts";

/** An operation on a domain of the stage's workspace, whoever calls. */
function onDomain(): Input {
  return { make: async (stage) => ({ params: { domain_id: await domainOf(stage) } }) };
}

async function domainOf({ h, people }: Stage): Promise<number> {
  const as = people["workspace owner"];
  const { domains } = await made(h.call("GET /api/domains", { as }));
  // Each stage has a workspace of its own, and a name is one workspace's.
  const json = { hostname: `docs${as.workspace_id}.matrix.example` };
  return (domains[0] ?? (await made(h.call("POST /api/domains", { as, json }))).domains[0]).id;
}

export const INPUTS: Inputs = {
  "domain.list": plain(),
  "domain.add": { make: () => ({ json: { hostname: `d${crypto.randomUUID().slice(0, 8)}.matrix.example` } }) },
  "domain.verify": onDomain(),
  "domain.default": plain({ json: { domain_id: null } }),
  "domain.remove": onDomain(),
  "domain.page": plain({ with_cookie: true }),
  "domain.page.former": plain(),
  "domain.script": plain(),
  "domain.probe": plain({ params: { nonce: "0123456789abcdef" } }),
};
