// The API's versions, each with its date, and the fold of what the plugins' changelogs tell of each.
// Pure data; it imports nothing.

interface Version {
  version: string;
  ends_on: string | null;
}

/**
 * Newest first. A version is the shape of requests and answers that a client can rely on. What is only added comes under the version
 * that is current, with its own date; what would break a client makes a new version. A plugin that is new is told of by the day
 * `since` in its manifest instead.
 */
const versions: readonly [Version, ...Version[]] = [{ version: "2026-11-01", ends_on: null }];

export interface Change {
  date: string;
  kind: "added" | "changed" | "removed";
  what: string;
}

/** Every version with its changes, which are those from its day on until that of the next, by day and then by plugin. */
export function foldChanges(plugins: readonly { changes?: readonly Change[] }[]) {
  const changes = plugins.flatMap((plugin) => plugin.changes ?? []);
  changes.sort((a, b) => b.date.localeCompare(a.date));
  const told = ({ version, ends_on }: Version, next?: Version) => ({
    version,
    ends_on,
    changes: changes.filter(({ date }) => date >= version && (next === undefined || date < next.version)),
  });
  const [newest, ...older] = versions;
  return [told(newest), ...older.map((one, index) => told(one, versions[index]))] as const;
}
