// How the tests of agents ask: by a route with JSON, by token or by cookie.
import type { Answer, Harness, ParsedBody, Person } from "../harness/harness.ts";

export function askingOf(h: Harness) {
  const send = (route: string, as: Person, json?: unknown, with_cookie = false): Promise<Answer> =>
    h.call(route, { as, with_cookie, ...(json === undefined ? {} : { json }) });
  /** The body of an answer that has to be a success. */
  const ok = async (...asked: Parameters<typeof send>): Promise<ParsedBody> => {
    const answer = await send(...asked);
    if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return { send, ok };
}
