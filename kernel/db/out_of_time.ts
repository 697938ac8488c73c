// Tells a statement that Postgres gave up, because it took longer than one may, from every other error.

/** `query_canceled`; a time limit that comes behind a commit is told in the same way, and the commit stands. */
const QUERY_CANCELED = "57014";

export function isOutOfTime(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === QUERY_CANCELED;
}
