// How a page asks: it performs other operations in the process, with their permits, gates, limits and shapes.
import { type Call, port, Refusal, type RequestFacts, type Surface } from "../../../kernel/plugin.ts";
import type { Typed } from "../../../kernel/ports/operation.ts";
import { checkInput } from "../../../kernel/ports/pipeline.ts";

/** Behind it lies everything that can be called. */
export const surfacePort = port<Surface>("app");

/** What a page hands on of its own call. */
export type Asking = Pick<Call, "actor" | "now" | "request" | "runtime" | "use" | "callHook">;

/** An operation by its declaration. */
export type Asked<I, O> = { readonly id: string } & Typed<I, O>;

/** What it answers. */
export type AnswerOf<A> = A extends Asked<infer _I, infer O> ? O : never;

/** What is sent to it: what its schemas say, the parts that it has. */
type Sent<I> = { [Part in keyof I]?: Partial<I[Part]> };

/** What was read for a request already: the page and its frame may ask the same, such as which spaces there are. */
const known = new WeakMap<RequestFacts, Map<string, Promise<unknown>>>();

/** Performs an operation as the person who looks at the page. Throws what it refuses with. */
export function ask<I, O>(call: Asking, asked: Asked<I, O>, sent: Sent<I>): Promise<O> {
  const answers = known.get(call.request) ?? new Map<string, Promise<unknown>>();
  known.set(call.request, answers);
  const key = `${asked.id} ${JSON.stringify(sent)}`;
  const answer = answers.get(key) ?? perform(call, asked, sent);
  answers.set(key, answer);
  return answer as Promise<O>;
}

async function perform<I, O>(call: Asking, { id }: Asked<I, O>, sent: Sent<I>): Promise<O> {
  const surface = call.use(surfacePort);
  const entry = surface.catalogue.byId.get(id);
  if (!entry) throw new Error(`a page asks ${id}, which does not run; its plugin stands in no needs of the page's own`);
  if (entry.effect !== "read") throw new Error(`a page asks ${id}, which writes; a page shows its form instead`);
  const { params = {}, query = {}, body } = sent as Record<string, Record<string, unknown> | undefined>;
  const input = await checkInput(entry, {
    params,
    query,
    body: entry.body ? (body ?? {}) : undefined,
    form: undefined,
  });
  const { actor, request: facts, now } = call;
  const { value } = await surface.perform({ entry, facts, actor, via: "web", input, now });
  return value as O;
}

/** The same, and null where the person may not, where nothing is there, where the plan does not carry it, or for `more` kinds. */
export async function askIfOpen<I, O>(
  call: Asking,
  asked: Asked<I, O>,
  sent: Sent<I>,
  more: readonly Refusal["kind"][] = [],
): Promise<O | null> {
  try {
    return await ask(call, asked, sent);
  } catch (error) {
    if (error instanceof Refusal && ["notFound", "forbidden", "plan", "gone", ...more].includes(error.kind))
      return null;
    throw error;
  }
}
