// Where whoever has to sign in first is sent.

/** The address of sign-in, which goes on to `next`, a path of the app host; `email` is written into its form. */
export function signInPath(next: string, { email }: { email?: string } = {}): string {
  const named = email === undefined ? "" : `&email=${encodeURIComponent(email)}`;
  return `/auth/login?next=${encodeURIComponent(next)}${named}`;
}

/** The same for a page that was asked for: back to it with its query. */
export function signInFor({ pathname, search }: URL): string {
  return signInPath(pathname + search);
}
