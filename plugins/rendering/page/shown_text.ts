// Which shared files are worth a look for text, by name and size: what is inside decides, in a worker.

const TABLE_BYTES_MAX = 8 * 1024 * 1024;
/** A table shows its first rows alone; every other text is shown whole. */
export const TEXT_BYTES_MAX = 1024 * 1024;
const TEXT_TYPE = /^text\/|^application\/octet-stream$|[/+](json|xml|javascript)\b/;

export function isTable(path: string): boolean {
  return /\.(csv|tsv|tab)$/i.test(path);
}

/** Whether a page shows such a file in place, should it be text. */
export function mayBeShownAsText(file: { path: string; size: number; content_type: string }): boolean {
  const bytes_max = isTable(file.path) ? TABLE_BYTES_MAX : TEXT_BYTES_MAX;
  return TEXT_TYPE.test(file.content_type) && file.size > 0 && file.size <= bytes_max;
}
