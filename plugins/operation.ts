// The kernel's operation() and its caps, bound to the names that the manifest declares.
import { answerPageFile, anyone, capsFor, type Operation, operationFor, type PageFile } from "../kernel/mod.ts";
import type { manifest } from "./manifest.ts";

/** Declares an operation; an unknown gate, quota or audit action does not typecheck. */
export const operation = operationFor<
  keyof typeof manifest.gates,
  keyof typeof manifest.quotas,
  keyof typeof manifest.audit_actions
>();

/** The size or count of this name in a running house; an unknown name does not typecheck. */
export const capOf = capsFor<keyof typeof manifest.caps>();

/** Serves a page's script or stylesheet at an address of the app host, to everybody, and again only when it changed. */
export function servePageFile(spec: {
  id: string;
  route: `GET /${string}`;
  summary: string;
  file: PageFile;
}): Operation {
  const { file, ...named } = spec;
  return operation({
    ...named,
    raw: "download",
    also: [304],
    anonymous: true,
    permit: anyone(),
    run: ({ request }) => answerPageFile(file, request.headers),
  });
}
