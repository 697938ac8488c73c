// To which hosts of documents the button of a sign-in may lead.
import type { Runtime } from "../../kernel/plugin.ts";

/**
 * The button may lead on to where documents are read, and browsers hold a form's redirects against its policy too: the shared
 * content host, and the domain that sent its reader here.
 */
export function readersOrigins({ config, contentHosts }: Runtime, next_path: string): string[] {
  const asking = contentHosts.named(new URL(next_path, config.base_url).searchParams.get("host") ?? "");
  return [...new Set([config.content_url, ...(asking ? [asking.origin] : [])])];
}
