// Retention: people are warned before a document expires, and keep it by one click in that mail.
import { handle, noticeKindsHook, notify, type Plugin } from "../../kernel/plugin.ts";
import { keepByLink, showKeepLink } from "./operations.ts";
import { EXPIRING, EXPIRING_KIND, tellExpiring, warningJobs } from "./warning.ts";

export const retention: Plugin = {
  name: "retention",
  lends: [EXPIRING],
  operations: [showKeepLink, keepByLink],
  on: [notify(EXPIRING, "tell", tellExpiring)],
  handles: () => [handle(noticeKindsHook, () => [EXPIRING_KIND])],
  jobs: warningJobs,
};
