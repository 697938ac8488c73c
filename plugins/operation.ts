// The kernel's operation() and its caps, bound to the names that the manifest declares.
import { capsFor, operationFor } from "../kernel/plugin.ts";
import type { manifest } from "./manifest.ts";

/** Declares an operation; an unknown gate, quota or audit action does not typecheck. */
export const operation = operationFor<
  keyof typeof manifest.gates,
  keyof typeof manifest.quotas,
  keyof typeof manifest.audit_actions
>();

/** The size or count of this name in a running server; an unknown name does not typecheck. */
export const capOf = capsFor<keyof typeof manifest.caps>();
