// Where the references of a markdown source lead, found before it is rendered.
import type { House } from "../../kernel/mod.ts";
import type { Destinations } from "./render/render.ts";
import { findSlugs, findWorkspaceSlug, type Named } from "./store/aliases.ts";
import { findCandidates, hrefOf, keyOf } from "./wiki.ts";

/**
 * The addresses behind the references of a source, as the content host serves them. Whoever may read a page sees where its
 * references lead, and that is no more than `/x/` tells everybody.
 */
export async function findDestinations(
  house: Pick<House, "database" | "clock" | "config">,
  { source, workspace_id }: { source: string; workspace_id: number },
): Promise<Destinations> {
  const candidates = findCandidates(source);
  if (candidates.length === 0) return {};
  const { sql } = house.database;
  const named = candidates.flatMap(({ target }): Named[] => ("tag" in target ? [] : [target]));
  const foreign = candidates.some((one) => one.workspace !== null);
  const [slugs, own] = await Promise.all([
    findSlugs(sql, { workspace_id, named, now: house.clock.now() }),
    foreign ? findWorkspaceSlug(sql, workspace_id) : null,
  ]);
  const found = candidates.map((one): [string, string | null] => {
    if ("tag" in one.target) return [one.ref, tagHref(house.config.base_url, one.target.tag)];
    const slug = one.workspace === null || one.workspace === own ? slugs.get(keyOf(one) ?? "") : undefined;
    return [one.ref, slug === undefined ? null : hrefOf(`/d/${slug}/`, one.path)];
  });
  return Object.fromEntries(found);
}

/** Where the app lists what carries a tag. */
export function tagHref(baseUrl: string, tag: string): string {
  return `${baseUrl}/app?tag=${encodeURIComponent(tag)}`;
}
