// E-mail domains: which ones a workspace has proven to be its own, for whatever takes over accounts within them.
import { handle, noticeKindsHook, type Plugin } from "../../kernel/plugin.ts";
import { confirmableHook } from "../confirmations/port.ts";
import { domainConfirmable } from "./confirming.ts";
import { addEmailDomain, readEmailDomains, removeEmailDomain, verifyEmailDomain } from "./operations/email_domains.ts";
import { DOMAIN_KINDS, domainListeners, NOTICES, recheckJob } from "./rechecking.ts";

export const email_domains: Plugin = {
  name: "email_domains",
  operations: [readEmailDomains, addEmailDomain, verifyEmailDomain, removeEmailDomain],
  // Whoever confirms a proof notes it as finding it does.
  lends: [...NOTICES, "email_domain.prove"],
  on: domainListeners,
  handles: (runtime) => [
    handle(noticeKindsHook, () => DOMAIN_KINDS),
    handle(confirmableHook, () => domainConfirmable(runtime)),
  ],
  jobs: (runtime) => [recheckJob(runtime)],
  times: [{ table: "email_domains", column: "checked_at", ahead_ms: 0 }],
  migrations: new URL("./migrations/", import.meta.url),
};
