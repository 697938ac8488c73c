// The version that a writer has read, and what is said to one who has read an older tree (RFC 9110, 13.1.1).
import { type Actor, type RequestFacts, refuse, type WriteCall } from "../../kernel/plugin.ts";
import { type HeldNavigation, refuseMissingNavigation } from "./permits.ts";
import { answerTree } from "./showing.ts";
import { holdNavigation } from "./store/navigations.ts";

/** As the tag was sent, or as a proxy between that packs answers has written it: the version is the same. */
const TAG = /^(?:W\/)?"?(\d{1,9})(?:-(?:gzip|br|zstd))?"?$/;

/** The version that `If-Match` names, by the entity tag of the tree or as a number; null where any will do. Throws 400 for another tag. */
export function matchedVersion({ headers }: Pick<RequestFacts, "headers">): number | null {
  const sent = headers.get("if-match")?.trim() ?? "*";
  if (sent === "*") return null;
  const version = TAG.exec(sent)?.[1];
  if (version !== undefined) return Number(version);
  throw refuse.invalid(
    `If-Match ${JSON.stringify(sent.slice(0, 80))} names no version; send the tree's as it came, such as "3"`,
  );
}

/** The entity tag of a version. */
export function tagOf(version: number): string {
  return `"${version}"`;
}

/**
 * The navigation, which nobody else changes until the transaction ends. Throws 404 once it is gone, and 409 with the tree as it is
 * where the writer has read another version.
 */
export async function holdVersion(
  call: WriteCall & { actor: Actor },
  navigation: HeldNavigation,
  version: number | null,
): Promise<HeldNavigation> {
  const row = await holdNavigation(call.sql, navigation);
  if (!row) throw refuseMissingNavigation(navigation.navigation_id);
  const held = { ...navigation, ...row };
  if (version === null || version === held.version) return held;
  const error = `the navigation is at version ${held.version}, your change was made on version ${version}; take the current tree and change that`;
  const current = await answerTree(call, held, { expand: false });
  throw refuse.framework("conflict", error, { code: "version_conflict", detail: { error, current } });
}
