// Who provisions: a program with a token of the workspace, found before anything of its request is read.

import { type IdentifyCall, type Permit, randomToken, refuse, sha256Bytes } from "../../kernel/plugin.ts";
import { bearerOf, type ServiceAccount } from "../../kernel/ports/auth.ts";
import { planName } from "../../kernel/ports/limits.ts";
import { noteAnswer } from "./request_log.ts";
import { noteHolder } from "./seen.ts";
import { findToken } from "./store/tokens.ts";

const PREFIX = "fsc_";

/** A new token and what is kept of it. */
export function makeToken(): { token: string; secret_sha256: Uint8Array } {
  const token = `${PREFIX}${randomToken(256)}`;
  return { token, secret_sha256: sha256Bytes(token) };
}

/**
 * The provisioner of the bearer token. Throws 401 for a token that is missing, unknown or revoked, and for one of a workspace
 * whose plan has no provisioning any more; 429 for an address that sends such all the time.
 */
async function findProvisioner({ sql, request, runtime, now }: IdentifyCall): Promise<ServiceAccount> {
  const token = bearerOf(request.headers);
  const isOurs = token !== null && /^fsc_[A-Za-z0-9_-]{20,200}$/.test(token);
  // The hash has all of a long random secret, so that finding it tells nothing of others.
  const found = isOurs ? await findToken(sql, sha256Bytes(token)) : null;
  if (!found) {
    await runtime.quotas.takeFor("scim_denied", { actor: null, request, now });
    throw refuse.unauthenticated(
      token === null
        ? "authentication required: send Authorization: Bearer with a SCIM token of the workspace"
        : "this is no SCIM token that is known here; an owner or admin of the workspace makes one with POST /api/scim/tokens",
    );
  }
  const { workspace, token_id, revoked } = found;
  const rests = !runtime.plans.carries("scim", workspace.plan);
  // Before the request is known for one of the log: whoever has a token that holds no more does not fill that.
  if (revoked || rests) await runtime.quotas.takeFor("scim_denied", { actor: null, request, now });
  noteHolder(request, { workspace_id: workspace.id, token_id });
  if (revoked) throw refuse.unauthenticated("this SCIM token was revoked; use another one");
  if (rests) {
    throw refuse.unauthenticated(
      `SCIM provisioning needs the Enterprise plan; "${workspace.name}" is on ${planName(workspace.plan)}, and its tokens rest until it is back`,
    );
  }
  return { name: `scim:${workspace.slug}`, workspace, via: "scim" };
}

/** The program itself; a route that has it asks for no more. */
function provisioner(): Permit<ServiceAccount> {
  return {
    needs: "a SCIM token of the workspace",
    check: ({ service }) => {
      if (!service) throw refuse.unauthenticated("authentication required");
      return service;
    },
  };
}

/** What every operation of the surface declares: how it speaks, who calls it, and that it is logged. */
export const SURFACE = {
  error_format: "scim",
  anonymous: true,
  identifyService: findProvisioner,
  answered: noteAnswer,
  permit: provisioner(),
  refuses: [429],
} as const;
