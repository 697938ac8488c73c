// Paths of folders and documents as they stand in addresses.

/** Stands in addresses as it is (RFC 3986, unreserved). */
const PLAIN = /^[\w./~-]*$/;

/** Each segment encoded by itself. */
export function encodeSegments(path: string): string {
  if (PLAIN.test(path)) return path;
  return path.split("/").map(encodeURIComponent).join("/");
}
