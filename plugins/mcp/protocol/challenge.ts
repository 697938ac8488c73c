// The 401 that tells an agent's client where to get a token (rules: mcp/unauthenticated; RFC 9728, 5.1).

/**
 * `rejected` says that a token was sent and does not hold. `path` is the protocol's address that was asked, as it was sent:
 * clients hold the document that they are led to against it.
 */
export function challenge(baseUrl: string, { rejected, path }: { rejected: boolean; path: string }): Response {
  const metadata = `resource_metadata="${baseUrl}/.well-known/oauth-protected-resource${path}"`;
  const detail = rejected
    ? "the access token is unknown, expired or revoked; get a new one"
    : "authentication required: send an access token as Authorization: Bearer <token>";
  return Response.json(
    { error: "unauthorized", detail },
    {
      status: 401,
      headers: { "www-authenticate": rejected ? `Bearer ${metadata}, error="invalid_token"` : `Bearer ${metadata}` },
    },
  );
}
