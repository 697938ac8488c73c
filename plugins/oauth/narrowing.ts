// What a token may do: what the person allowed the connection, and no more than the resource that the client asked for.

import type { TokenLimits } from "../../kernel/plugin.ts";
import { isUnlimited, meetLimits } from "../../kernel/ports/auth.ts";
import { limitsOfResource } from "./resources.ts";

/** The limits of a token; null for none. A kept resource has been held to the rules when it came. */
export function narrowedTo(limits: TokenLimits, resource: string | null): TokenLimits | null {
  const asked = resource === null ? null : limitsOfResource(resource, originOf(resource));
  const met = asked ? meetLimits(limits, asked) : limits;
  return isUnlimited(met) ? null : met;
}

function originOf(resource: string): string {
  return new URL(resource).origin;
}
