// Giving up what one was given oneself in a root (rules: sharing/giving_up).
import { refuse, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { giveUp, listNaming, parseFolder, sharedRoot } from "../../places/port.ts";
import { grantMeta, noteOf } from "../lists.ts";
import { root } from "../schemas.ts";

export const leaveRoot = operation({
  id: "root.access.leave",
  route: "DELETE /api/roots/{root}/access/me",
  tool: {
    name: "leave_root",
    wording: "Give up your own access to a shared root, or to one folder of it.",
    destructive: true,
  },
  summary: "Give up your access to a root",
  description:
    "Ends the entries that name you: with `folder` those of its own list, else those of every list of the root. What a group or the workspace was given stays, and so does managing the root.",
  params: t.Object({ root }),
  query: t.Object({
    folder: t.Optional(
      t.String({ maxLength: 1024, description: 'One folder\'s own list; "" is the top. Left out, all of them.' }),
    ),
  }),
  output: t.Object({
    root: t.String(),
    left: t.Integer({ description: "Entries that have ended." }),
  }),
  rules: ({ query }) => {
    if (query.folder) parseFolder(query.folder);
  },
  permit: ({ params }) => sharedRoot(params.root),
  connection_limit: "places",
  opens: null,
  audit: "access.leave",
  refuses: [409],
  run: async (call, { query }) => {
    const { sql, actor, subject, now, note } = call;
    const { root_id, workspace_id, slug, name } = subject;
    const path = query.folder === undefined ? null : parseFolder(query.folder);
    const named = await listNaming(sql, actor, { root_id });
    const grants = named.filter((grant) => path === null || grant.folder === path);
    if (grants.length === 0) {
      const where = path === null ? `"${name}"` : path === "" ? `the top of "${name}"` : `folder "${path}"`;
      throw refuse.conflict(`no entry of ${where} names you, so there is nothing of yours to give up`);
    }
    await giveUp(sql, { workspace_id, grant_ids: grants.map((grant) => grant.grant_id), narrowing: false, now });
    for (const grant of grants) {
      note("access.leave", noteOf({ root: subject, path: grant.folder ?? "" }, grantMeta(grant)));
    }
    return { root: slug, left: grants.length };
  },
});
