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
