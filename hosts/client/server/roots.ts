// The place on the server that --root names: looked up before anything is bound to it or written there.
import type { ApiClient } from "../../../openapi/client/mod.ts";
import { CommandError } from "../../command/command.ts";
import { CallError, type Caller } from "./caller.ts";

/** My documents, which everybody has. */
export const OWN_ROOT = "~";
const SLUGS_SHOWN = 10;
const UNKNOWN = [400, 404];

/** A shared root: its slug may change, its id does not. */
export interface RootFound {
  id: number;
  slug: string;
}

interface At {
  api: ApiClient;
  call: Caller;
}

/** The shared root that a slug or an id names; null for one in which the caller may open nothing. */
export async function findRoot({ api, call }: At, ref: string): Promise<RootFound | null> {
  try {
    const { id, slug } = await call(() => api.GET("/api/roots/{root}", { params: { path: { root: ref } } }));
    return { id, slug };
  } catch (error) {
    if (error instanceof CallError && UNKNOWN.includes(error.status ?? 0)) return null;
    throw error;
  }
}

/** The shared root that a slug or an id names; null for My documents. Throws CommandError for one in which the caller may open nothing, naming those there are. */
export async function demandRoot(at: At, ref: string): Promise<RootFound | null> {
  if (ref === OWN_ROOT) return null;
  const found = await findRoot(at, ref);
  if (found) return found;
  const { roots } = await at.call(() => at.api.GET("/api/roots", { params: { query: { limit: SLUGS_SHOWN } } }));
  const choices = roots.map((root) => root.slug).join(", ");
  throw new CommandError(
    `--root is "${ref}", and no shared root that you may open is called so: ${choices === "" ? "" : `use ${choices}, or `}leave --root out for My documents`,
  );
}
