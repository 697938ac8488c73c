// The providers of workspaces as this server knows them: each opened once, asked only where the operator lets it ask.

import { port, type Runtime } from "../../kernel/plugin.ts";
import { splitList } from "../../kernel/ports/config.ts";
import {
  fetchOutside,
  NotPublicError,
  type Outside,
  openedOutside,
  readAuthorities,
} from "../../kernel/ports/outbound.ts";
import { type OidcProvider, openOidc, ProviderFault } from "../signin/port.ts";
import { ssoSettings } from "./settings.ts";
import type { ConfigRow } from "./store/configs.ts";

/** Opens the provider of a configuration, or answers the one that is open. */
export type Providers = (config: ConfigRow) => OidcProvider;

export const providersPort = port<Providers>("sso.providers");

export const CALLBACK_PATH = "/auth/sso/callback";
export const SECRET_PURPOSE = "sso";

/** The longest use ago goes first. */
const OPEN_MAX = 500;
/** Of a metadata document, a key set, a token answer. */
const BYTES_MAX = 1024 * 1024;

/** Throws ConfigError for a file of authorities that cannot be read. */
export function createProviders(runtime: Runtime): Providers {
  const outside = outsideOf(runtime);
  const open = new Map<string, OidcProvider>();
  return (config) => {
    const key = `${config.workspace_id} ${config.version}`;
    const provider = open.get(key) ?? openProvider(runtime, config, outside);
    open.delete(key);
    open.set(key, provider);
    const [oldest] = open.keys();
    if (open.size > OPEN_MAX && oldest !== undefined) open.delete(oldest);
    return provider;
  };
}

function openProvider(runtime: Runtime, config: ConfigRow, outside: Outside): OidcProvider {
  const secret = runtime.encrypter.open(SECRET_PURPOSE, config.client_secret_sealed);
  if (secret === null) {
    throw new ProviderFault(
      "unproven",
      "the client secret was kept under another SECRET of this server; send it again",
    );
  }
  return openOidc({
    issuer: new URL(config.issuer),
    client_id: config.client_id,
    client_secret: secret,
    redirect_uri: runtime.config.base_url + CALLBACK_PATH,
    single_tenant: true,
    fetch: (address, options) => callHook(new URL(address), options, outside),
  });
}

interface AskOptions {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
}

/** Its addresses come from a stranger's document: they are asked as such are. */
async function callHook(url: URL, { method, headers, body }: AskOptions, outside: Outside): Promise<Response> {
  const answer = await fetchOutside(
    url,
    {
      method: method === "POST" ? "POST" : "GET",
      headers: { ...headers, "accept-encoding": "identity" },
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      bytes_max: BYTES_MAX,
    },
    outside,
  ).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    const hint = error instanceof NotPublicError ? "; whoever runs this server can open it with SSO_ALLOW" : "";
    throw new ProviderFault("away", `${url.host}: ${reason}${hint}`, { cause: error });
  });
  if (answer.status >= 500) throw new ProviderFault("away", `${url.host} answers ${answer.status}`);
  return new Response(answer.bytes.byteLength === 0 ? null : new Uint8Array(answer.bytes), {
    status: answer.status,
    headers: { "content-type": answer.content_type },
  });
}

function outsideOf(runtime: Runtime): Outside {
  const { SSO_ALLOW, SSO_CA_FILE } = runtime.settings(ssoSettings);
  return {
    ...openedOutside(splitList(SSO_ALLOW ?? "")),
    ...(SSO_CA_FILE === undefined ? {} : { ca: readAuthorities("SSO_CA_FILE", SSO_CA_FILE) }),
  };
}
