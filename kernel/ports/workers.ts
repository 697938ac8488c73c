// The kernel's door for plugins to work beside the event loop.

export { hashPassword, verifyPassword } from "../workers/password_hash.ts";
export { sharedThreads, type TaskOptions, type WarmUp, workBounds } from "../workers/workers.ts";
