// The kernel's door for plugins to what is on the wire:
// addresses of clients, hosts of documents, CSV, encodings, certificates.

export { networkOf, siteOf } from "../http/client_address.ts";
export { isCompressible } from "../http/compressible.ts";
export { type ContentHost, type CustomHost, type CustomHosts, contentHostsHook } from "../http/content_hosts.ts";
export { type CsvCell, csvLine, csvResponse } from "../http/csv.ts";
export {
  acceptsEncoding,
  chooseEncoding,
  chooseQuickEncoding,
  compress,
  compressStream,
  type Encoding,
  type KeptEncoding,
} from "../http/encoding.ts";
export { isFetchedAhead } from "../http/fetched_ahead.ts";
export { STATUS } from "../http/refusal_status.ts";
export { matchPath, pathParameters } from "../http/route.ts";
export { type ServedCertificate, type TlsSource, tlsHook } from "../http/tls.ts";
