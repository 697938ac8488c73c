// Which version of the API a request asks for, and which one its answer says that it has.

import { refuse } from "../base/refusal.ts";
import type { Manifest, ServiceVersion } from "../config/manifest.ts";

/** The header of requests and answers. */
export const VERSION_HEADER = "service-version";

type Versions = Pick<Manifest, "changelog">;

/** The version that answers a request: the one it asks for where that is known, else the newest. */
export function versionFor(headers: Headers, { changelog }: Versions): string {
  const [newest] = changelog;
  return (findVersion(headers, changelog) ?? newest).version;
}

/** Throws 400 for a request that asks for a version which there is not. */
export function refuseUnknownVersion(headers: Headers, { changelog }: Versions): void {
  const asked = headers.get(VERSION_HEADER);
  if (asked === null || findVersion(headers, changelog)) return;
  const known = changelog.map(({ version }) => version).join(", ");
  throw refuse.invalid(
    `Service-Version "${asked.slice(0, 80)}" is not known; send one of ${known}, or none for the newest`,
    { code: "unknown_version" },
  );
}

function findVersion(headers: Headers, changelog: readonly ServiceVersion[]): ServiceVersion | undefined {
  const asked = headers.get(VERSION_HEADER);
  return asked === null ? undefined : changelog.find(({ version }) => version === asked);
}
