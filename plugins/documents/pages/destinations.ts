// Where the references of a markdown source lead, found before it is rendered.
import type { Actor, House, Sql } from "../../../kernel/mod.ts";
import type { Destinations } from "../../rendering/port.ts";
import { findCandidates, hrefOf, keyOf } from "../../rendering/port.ts";
import { findNamed, findSlugs, findWorkspaceSlug, type Named } from "../store/aliases.ts";

/**
 * The addresses behind the references of a source, as the content host serves them: of what is rendered for a `reader` those that
 * they may open. A page is kept for all its readers, who see where its references lead, and that is no more than `/x/` tells
 * everybody.
 */
export async function findDestinations(
  house: Pick<House, "database" | "clock" | "config">,
  { source, ...by }: { source: string } & ({ workspace_id: number } | { reader: Actor }),
): Promise<Destinations> {
  const candidates = findCandidates(source);
  if (candidates.length === 0) return {};
  const { sql } = house.database;
  const named = candidates.flatMap(({ target }): Named[] => ("tag" in target ? [] : [target]));
  const workspace_id = "reader" in by ? by.reader.workspace.id : by.workspace_id;
  const foreign = candidates.some((one) => one.workspace !== null);
  const [slugs, own] = await Promise.all([
    "reader" in by
      ? findOpenSlugs(sql, { actor: by.reader, named, now: house.clock.now() })
      : findSlugs(sql, { workspace_id, named, now: house.clock.now() }),
    foreign ? findWorkspaceSlug(sql, workspace_id) : null,
  ]);
  const found = candidates.map((one): [string, string | null] => {
    if ("tag" in one.target) return [one.ref, tagHref(house.config.base_url, one.target.tag)];
    const slug = one.workspace === null || one.workspace === own ? slugs.get(keyOf(one) ?? "") : undefined;
    return [one.ref, slug === undefined ? null : hrefOf(`/d/${slug}/`, one.path)];
  });
  return Object.fromEntries(found);
}

async function findOpenSlugs(sql: Sql, by: Parameters<typeof findNamed>[1]): Promise<Map<string, string>> {
  const found = await findNamed(sql, by);
  return new Map([...found].map(([key, { slug }]) => [key, slug]));
}

/** Where the app lists what carries a tag. */
export function tagHref(baseUrl: string, tag: string): string {
  return `${baseUrl}/app?tag=${encodeURIComponent(tag)}`;
}
