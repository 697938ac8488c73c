// The one place that knows which HTTP status each kind of refusal has.
import type { RefusalKind } from "../base/refusal.ts";

export const STATUS: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  plan: 402,
  forbidden: 403,
  notFound: 404,
  notAllowed: 405,
  conflict: 409,
  gone: 410,
  tooLarge: 413,
  unsupported: 415,
  unsatisfiable: 416,
  unprocessable: 422,
  locked: 423,
  limited: 429,
  unavailable: 503,
};
