// Inputs of the permission matrix for shared roots and their access lists.
import { type Input, type Inputs, type Made, plain } from "../permission/input.ts";
import { made, type Stage } from "../permission/stage.ts";

const EVERYBODY = { subject_type: "workspace", level: "view" };

let roots = 0;

export const INPUTS: Inputs = {
  "root.list": plain(),
  "root.get": onRoot(),
  "root.create": { make: () => ({ json: { name: `Root ${++roots}` } }) },
  "root.update": onRoot(() => ({ json: { description: "Where plans lie" } })),
  "root.delete": { ...onRoot(() => ({ query: { force: "true" } })), fresh: "everything" },
  "root.deletion": onRoot(),
  "root.access.list": onRoot(),
  "root.access.grant": { ...onRoot(() => ({ json: { ...EVERYBODY, folder: "open" } })), fresh: "everything" },
  "root.access.inherit": onRoot(async (stage) => {
    await grantInRoot(stage);
    return { json: { folder: "apart" } };
  }),
  "root.access.leave": { ...onRoot(), fresh: "everything" },
  "root.access.preview": onRoot(() => ({ query: { subject_type: "workspace", folder: "open" } })),
  "root.page.list": plain({ with_cookie: true }),
  "root.page": onRoot(() => ({ with_cookie: true })),
  "root.page.review": onRoot(() => ({ with_cookie: true })),
  "root.access.review": onRoot(),
  "root.access.review.export": onRoot(),
  "root.access.revoke": onRoot(async (stage) => ({
    params: { root: stage.root.slug, grant_id: await grantInRoot(stage) },
  })),
};

function onRoot(rest: (stage: Stage) => Made | Promise<Made> = () => ({})): Input {
  return { make: async (stage) => ({ params: { root: stage.root.slug }, ...(await rest(stage)) }) };
}

/** An entry of a folder that nothing else of the matrix looks at. */
async function grantInRoot({ h, people, root, spare }: Stage): Promise<number> {
  const json = { subject_type: "user", subject: spare.email, level: "view", folder: "apart" };
  const as = people["root manager"];
  const list = await made(h.call(`POST /api/roots/${root.slug}/access`, { as, json }));
  return list.grants[0].id;
}
