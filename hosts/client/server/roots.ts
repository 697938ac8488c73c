// The place on the server that --root names: looked up before anything is bound to it or written there.
import type { ApiClient } from "../../../openapi/client/mod.ts";
import { CommandError } from "../../command.ts";
import { CallError, type Caller } from "./caller.ts";

/** My documents, which everybody has. */
export const OWN_ROOT = "~";
const SLUGS_SHOWN = 10;
const UNKNOWN = [400, 404];

/** Throws CommandError for a root in which the caller may open nothing, naming those there are. */
export async function demandRoot({ api, call }: { api: ApiClient; call: Caller }, slug: string): Promise<void> {
  if (slug === OWN_ROOT) return;
  try {
    await call(() => api.GET("/api/changes", { params: { query: { root: slug, limit: 1 } } }));
  } catch (error) {
    if (!(error instanceof CallError) || !UNKNOWN.includes(error.status ?? 0)) throw error;
    const { roots } = await call(() => api.GET("/api/roots", { params: { query: { limit: SLUGS_SHOWN } } }));
    const choices = roots.map((root) => root.slug).join(", ");
    throw new CommandError(
      `--root is "${slug}", and no shared root that you may open is called so: ${choices === "" ? "" : `use ${choices}, or `}leave --root out for My documents`,
    );
  }
}
