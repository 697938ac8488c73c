// What changed on a public site, the latest first, as a feed (Atom, RFC 4287).
import { html, refuse } from "../../../kernel/plugin.ts";
import type { MadeAnswer } from "../answers/answers.ts";
import type { Site } from "../model/site.ts";
import type { Visit } from "../serve.ts";
import { xmlAnswer } from "./maps.ts";

const ENTRIES_MAX = 50;

/** Throws the neutral 404 where there is nothing for everybody. */
export function feedOf({ visitor }: Pick<Visit, "visitor">, site: Site): MadeAnswer {
  const open = site.pages.filter((page) => page.is_public);
  const latest = open.toSorted((a, b) => b.updated_at.getTime() - a.updated_at.getTime()).slice(0, ENTRIES_MAX);
  const [newest] = latest;
  if (!newest) throw refuse.notFound("not found");
  const home = new URL(site.home, visitor.origin).href;
  const entries = latest.map(
    ({ doc_id, title, href, updated_at, description }) =>
      // The id leads there too, and stays the same when the page gets another alias or folder (RFC 4287, 4.2.6).
      html`<entry><title>${title}</title><id>${new URL(site.base + doc_id, visitor.origin).href}</id><link href="${new URL(href, visitor.origin).href}"/><updated>${updated_at.toISOString()}</updated>${description && html`<summary>${description}</summary>`}</entry>\n`,
  );
  const markup = html`<feed xmlns="http://www.w3.org/2005/Atom"><title>${site.title}</title>${site.tagline && html`<subtitle>${site.tagline}</subtitle>`}<id>${home}</id><link href="${home}"/><link rel="self" href="${new URL(`${site.base}feed.xml`, visitor.origin).href}"/><updated>${newest.updated_at.toISOString()}</updated><author><name>${site.title}</name></author>\n${entries}</feed>\n`;
  return xmlAnswer(site, { markup, content_type: "application/atom+xml; charset=utf-8" });
}
