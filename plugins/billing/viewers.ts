// People of a viewer domain read what is open to a workspace's members, on the content host alone
// (rules: billing/viewers).
import { handle } from "../../kernel/plugin.ts";
import { outsiderHook } from "../content/port.ts";
import { domainOf } from "../email_domains/port.ts";
import { mayReadAlong } from "./store/viewer_domains.ts";

export const letViewersRead = handle(outsiderHook, async ({ sql, workspace_id, reader }) => {
  const domain = domainOf(reader.email);
  return domain !== null && (await mayReadAlong(sql, { workspace_id, domain, user_id: reader.user_id }));
});
