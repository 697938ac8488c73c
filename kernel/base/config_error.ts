// The error of a deployer's mistake, apart from what reads the configuration, so that everything may throw it.

/** A mistake in the configuration; the message is one line that names the variable, the value seen and the fix. */
export class ConfigError extends Error {
  override name = "ConfigError";
}
