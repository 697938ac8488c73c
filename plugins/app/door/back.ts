// Where a form leads: a path of the app, whatever was sent.
import { safeNext } from "../../pages.ts";

const APP = "/app";

/** The path and query that a form named, where it is `/app` or below it; else `/app`. */
export function pathInApp(sent: string | undefined, baseUrl: string): string {
  const path = safeNext(sent, baseUrl);
  const { pathname } = new URL(path, baseUrl);
  return pathname === APP || pathname.startsWith(`${APP}/`) ? path : APP;
}
