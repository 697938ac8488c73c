// Tells the loss of Postgres from every other error, so that the one becomes a 503 and the other stays a bug.

const DRIVER_CODES = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ENOENT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "ENETDOWN",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "ENOTFOUND",
  // Bun's names for a connection that could not be made.
  "ConnectionRefused",
  "FailedToOpenSocket",
]);

// 57P01 to 57P05 are shutdown, crash, start-up, dropped database and idle session; 53300 is "too many clients";
// 25P03 and 25P04 are the time limits of a transaction, which close its connection; class 08 is the connection itself.
const SERVER_CODES = /^(57P0[1-5]|53300|25P0[34]|08...)$/;

/** True when `error` means that Postgres is away, is not yet ready or went away in the middle. */
export function isConnectionLoss(error: unknown): boolean {
  const code = readCode(error);
  return code !== null && (DRIVER_CODES.has(code) || SERVER_CODES.test(code));
}

function readCode(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  // A file that is missing is also ENOENT: only a socket's comes from `connect`.
  if (error.code === "ENOENT" && !("syscall" in error && error.syscall === "connect")) return null;
  return typeof error.code === "string" ? error.code : null;
}
