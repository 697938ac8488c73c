// The OpenID Connect provider of this server, as the operator set it.
import { ConfigError, port, type Runtime, refuse } from "../../kernel/plugin.ts";
import { type OidcProvider, openOidc, ProviderFault } from "./oidc.ts";
import type { ProviderSettings } from "./settings.ts";

/** Null where no provider is configured. Its faults are refusals: 503 while it is away, else 403. */
export const providerPort = port<OidcProvider | null>("signin.provider");

/** Opens the configured provider. Throws ConfigError for plain http off loopback. */
export function openProvider(
  settings: ProviderSettings,
  { config, log }: Pick<Runtime, "config" | "log">,
): OidcProvider | null {
  if (!settings) return null;
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = settings;
  const issuer = new URL(OIDC_ISSUER);
  if (issuer.protocol === "http:" && !["localhost", "127.0.0.1", "[::1]"].includes(issuer.hostname)) {
    throw new ConfigError(
      `OIDC_ISSUER is "${OIDC_ISSUER}": plain http is for a provider on this machine; give its https address`,
    );
  }
  const provider = openOidc({
    issuer,
    client_id: OIDC_CLIENT_ID,
    client_secret: OIDC_CLIENT_SECRET,
    redirect_uri: `${config.base_url}/auth/callback`,
  });
  function refuseFault(error: unknown): never {
    log.warn({ err: error, issuer: issuer.href }, "a sign-in through the provider came to nothing");
    throw error instanceof ProviderFault && error.kind === "away" ? refuseAway() : refuseUnproven();
  }
  return {
    start: (options) => provider.start(options).catch(refuseFault),
    finish: (search, visit) => provider.finish(search, visit).catch(refuseFault),
  };
}

function refuseAway() {
  return refuse.unavailable("the sign-in provider does not answer; try again in a moment, or sign in by mail");
}

function refuseUnproven() {
  return refuse.forbidden("the sign-in provider's answer could not be verified; start again from the sign-in page");
}
