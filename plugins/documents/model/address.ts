// The public address of a document: the one place that builds it, on the domain of its workspace or the shared host.
import type { Runtime } from "../../../kernel/plugin.ts";

/**
 * Where a document is given out as of now. A domain that is withdrawn takes none of its documents along: from then on the shared
 * host is given out, which serves every document at the same path whatever its workspace gives out (rules: content/own_domain).
 */
export function documentAddress(
  { contentHosts }: Pick<Runtime, "contentHosts">,
  { workspace_id, slug }: { workspace_id: number; slug: string },
): string {
  return `${contentHosts.originOf(workspace_id)}/d/${slug}/`;
}
