// One custom domain on its page: how it stands, the records that it needs, and what is done with it.
import { type Html, html } from "../../../kernel/plugin.ts";
import type { AnswerOf, Asking } from "../../app/port/ask.ts";
import { askFirst } from "../../app/port/ask_first.ts";
import { copyBox } from "../../app/port/copy_box.ts";
import { buttonFor } from "../../app/port/form.ts";
import { icon } from "../../app/port/icons.ts";
import { sentenceOf } from "../../app/port/refused.ts";
import { when } from "../../app/port/when.ts";
import { chooseDomain, type readDomains, removeDomain, verifyDomain } from "../operations/domains.ts";
import { domainWords } from "./words.ts";

type Domain = AnswerOf<typeof readDomains>["domains"][number];

const LOOKS = {
  pending: "chip warn",
  issuing: "chip",
  dns_ok: "chip",
  active: "chip good",
  error: "chip bad",
} as const;

export function domainItem(call: Asking, domain: Domain): Html {
  const words = domainWords(call);
  const { id, hostname, status, error, is_default, signs_in, last_checked_at } = domain;
  const isServed = status === "active";
  const records = recordsOf(call, domain);
  return html`<li class="card stack tight" aria-labelledby="domain-${id}"><div class="line far"><h2 id="domain-${id}" dir="ltr">${hostname}</h2><span class="line"><span class="${LOOKS[status]}">${words[status]}</span>${is_default && html`<span class="chip">${words.for_links}</span>`}</span></div>
<p class="soft">${words[`${status}_told`]}${last_checked_at !== null && html` ${words.looked} ${when(call, last_checked_at)}.`}</p>
${error !== null && html`<p class="note ${isServed ? "warn" : "bad"}">${icon("warn")}<span>${sentenceOf(error)}</span></p>`}
${isServed && !signs_in && html`<p class="note warn">${icon("warn")}<span>${words.unconfirmed}</span></p>`}
${isServed ? html`<details class="fold"><summary>${icon("right", "turn")}${words.records}</summary>${records}</details>` : records}
<div class="line">${buttonFor(call, verifyDomain, { fixed: { domain_id: id }, button: words.check, kind: status === "pending" ? "btn primary" : "btn", name: words.check_of(hostname), done: words.checked(hostname) })}${isServed && !is_default && buttonFor(call, chooseDomain, { fixed: { domain_id: id }, button: words.use, kind: "btn", name: words.use_of(hostname), done: words.chosen(hostname) })}${askFirst(
    {
      open: words.remove,
      name: words.remove_of(hostname),
      told: words.remove_told(hostname),
      form: buttonFor(call, removeDomain, {
        fixed: { domain_id: id },
        button: words.remove_it(hostname),
        kind: "btn danger",
        done: words.removed(hostname),
      }),
    },
  )}</div></li>`;
}

/** Each record to be copied, by hand too. */
function recordsOf(call: Asking, { hostname, records }: Domain): Html {
  const words = domainWords(call);
  const { copy, copied } = words;
  return html`<table class="data fold-down"><caption class="only">${words.records_of(hostname)}</caption><thead><tr><th scope="col">${words.type}</th><th scope="col">${words.name}</th><th scope="col">${words.value}</th></tr></thead><tbody>${records.map(
    ({ type, name, value }) =>
      html`<tr><td data-label="${words.type}">${type}</td><td data-label="${words.name}">${copyBox({ text: name, label: words.name_of(type), copy, copied })}</td><td data-label="${words.value}">${copyBox({ text: value, label: words.value_of(type), copy, copied })}</td></tr>`,
  )}</tbody></table>`;
}
