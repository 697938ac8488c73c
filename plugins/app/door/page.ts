// A page of the app as the answer of a form: a refused form comes back on it,
// and it shows what no cookie holds.
import { type Actor, type Call, Refusal, type RequestFacts, type Surface } from "../../../kernel/plugin.ts";
import { readInput } from "../../../kernel/ports/pipeline.ts";
import { pageAt } from "../port/pages.ts";

/** What the door hands on of its own call. */
export type Door = Pick<Call<unknown, true>, "runtime" | "request" | "use" | "now" | "callHook">;

interface Shown {
  surface: Surface;
  actor: Actor;
  path: string;
  /** Says to the page what it is shown for. */
  before(facts: RequestFacts): void;
}

/** A page of the app; null for one that is gone or closed by now. */
export async function showPage(door: Door, { surface, actor, path, before }: Shown): Promise<Response | null> {
  const { runtime, request, now } = door;
  const url = new URL(path, runtime.config.base_url);
  const page = pageAt(surface.catalogue, url.pathname);
  if (!page) return null;
  const facts: RequestFacts = { ...request, url, method: "GET", body: null };
  before(facts);
  try {
    const sent = { params: page.params, search: url.searchParams, headers: new Headers(), stream: null };
    const input = await readInput(page.entry, sent, 0);
    const { value } = await surface.perform({ entry: page.entry, facts, actor, via: "web", input, now });
    const isPage = value instanceof Response && value.headers.get("content-type")?.startsWith("text/html");
    return isPage ? value : null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return null;
  }
}
