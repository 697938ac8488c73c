// Whose provider signs an address in:
// asked by every way of signing in, in one place, so that none can forget it (rules: signin/providers).
import { domainToASCII } from "node:url";
import { hook, type Refusal, refuse, type Sql } from "../../kernel/plugin.ts";
import type { SignInMethod } from "./returning.ts";

/** The way in of an address's domain. */
export interface SignInRoute {
  /** The method that it ends in. */
  method: SignInMethod;
  /** Where it begins: a path on this host. */
  path: string;
  /** Every other way is closed. */
  enforced: boolean;
  /** The name of the workspace whose provider it is. */
  workspace: string;
}

/** Asked of an address: a plugin whose workspaces bring providers says where its domain is signed in. */
export const signInRouteHook = hook<{ sql: Sql; email: string }, SignInRoute | null>("signin.route");

/** What the runtime can be asked, and a call too. */
type Asks = {
  callHook(of: typeof signInRouteHook, input: { sql: Sql; email: string }): Promise<(SignInRoute | null)[]>;
};

/** The way in of an address's domain; null where it has none of its own. */
export async function findRoute({ callHook }: Asks, asked: { sql: Sql; email: string }): Promise<SignInRoute | null> {
  return (await callHook(signInRouteHook, asked)).find((route) => route !== null) ?? null;
}

/** Throws 403 for a way in that the domain of the address has closed. */
export async function demandOpenWay(
  asks: Asks,
  { method, ...asked }: { sql: Sql; email: string; method: SignInMethod | null },
): Promise<void> {
  const route = await findRoute(asks, asked);
  if (route?.enforced && method !== route.method) throw refuseClosedWay(asked.email, route);
}

function refuseClosedWay(email: string, { path, workspace }: SignInRoute): Refusal {
  const domain = domainToASCII(email.slice(email.lastIndexOf("@") + 1));
  return refuse.forbidden(
    `addresses of ${domain} sign in through the provider of ${workspace} alone; go to the sign-in page and type the address, or open ${path}`,
  );
}
