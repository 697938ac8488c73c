// People of a viewer domain read what is open to a workspace's members, on the content host alone (rules: billing 5).
import { fill } from "../../kernel/mod.ts";
import { outsiderSlot } from "../content/port.ts";
import { domainOf } from "./mail_domains.ts";
import { mayReadAlong } from "./store/viewer_domains.ts";

export const letViewersRead = fill(outsiderSlot, ({ sql, workspace_id, reader }) =>
  mayReadAlong(sql, { workspace_id, domain: domainOf(reader.email) }),
);
