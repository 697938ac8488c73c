// Inputs of the permission matrix for e-mail domains.
import { type Input, type Inputs, plain } from "../permission/input.ts";
import { made, type Stage } from "../permission/stage.ts";

/** An operation on a domain of the stage's workspace, whoever calls. */
function onDomain(): Input {
  return { make: async (stage) => ({ params: { id: await domainOf(stage) } }) };
}

async function domainOf({ h, people }: Stage): Promise<number> {
  const as = people["workspace owner"];
  const { domains } = await made(h.call("GET /api/email-domains", { as }));
  const json = { domain: "matrix.example" };
  return (domains[0] ?? (await made(h.call("POST /api/email-domains", { as, json })))).id;
}

export const INPUTS: Inputs = {
  "email_domain.list": plain(),
  "email_domain.add": { make: () => ({ json: { domain: `d${crypto.randomUUID().slice(0, 8)}.example` } }) },
  "email_domain.verify": onDomain(),
  "email_domain.remove": onDomain(),
};
