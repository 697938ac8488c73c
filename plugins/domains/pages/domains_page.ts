// The page of a workspace's custom domains:
// how each stands, its records to copy, and the buttons that check, choose and remove.
import { type Actor, type Html, html, type Page, type Static } from "../../../kernel/plugin.ts";
import { pageFor } from "../../pages.ts";
import type { CustomDomain, CustomDomains } from "../schemas.ts";
import { PAGE_PATH, SCRIPT_PATH, STYLE_PATH } from "./assets.ts";

type Shown = Static<typeof CustomDomains>;
type Domain = Static<typeof CustomDomain>;

const MARKS: Readonly<Record<Domain["status"], { words: string; look: string; said: string }>> = {
  pending: {
    words: "Waiting for its records",
    look: "",
    said: "Set both records where the DNS of your domain is kept, then check.",
  },
  issuing: {
    words: "Getting its certificate",
    look: "",
    said: "The records are there. This takes a minute or two, and the page looks again by itself.",
  },
  dns_ok: {
    words: "Certificate has to wait",
    look: "",
    said: "The records are there. The certificate is tried for again by itself.",
  },
  active: { words: "Active", look: "good", said: "" },
  error: { words: "Not served", look: "bad", said: "It is looked at hourly, and comes back by itself." },
};

export function domainsPage(of: { actor: Actor; shown: Shown; shared: string; pricing: string | null }): Page {
  const { actor, shown, shared, pricing } = of;
  const { domains, limit, link_host, notices } = shown;
  const isIssuing = domains.some(({ status }) => status === "issuing" || status === "dns_ok");
  return {
    title: "Custom domains",
    ...pageFor(actor, STYLE_PATH),
    scripts: [SCRIPT_PATH],
    body: html`
    <h1>Custom domains</h1>
    <p class="soft">Host names of your own, under which documents of <bdi>${actor.workspace.name}</bdi> are given out.</p>
    <p class="hidden" role="status" data-status></p>
    ${isIssuing && html`<p class="hidden" data-issuing></p>`}
    ${notices.map((notice): Html => html`<p class="notice">${notice}</p>`)}
    <section class="card links" aria-label="Where links lead"><p>New links begin with <strong>${link_host === null ? shared : `https://${link_host}`}</strong>.</p>
      ${link_host !== null && html`<form method="post" action="${PAGE_PATH}/default"><button class="plain">Use ${new URL(shared).host} instead</button></form>`}
    </section>
    ${domains.length > 0 && html`<ul class="domains">${domains.map(domainItem)}</ul>`}
    ${limit === null || domains.length < limit ? addForm() : fullNote({ limit, plan: shown.plan, pricing })}
    <p class="fine"><a href="/app">To your documents</a></p>`,
  };
}

function domainItem(domain: Domain): Html {
  const { id, hostname, status, error, is_default, signs_in, records } = domain;
  const { words, look, said } = MARKS[status];
  const isServed = status === "active";
  const table = html`
      <div class="records" role="region" aria-label="DNS records of ${hostname}" tabindex="0">
      <table>
        <thead><tr><th scope="col">Type</th><th scope="col">Name</th><th scope="col">Value</th></tr></thead>
        <tbody>${records.map(recordRow)}</tbody>
      </table></div>`;
  return html`
    <li><article class="card" aria-labelledby="domain-${id}">
      <h2 id="domain-${id}"><bdi>${hostname}</bdi> <span class="mark ${look}">${words}</span>${is_default && html` <span class="mark">For links</span>`}</h2>
      ${said !== "" && html`<p class="soft">${said}</p>`}
      ${error !== null && html`<p class="notice ${isServed ? "" : "bad"}">${error}.</p>`}
      ${isServed && !signs_in && html`<p class="notice">Nobody is signed in here yet: a program set this domain up. Check it now to say that it is meant.</p>`}
      ${isServed ? html`<details><summary>DNS records of ${hostname}</summary>${table}</details>` : table}
      <div class="do">
        <form method="post" action="${PAGE_PATH}/${id}/verify"><button class="${status === "pending" ? "" : "plain"}">Check now<span class="hidden"> ${hostname}</span></button></form>
        ${
          isServed &&
          !is_default &&
          html`<form method="post" action="${PAGE_PATH}/default"><input type="hidden" name="domain_id" value="${id}"><button class="plain">Use for links<span class="hidden"> ${hostname}</span></button></form>`
        }
        <details class="remove"><summary>Remove<span class="hidden"> ${hostname}</span></summary>
          <p>Links that begin with https://${hostname} lead nowhere afterwards.</p>
          <form method="post" action="${PAGE_PATH}/${id}/remove"><button class="plain">Remove ${hostname}</button></form>
        </details>
      </div>
    </article></li>`;
}

function recordRow({ type, name, value }: Domain["records"][number]): Html {
  return html`<tr><td data-name="Type">${type}</td>${cell("Name", { text: name, of: type })}${cell("Value", { text: value, of: type })}</tr>`;
}

/** Without script there is nothing to copy with. */
function cell(name: string, { text, of }: { text: string; of: string }): Html {
  return html`<td data-name="${name}"><code>${text}</code> <button type="button" class="plain small" data-copy="${text}" hidden>Copy<span class="hidden"> the ${name.toLowerCase()} of the ${of} record</span></button></td>`;
}

function addForm(): Html {
  return html`
    <section class="card add" aria-labelledby="add"><h2 id="add">Add a domain</h2>
      <form method="post" action="${PAGE_PATH}">
        <label class="field"><span>Host name</span><input name="hostname" required maxlength="300" placeholder="docs.example.com" autocapitalize="none" autocomplete="off" spellcheck="false"><small>A name below a domain of yours, such as docs.example.com.</small></label>
        <button>Add</button>
      </form>
    </section>`;
}

function fullNote({ limit, plan, pricing }: { limit: number; plan: string; pricing: string | null }): Html {
  const carried = limit === 0 ? "no custom domains" : limit === 1 ? "1 custom domain" : `${limit} custom domains`;
  return html`<p class="card add">The ${plan.charAt(0).toUpperCase() + plan.slice(1)} plan carries ${carried}.${pricing !== null && html` <a href="${pricing}">Compare the plans</a>`}</p>`;
}
