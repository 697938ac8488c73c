// Certificates: TLS ended by the server itself, with certificates from an ACME authority for its own hosts and for custom domains.
import type { Plugin } from "../../kernel/mod.ts";
import { authorityOf, isIssuing, orderJobs } from "./ordering.ts";
import { fillTls } from "./served.ts";
import { certificateSettings } from "./settings.ts";

export const certificates: Plugin = {
  name: "certificates",
  settings: certificateSettings,
  operations: [],
  fills: (house) => [fillTls(house)],
  jobs: orderJobs,
  // A file that holds no authorities is told at the start, not with the first order.
  check: (house) => void (isIssuing(house) && authorityOf(house)),
  migrations: new URL("./migrations/", import.meta.url),
};
