// The typed client of the REST API: every route, parameter, body and answer as the OpenAPI document declares it.
import createFetchClient, { type Client } from "openapi-fetch";
import { createRequestMaker, writeBody, writePath } from "./request.ts";
import type { paths } from "./schema.ts";

export type { components, operations, paths } from "./schema.ts";

export interface ClientOptions {
  /** Origin of the app host, such as `https://docs.example.org`. */
  base_url: string;
  /** A static or OAuth access token; without it only anonymous routes answer. */
  token?: string;
  /** Carries the requests; `globalThis.fetch` when not given. */
  fetch?: (request: Request) => Promise<Response>;
}

export type ApiClient = Client<paths>;

/**
 * Makes a client. A refusal is no exception: a call answers `{ data, error, response }`, and `error` has the body of its
 * status. It throws TypeError when the server cannot be reached, and for a path parameter that an address cannot carry (`..`).
 *
 * A body with a `Blob` in it is sent as a multipart form, a `Blob` itself as raw bytes, everything else as JSON. Downloads
 * take `parseAs: "stream"`, `"blob"` or `"text"`.
 *
 * @example
 * const api = createClient({ base_url: "http://localhost:3000", token });
 * const { data, error } = await api.GET("/api/docs/{doc_id}", { params: { path: { doc_id } } });
 */
export function createClient(options: ClientOptions): ApiClient {
  return createFetchClient<paths>({
    baseUrl: options.base_url,
    Request: createRequestMaker(),
    bodySerializer: writeBody,
    pathSerializer: writePath,
    ...(options.fetch ? { fetch: options.fetch } : {}),
    ...(options.token ? { headers: { authorization: `Bearer ${options.token}` } } : {}),
  });
}
