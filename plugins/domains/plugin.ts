// Custom domains: host names of workspaces' own, under which their documents are given out.

import { handle, noticeKindsHook, type Plugin, provide } from "../../kernel/plugin.ts";
import { handoverHook } from "../../kernel/ports/auth.ts";
import { contentHostsHook } from "../../kernel/ports/http.ts";
import { domainNamesHook, planNoticesHook } from "../../kernel/ports/plugin.ts";
import { settingsHook } from "../app/port/slots.ts";
import { ordersCertificates, REST_MS_MAX, settledHook } from "../certificates/port.ts";
import { ownHostsHook } from "../content/port.ts";
import { acmeDriver } from "./acme.ts";
import { domainSettingsLines, formerDomains, readDomainsScript, showDomainsPage } from "./app/domains_page.ts";
import { caddyDriver } from "./caddy.ts";
import { driverPort } from "./driver.ts";
import { endWithWorkspace } from "./ending.ts";
import { createHandover } from "./handing_over.ts";
import { knowDomains, knownPort } from "./known.ts";
import { DOMAIN_KINDS, domainListeners } from "./notices.ts";
import { addDomain, chooseDomain, readDomains, removeDomain, verifyDomain } from "./operations/domains.ts";
import { answerProbe } from "./operations/probe.ts";
import { PROBE_PATH } from "./probing.ts";
import { domainJobs, tryNow } from "./provisioning.ts";
import { excessOf } from "./schemas.ts";
import { domainSettings, probedOutside } from "./settings.ts";
import { listDomains } from "./store/domains.ts";

export const domains: Plugin = {
  name: "domains",
  settings: domainSettings,
  operations: [
    readDomains,
    addDomain,
    verifyDomain,
    chooseDomain,
    removeDomain,
    answerProbe,
    showDomainsPage,
    formerDomains,
    readDomainsScript,
  ],
  provides: (runtime) => [
    provide(knownPort, knowDomains(runtime)),
    provide(driverPort, ordersCertificates(runtime) ? acmeDriver(runtime) : caddyDriver),
  ],
  handles: (runtime) => [
    handle(contentHostsHook, () => runtime.use(knownPort)),
    handle(domainNamesHook, () => ({
      ...runtime.use(knownPort),
      probe_path: PROBE_PATH,
      // Where the server ends TLS itself nobody has to ask, and everybody reaches the port.
      is_asked_by_proxies: !ordersCertificates(runtime),
    })),
    handle(handoverHook, createHandover(runtime)),
    handle(settingsHook, domainSettingsLines),
    handle(noticeKindsHook, () => DOMAIN_KINDS),
    handle(planNoticesHook, async ({ sql, workspace_id, plan }) =>
      excessOf(runtime, { plan, count: (await listDomains(sql, workspace_id)).length }),
    ),
    ...endWithWorkspace(runtime),
    handle(ownHostsHook, async ({ sql, workspace_id }) =>
      (await listDomains(sql, workspace_id)).map(({ domain_id, hostname, status }) => ({
        domain_id,
        hostname,
        is_active: status === "active",
      })),
    ),
    handle(settledHook, ({ hostname }) => tryNow(runtime, hostname)),
  ],
  on: domainListeners,
  jobs: domainJobs,
  // What probes cannot do without is read before it is needed.
  check: (runtime) => void probedOutside(runtime),
  ready: (runtime) => runtime.use(knownPort).load(),
  times: [
    { table: "custom_domains", column: "next_try_at", ahead_ms: REST_MS_MAX },
    { table: "custom_domains", column: "checked_at", ahead_ms: 0 },
  ],
  migrations: new URL("./migrations/", import.meta.url),
};
