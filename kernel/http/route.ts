// A route as an operation declares it, such as `GET /api/docs/{doc_id}`, and what stands in its path.
import type { Static, TObject, TSchema } from "../base/schema.ts";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];
export type Route = `${Method} /${string}`;

type ParamNames<R extends string> = R extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Plain}...` ? Plain : Name) | ParamNames<Rest>
  : never;

/** Path parameters are strings unless `params` declares another kind. */
export type ParamsOf<R, P> = (P extends TObject ? Static<P> : unknown) &
  (R extends string ? { [K in Exclude<ParamNames<R>, P extends TSchema ? keyof Static<P> : never>]: string } : unknown);

/** The names of the path's parameters in order; `rest` marks the one that takes the rest. */
export function pathParameters(path: string): { name: string; rest: boolean }[] {
  return [...path.matchAll(/\{([a-z_]+)(\.\.\.)?\}/g)].map((match) => ({
    name: match[1] ?? "",
    rest: match[2] !== undefined,
  }));
}

/**
 * The texts of the parameters where a path is one of the route's, else null. `path` is the path of an address as it was sent; what it
 * escapes is read. The first of several routes that fit counts, so the caller asks those without parameters first.
 */
export function matchPath(route: string, path: string): Record<string, string> | null {
  const wanted = route.split("/");
  const sent = path.split("/");
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const [parameter] = pathParameters(part);
    const given = parameter?.rest ? sent.slice(index).join("/") : sent[index];
    if (given === undefined) return null;
    if (!parameter) {
      if (given !== part) return null;
      continue;
    }
    const text = decoded(given);
    if (text === null || (text === "" && !parameter.rest)) return null;
    params[parameter.name] = text;
    if (parameter.rest) return params;
  }
  return sent.length === wanted.length ? params : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
