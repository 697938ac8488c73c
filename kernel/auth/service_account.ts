// A program that acts for a whole workspace by a credential of the workspace's own, such as a provisioner:
// nobody's account.
import type { Via } from "../http/request.ts";
import type { Actor } from "./actor.ts";

export interface ServiceAccount {
  /** What the audit log calls it, such as `scim:acme`. */
  name: string;
  workspace: Actor["workspace"];
  via: Via;
}
