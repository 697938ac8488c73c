// The addresses at which agents are served: the whole protocol, and its children that show a client less of it.

/** What an address lets a client see. */
export interface ProtocolAddress {
  /** Names as they were given, in lower case and each once, known or not; null for all toolsets. */
  toolsets: readonly string[] | null;
  read_only: boolean;
}

export const PROTOCOL_PATH = "/mcp";

/** Far above what a sensible address has. */
const PATH_CHARS_MAX = 1000;

/**
 * Reads `/mcp`, `/mcp/readonly`, `/mcp/x/{set},{set}` and `/mcp/x/{set},{set}/readonly` (rules: mcp/narrowing), with or without a slash
 * at the end. The path is as it was sent, percent-encoding and all. Null for any other path.
 */
export function readProtocolPath(pathname: string): ProtocolAddress | null {
  if (pathname === PROTOCOL_PATH) return WHOLE;
  if (pathname.length > PATH_CHARS_MAX) return null;
  const path = pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  if (path === PROTOCOL_PATH) return WHOLE;
  if (path === `${PROTOCOL_PATH}/readonly`) return { toolsets: null, read_only: true };
  const [, sets, readonly] = /^\/mcp\/x\/([^/]+)(\/readonly)?$/.exec(path) ?? [];
  if (sets === undefined) return null;
  const decoded = decode(sets);
  return decoded === null ? null : { toolsets: readNames(decoded), read_only: readonly !== undefined };
}

const WHOLE: ProtocolAddress = { toolsets: null, read_only: false };

/** The names in a list with commas, in lower case and each once. */
export function readNames(list: string): string[] {
  const names = list.split(",").map((name) => name.trim().toLowerCase());
  return [...new Set(names.filter((name) => name !== ""))];
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
