// Paths of folders and documents as they stand in addresses.

/** Each segment encoded by itself. */
export function encodeSegments(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
