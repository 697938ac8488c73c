// Where a client finds out how to get a token (RFC 9728, RFC 8414);
// each document also under the path that RFC 8414 (3.1) derives for /mcp.
import { anyone, type Runtime, refuse, t } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";
import { readProtocolPath } from "../../protocol/port.ts";
import { protocolResource } from "../resources.ts";
import { registrationSettings } from "../settings.ts";

const Texts = t.Array(t.String());

const ProtectedResource = t.Object(
  {
    resource: t.String(),
    authorization_servers: Texts,
    scopes_supported: Texts,
    bearer_methods_supported: Texts,
    resource_name: t.String(),
    resource_documentation: t.String(),
  },
  { $id: "ProtectedResourceMetadata" },
);

const AuthorizationServer = t.Object(
  {
    issuer: t.String(),
    authorization_endpoint: t.String(),
    token_endpoint: t.String(),
    registration_endpoint: t.Optional(
      t.String({ description: "Absent where programs may not register by themselves." }),
    ),
    revocation_endpoint: t.String(),
    response_types_supported: Texts,
    response_modes_supported: Texts,
    grant_types_supported: Texts,
    token_endpoint_auth_methods_supported: Texts,
    revocation_endpoint_auth_methods_supported: Texts,
    code_challenge_methods_supported: Texts,
    scopes_supported: Texts,
    client_id_metadata_document_supported: t.Boolean(),
    authorization_response_iss_parameter_supported: t.Boolean(),
    service_documentation: t.String(),
  },
  { $id: "AuthorizationServerMetadata" },
);

const RESOURCE_PATH = "/.well-known/oauth-protected-resource";
const SERVER_PATH = "/.well-known/oauth-authorization-server";

function aboutResource(id: string, path: `/${string}`) {
  return operation({
    id,
    route: `GET ${path}`,
    summary: "Which server gives out tokens for the protocol's address",
    output: ProtectedResource,
    error_format: "oauth",
    anonymous: true,
    permit: anyone(),
    run: ({ runtime }) => describeResource(runtime, protocolResource(runtime.config.base_url)),
  });
}

/** A client compares `resource` with the address that it connects to (RFC 9728, 3.3), so every child has a document of its own. */
const childResource = operation({
  id: "oauth.resource.child",
  route: `GET ${RESOURCE_PATH}/mcp/{path...}`,
  summary: "Which server gives out tokens for an address below the protocol's",
  description: "For `/mcp/readonly`, `/mcp/x/{set},{set}` and `/mcp/x/{set},{set}/readonly`.",
  output: ProtectedResource,
  error_format: "oauth",
  anonymous: true,
  permit: anyone(),
  run: ({ runtime, request }) =>
    describeResource(runtime, protocolResource(runtime.config.base_url, childPath(request.url, RESOURCE_PATH))),
});

const childServer = operation({
  id: "oauth.server.child",
  route: `GET ${SERVER_PATH}/mcp/{path...}`,
  summary: "How to get a token for an address below the protocol's",
  output: AuthorizationServer,
  error_format: "oauth",
  anonymous: true,
  permit: anyone(),
  run: ({ runtime, request }) => {
    childPath(request.url, SERVER_PATH);
    return describeServer(runtime);
  },
});

/** The protocol's address that the rest of a well-known address names, as it was sent. Throws 404 when it names none. */
function childPath({ pathname }: URL, wellKnown: string): string {
  const path = pathname.slice(wellKnown.length);
  if (!readProtocolPath(path)) throw refuse.notFound("this address belongs to no resource of this server");
  return path;
}

function describeResource({ config: { base_url } }: Runtime, resource: string) {
  return {
    resource,
    authorization_servers: [base_url],
    scopes_supported: ["mcp"],
    bearer_methods_supported: ["header"],
    resource_name: "docsvc",
    resource_documentation: `${base_url}/docs`,
  };
}

function aboutServer(id: string, path: `/${string}`) {
  return operation({
    id,
    route: `GET ${path}`,
    summary: "How to get a token",
    output: AuthorizationServer,
    error_format: "oauth",
    anonymous: true,
    permit: anyone(),
    run: ({ runtime }) => describeServer(runtime),
  });
}

function describeServer({ config: { base_url }, settings }: Runtime) {
  const { OAUTH_DISABLE_DCR: isClosed } = settings(registrationSettings);
  return {
    issuer: base_url,
    authorization_endpoint: `${base_url}/oauth/authorize`,
    token_endpoint: `${base_url}/oauth/token`,
    ...(isClosed ? {} : { registration_endpoint: `${base_url}/oauth/register` }),
    revocation_endpoint: `${base_url}/oauth/revoke`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    scopes_supported: ["mcp"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${base_url}/docs`,
  };
}

export const metadata = [
  aboutResource("oauth.resource", RESOURCE_PATH),
  aboutResource("oauth.resource.mcp", `${RESOURCE_PATH}/mcp`),
  childResource,
  aboutServer("oauth.server", SERVER_PATH),
  aboutServer("oauth.server.mcp", `${SERVER_PATH}/mcp`),
  childServer,
];
