// The error that stops the start, alone in a file so that every part of the boot may throw it.

/** A contradiction between plugins, or between a plugin and the manifest; it stops the start. */
export class BootError extends Error {
  override name = "BootError";
}
