// Which files of an agent only a person saves, and what of the order in which they are read only a person changes.

/** Whether a list of protected paths covers a path; one that ends in a slash stands for all below it. */
export function isProtected(list: readonly string[], path: string): boolean {
  return list.some((one) => (one.endsWith("/") ? path.startsWith(one) : one === path));
}

interface Reading {
  instruction_files: readonly string[];
  protected: readonly string[];
}

/** The first protected file that was read and is read no more; undefined where there is none. */
export function findUnread(before: Reading, after: Reading): string | undefined {
  return before.instruction_files.find(
    (path) => isProtected(before.protected, path) && !after.instruction_files.includes(path),
  );
}

/** The first file that has come before a protected one which was read without it; undefined where there is none. */
export function findAhead(before: Reading, after: Reading): { path: string; behind: string } | undefined {
  const placeOf = (path: string) => before.instruction_files.indexOf(path);
  for (const [index, behind] of after.instruction_files.entries()) {
    const place = placeOf(behind);
    if (place < 0 || !isProtected(before.protected, behind)) continue;
    const path = after.instruction_files.slice(0, index).find((one) => placeOf(one) < 0 || placeOf(one) > place);
    if (path !== undefined) return { path, behind };
  }
  return undefined;
}
