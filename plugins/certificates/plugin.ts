// Certificates: TLS ended by the server itself,
// with certificates from an ACME authority for its own hosts and for custom domains.
import type { Plugin } from "../../kernel/plugin.ts";
import { LEASE_MS } from "./held_order.ts";
import { authorityOf, isIssuing, orderJobs } from "./ordering.ts";
import { refuseSharedPorts } from "./ports.ts";
import { fillTls } from "./served.ts";
import { certificateSettings } from "./settings.ts";
import { REST_MS_MAX } from "./store/certificates.ts";

export const certificates: Plugin = {
  name: "certificates",
  settings: certificateSettings,
  operations: [],
  handles: (runtime) => [fillTls(runtime)],
  jobs: orderJobs,
  check: (runtime) => {
    if (!isIssuing(runtime)) return;
    refuseSharedPorts(runtime);
    // A file that holds no authorities is told at the start, not with the first order.
    authorityOf(runtime);
  },
  times: [
    { table: "certificates", column: "lease_until", ahead_ms: LEASE_MS },
    { table: "acme_accounts", column: "paused_until", ahead_ms: REST_MS_MAX },
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
