// The kernel's operation(), bound to the names that the manifest declares.
import { operationFor } from "../kernel/mod.ts";
import type { manifest } from "./manifest.ts";

/** Declares an operation; an unknown gate or quota does not typecheck. */
export const operation = operationFor<keyof typeof manifest.gates, keyof typeof manifest.quotas>();
