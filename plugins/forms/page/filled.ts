// Puts into a form's page what its reader needs to answer: where to, by which ticket, and the script that does it.
import { LRUCache } from "lru-cache";
import { html, rendered, writeHtml } from "../../../kernel/plugin.ts";
import type { Config } from "../browser/config.ts";
import { fillPage } from "./placeholders.ts";
import { type FormScript, formScript } from "./script.ts";

/** What is put in at the places that a page has. */
interface Marks {
  action: string;
  token: string;
  head: string;
}

/** Stand for what differs between readers while a page is taken apart; no page that somebody wrote holds them. */
const MARKS: Marks = {
  action: `action-${crypto.randomUUID()}`,
  token: `token-${crypto.randomUUID()}`,
  head: `<!--head-${crypto.randomUUID()}-->`,
};
const CUT = new RegExp(`(${MARKS.action}|${MARKS.token}|${MARKS.head})`);

const KEPT_CHARS_MAX = 16 * 1024 * 1024;

/** Pages in parts, the odd ones of which are filled in; a page is read once for all its readers. */
const kept = new LRUCache<string, readonly string[]>({
  maxSize: KEPT_CHARS_MAX,
  sizeCalculation: (parts) => parts.reduce((sum, part) => sum + part.length, 1),
});

/** The page for one reader. `key` names the bytes of `page`, which is read when it was not seen before. */
export async function filledPage(
  { key, page }: { key: string; page: () => Promise<string> | string },
  { config, token, with_script }: { config: Config; token: string; with_script: boolean },
): Promise<string> {
  const parts = kept.get(key) ?? fillPage(await page(), MARKS).split(CUT);
  kept.set(key, parts);
  const head = with_script ? headOf(await formScript(), config) : "";
  const values: Readonly<Record<string, string>> = {
    [MARKS.action]: config.submit,
    [MARKS.token]: token,
    [MARKS.head]: head,
  };
  return parts.map((part, at) => (at % 2 === 1 ? (values[part] ?? part) : part)).join("");
}

function headOf({ text }: FormScript, config: Config): string {
  return writeHtml(html`<script data-config="${JSON.stringify(config)}">${rendered(text)}</script>`);
}

/** What the page that the service makes may do: run our script, and reach nothing but its own form. */
export function madePolicy(
  script: FormScript,
  {
    style_hash,
    origin,
    frame_script,
    slug,
  }: { style_hash: string; origin: string; frame_script: string; slug: string },
): string {
  const own = `${origin}/d/${slug}/`;
  return [
    "default-src 'none'",
    `script-src 'sha256-${script.hash}' ${origin}${frame_script}`,
    `style-src 'sha256-${style_hash}'`,
    `img-src ${own}`,
    `media-src ${own}`,
    `connect-src ${own}`,
    `form-action ${own}`,
    "base-uri 'none'",
  ].join("; ");
}
