// The page of custom domains and what its forms do; under /auth, where a form from another origin is refused.
import { answerPage, seeOther, sessionOnly, t } from "../../../kernel/plugin.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { pageForm, servePageFile, signedInPage } from "../../pages.ts";
import { look } from "../applying.ts";
import { add, choose, managedDomain, prepareDomain, remove, verify } from "../changing.ts";
import { readHostname } from "../hostname.ts";
import { domainsScript, domainsStyle, PAGE_PATH } from "../pages/assets.ts";
import { domainsPage } from "../pages/domains_page.ts";
import { Hostname, showDomains } from "../schemas.ts";
import { VERIFY_AUDIT } from "./domains.ts";

const manager = workspaceManager();
const pathId = t.Object({ domain_id: t.Id({ description: "The domain." }) });
const byHand = sessionOnly("change domains here");

export const showDomainsPage = operation({
  id: "domain.page",
  route: "GET /auth/domains",
  summary: "The workspace's custom domains, as a page",
  ...signedInPage,
  permit: manager,
  async run({ subject: actor, sql, runtime }) {
    const shown = await showDomains(sql, { runtime, workspace_id: actor.workspace.id });
    const page = domainsPage({ actor, shown, shared: runtime.config.content_url, pricing: runtime.plans.pricing_url });
    return answerPage(page, { holds_no_secret: true });
  },
});

export const sendDomain = operation({
  id: "domain.page.add",
  route: "POST /auth/domains",
  summary: "Registers a host name from the page",
  form: t.Object({ hostname: Hostname }),
  ...pageForm,
  permit: () => [manager, byHand],
  gate: "custom_domains",
  quota: "domain_check",
  decides: "sign-in",
  opens: null,
  audit: "domain.add",
  refuses: [402, 409],
  rules: ({ form: { hostname } }) => void readHostname(hostname, { own: [] }),
  prepare: (call, { form: { hostname } }) => prepareDomain(call, { workspace_id: call.subject.workspace.id, hostname }),
  async run(call, _input, prepared) {
    await add(call, prepared);
    return seeOther(PAGE_PATH);
  },
});

export const sendVerify = operation({
  id: "domain.page.verify",
  route: "POST /auth/domains/{domain_id}/verify",
  summary: "Looks for a domain's records from the page",
  params: pathId,
  ...pageForm,
  permit: () => [managedDomain(), byHand],
  quota: "domain_check",
  decides: "sign-in",
  opens: null,
  audit: VERIFY_AUDIT,
  refuses: [402, 409],
  prepare: ({ runtime, subject }) => look(runtime, subject),
  async run(call, _input, seen) {
    await verify(call, { row: call.subject, seen });
    return seeOther(PAGE_PATH);
  },
});

export const sendChoice = operation({
  id: "domain.page.default",
  route: "POST /auth/domains/default",
  summary: "Chooses from the page where links lead",
  form: t.Object({
    domain_id: t.Optional(t.Id({ description: "An active domain's; without it the shared host." })),
  }),
  ...pageForm,
  permit: () => [manager, byHand],
  decides: "sign-in",
  opens: null,
  audit: "domain.default",
  refuses: [400, 404],
  async run(call, { form: { domain_id = null } }) {
    await choose(call, { workspace_id: call.subject.workspace.id, domain_id });
    return seeOther(PAGE_PATH);
  },
});

export const sendRemoval = operation({
  id: "domain.page.remove",
  route: "POST /auth/domains/{domain_id}/remove",
  summary: "Removes a domain from the page",
  params: pathId,
  ...pageForm,
  permit: () => [managedDomain(), byHand],
  decides: "sign-in",
  opens: null,
  audit: "domain.remove",
  async run(call) {
    await remove(call, call.subject);
    return seeOther(PAGE_PATH);
  },
});

export const readDomainsStyle = servePageFile({
  id: "domain.style",
  route: "GET /auth/pages/domains.css",
  summary: "The stylesheet of the page of custom domains",
  file: domainsStyle,
});

export const readDomainsScript = servePageFile({
  id: "domain.script",
  route: "GET /auth/pages/domains.js",
  summary: "The script of the page of custom domains",
  file: domainsScript,
});
