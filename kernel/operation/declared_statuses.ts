// Which statuses an operation may answer with: the API's document names them, and the tests refuse any other.
import { takesKey } from "../input/repeat_key.ts";
import { jsonTypeOf, type Operation } from "./operation.ts";

/** Whether a browser may send it from our own pages alone (rules: requests/origins). */
export function isForOwnPages(operation: Operation): boolean {
  if (operation.path === null || operation.method === "GET" || operation.host === "content") return false;
  return !operation.other_origins && !isOpenByToken(operation);
}

/** Whether what it asks of its caller is never a cookie: a page elsewhere brings a token, a ticket or a client's secret, or gets nowhere. */
function isOpenByToken({ browsers, error_format, identify, identifyService }: Operation): boolean {
  return browsers !== null || error_format === "oauth" || identify !== null || identifyService !== null;
}

/** Every status that an operation may answer with: its own, and those that its fields imply. */
export function declaredStatuses(operation: Operation): number[] {
  const statuses = new Set<number>([operation.status, ...operation.also, ...operation.refuses]);
  // Where the caller may see some places and not others, one that they name may be as if it were not there.
  if (operation.connection_limit === "places") statuses.add(404);
  if (!operation.anonymous) statuses.add(403);
  if (!operation.anonymous && !operation.signed_out) statuses.add(401);
  if (operation.identify) statuses.add(403);
  if (operation.identifyService) statuses.add(401);
  if (operation.body && jsonTypeOf(operation.error_format) !== "application/json") statuses.add(415);
  if (isForOwnPages(operation)) statuses.add(403);
  // A version that there is not may be asked for with any request.
  if (operation.host !== "content") statuses.add(400);
  if (operation.query || operation.body || operation.form || operation.params)
    for (const status of [400, 422]) statuses.add(status);
  if (operation.body || operation.form || operation.raw === "upload") statuses.add(413);
  if (operation.path?.includes("{")) for (const status of [400, 404]) statuses.add(status);
  if (operation.quota || operation.charges) statuses.add(429);
  if (operation.gate) for (const status of [402, 403]) statuses.add(status);
  if (operation.once || takesKey(operation)) for (const status of [400, 409, 429]) statuses.add(status);
  statuses.add(503);
  return [...statuses].sort((a, b) => a - b);
}
