// Certificate authorities that a deployer names in a file, beside the public ones.
import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import { ConfigError } from "../base/config_error.ts";

/** PEM of those in the file that `variable` names, and of the public ones. Throws ConfigError for a file without any. */
export function readAuthorities(variable: string, path: string): string {
  try {
    const own = readFileSync(path, "utf8");
    if (own.includes("-----BEGIN CERTIFICATE-----")) return [own, ...rootCertificates].join("\n");
  } catch {
    // Said below.
  }
  throw new ConfigError(`${variable} is "${path}", which holds no certificates: give a file of certificates in PEM`);
}
