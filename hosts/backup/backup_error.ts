// The error of a backup or a restore that cannot be done,
// alone in a file so that every part of the engine may throw it.

/** What stands in the way, in one line that names the damaged or missing part and the way out. */
export class BackupError extends Error {
  override name = "BackupError";
}
