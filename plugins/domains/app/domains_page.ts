// The page of a workspace's custom domains: how each stands, its records to copy, where links lead, and adding one.
import { type Html, html, isManager, pageScript } from "../../../kernel/plugin.ts";
import { planName } from "../../../kernel/ports/limits.ts";
import { type AnswerOf, type Asking, ask } from "../../app/port/ask.ts";
import { buttonFor, formFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { movedPage } from "../../app/port/moved.ts";
import { settingsPath } from "../../app/port/paths.ts";
import { screen } from "../../app/port/screen.ts";
import { settingsScreen } from "../../app/port/settings.ts";
import type { SettingsLine } from "../../app/port/slots.ts";
import { workspaceManager } from "../../members/port.ts";
import { operation } from "../../operation.ts";
import { servePageFile } from "../../pages.ts";
import { addDomain, chooseDomain, readDomains } from "../operations/domains.ts";
import { domainItem } from "./domain_item.ts";
import { domainWords } from "./words.ts";

const PATH = settingsPath("company/domains");
const SCRIPT_PATH = "/app/domains.js";

export const showDomainsPage = operation({
  id: "domain.page",
  route: `GET ${PATH}`,
  summary: "The workspace's custom domains, as a page",
  ...screen,
  permit: workspaceManager(),
  run: async (call) => {
    const words = domainWords(call);
    const listed = await ask(call, readDomains, {});
    const { domains, limit, notices } = listed;
    const isIssuing = domains.some(({ status }) => status === "issuing" || status === "dns_ok");
    const body = html`<div class="stack loose">${isIssuing && html`<p hidden data-issuing></p>`}
${notices.map((notice): Html => html`<p class="note warn">${icon("warn")}<span>${notice}</span></p>`)}
${limit === null || domains.length < limit ? addForm(call) : fullNote(call, listed)}
${linksPart(call, listed)}
${domains.length > 0 ? html`<ul class="stack" aria-label="${words.domains}">${domains.map((domain) => domainItem(call, domain))}</ul>` : html`<p class="soft">${words.none_told}</p>`}</div>`;
    return settingsScreen(call, { title: words.domains, told: words.told, body, scripts: [SCRIPT_PATH] });
  },
});

export const formerDomains = movedPage({ id: "domain.page.former", route: "GET /auth/domains", to: PATH });

export const readDomainsScript = servePageFile({
  id: "domain.script",
  route: `GET ${SCRIPT_PATH}`,
  summary: "The script of the page of custom domains",
  file: await pageScript(new URL("./issuing.ts", import.meta.url)),
});

export function domainSettingsLines(call: Asking): SettingsLine[] {
  if (!isManager(call.actor)) return [];
  return [{ group: "company", order: 40, href: PATH, icon: "globe", label: domainWords(call).domains }];
}

type Listed = AnswerOf<typeof readDomains>;

function addForm(call: Asking): Html {
  const words = domainWords(call);
  return formFor(
    call,
    addDomain,
    { done: words.added, label: words.add },
    ({ text }) =>
      html`${text("hostname", { label: words.host, hint: words.host_hint, required: true, maxlength: 300, autocomplete: "off", placeholder: "docs.example.com" })}<p class="line"><button class="btn primary">${words.add}</button></p>`,
  );
}

/** Names a plan where plans are sold, and says nothing of plans where they are not. */
function fullNote(call: Asking, { limit, plan }: Listed): Html {
  const words = domainWords(call);
  const pricing = call.runtime.plans.pricing_url;
  const said = pricing === null ? words.full(limit ?? 0) : words.full_on(planName(plan), limit ?? 0);
  return html`<p class="note">${icon("info")}<span>${said}${pricing !== null && html` <a href="${pricing}">${words.compare}</a>`}</span></p>`;
}

function linksPart(call: Asking, { link_host }: Listed): Html {
  const words = domainWords(call);
  const shared = call.runtime.config.content_url;
  return html`<section class="line far" aria-label="${words.where_links_lead}"><p>${words.links_begin} <strong dir="ltr">${link_host === null ? shared : `https://${link_host}`}</strong></p>${
    link_host !== null &&
    buttonFor(call, chooseDomain, {
      fixed: { domain_id: "" },
      button: words.use_instead(new URL(shared).host),
      done: words.chosen(new URL(shared).host),
    })
  }</section>`;
}
