// The folders of somebody's My documents on their way into somebody else's, with their lists, settings and shortcuts.
import { firstCharacters, type Sql } from "../../../kernel/plugin.ts";
import { manifest } from "../../manifest.ts";
import { isSegment, segmentFor } from "../paths.ts";
import { setPaths } from "./folder_moves.ts";
import { ensurePlace } from "./places.ts";

const LEVELS_MAX = manifest.caps.folder_levels;
const CHARS_MAX = manifest.caps.folder_path_chars;

export interface HandedTree {
  workspace_id: number;
  from: { user_id: number; name: string | null; email: string };
  to_user_id: number;
}

/**
 * Takes every folder of a person's My documents below one new folder of the receiver's, or beside it where the path would grow too
 * long for that. The person's top stays theirs. Answers the new folder, into which what lay at the top goes. In a transaction, which
 * holds the documents in question.
 */
export async function handOverTree(sql: Sql, handed: HandedTree): Promise<{ place_id: number; folder: string }> {
  const { workspace_id, from, to_user_id } = handed;
  await ensurePlace(sql, { workspace_id, root: null, owner_id: to_user_id, path: "" });
  // Both trees by their tops, in one order, so that no folder is made in either meanwhile.
  await sql`
    select 1 from places where owner_id = any(${[from.user_id, to_user_id]}::bigint[]) and root_id is null and path = ''
    order by place_id for update`;
  const taken = new Set(await listTopSegments(sql, to_user_id));
  const name = firstCharacters(segmentFor(from.name?.trim() || from.email.split("@")[0] || ""), 40);
  const folder = freeSegment([`${segmentFor(name)} - handed over`], taken);
  const place_id = await ensurePlace(sql, { workspace_id, root: null, owner_id: to_user_id, path: folder });
  taken.add(folder.toLowerCase());
  const rows = await sql<{ place_id: number; path: string }[]>`
    select place_id, path from places where owner_id = ${from.user_id} and root_id is null and path <> ''
      and workspace_id = ${workspace_id} order by place_id for update`;
  if (rows.length === 0) return { place_id, folder };
  const paths = pathsUnder(folder, { rows, taken });
  await sql`
    update places set owner_id = ${to_user_id}, path = '///' || place_id
    where place_id = any(${rows.map((row) => row.place_id)}::bigint[]) and workspace_id = ${workspace_id}`;
  await setPaths(sql, { tree: { workspace_id, root: null, owner_id: to_user_id }, paths, under: "" });
  return { place_id, folder };
}

async function listTopSegments(sql: Sql, userId: number): Promise<string[]> {
  const rows = await sql<{ segment: string }[]>`
    select distinct lower(split_part(path, '/', 1)) as segment from places
    where owner_id = ${userId} and root_id is null and path <> ''`;
  return rows.map((row) => row.segment);
}

/** Every folder's new path: all of one top folder go the same way. */
function pathsUnder(
  folder: string,
  { rows, taken }: { rows: readonly { place_id: number; path: string }[]; taken: Set<string> },
): Map<number, string> {
  const paths = new Map<number, string>();
  for (const [segment, group] of Map.groupBy(rows, (row) => row.path.split("/")[0] ?? "")) {
    const levels = Math.max(...group.map((row) => row.path.split("/").length));
    const chars = Math.max(...group.map((row) => row.path.length));
    const isNested = levels < LEVELS_MAX && chars + folder.length + 1 <= CHARS_MAX;
    const head = isNested ? `${folder}/${segment}` : freeSegment([`${folder} - ${segment}`, segment], taken);
    if (!isNested) taken.add(head.toLowerCase());
    for (const row of group) paths.set(row.place_id, head + row.path.slice(segment.length));
  }
  return paths;
}

/** The first of the segments that may stand and is free, else one with a number. */
function freeSegment(wanted: readonly string[], taken: ReadonlySet<string>): string {
  const free = wanted.find((one) => isSegment(one) && !taken.has(one.toLowerCase()));
  if (free !== undefined) return free;
  const plain = firstCharacters(segmentFor(wanted[0] ?? ""), 56);
  for (let number = 2; ; number++) {
    const numbered = `${plain.replace(/[ .]+$/, "")} ${number}`;
    if (!taken.has(numbered.toLowerCase())) return numbered;
  }
}
