// Checks what needs no other program: the configuration, the secret, the data folder and its disk.
import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { choosePlugins, readAllSettings, refuseUnknownQuotas } from "../../../kernel/host.ts";
import type { Config } from "../../../kernel/plugin.ts";
import { manifest } from "../../../plugins/manifest.ts";
import { plugins as every } from "../../../plugins/mod.ts";
import { showBytes } from "../../command/byte_size.ts";
import { findMisspelt, misspeltWords } from "../server/misspelt.ts";
import { dataDirOf, findRunning, lookAtConfig } from "../server/running_server.ts";
import { type Finding, fail, failWith, fine, warn } from "./finding.ts";

type Env = Record<string, string | undefined>;

const FREE_BYTES_MIN = 256 * 1024 ** 2;
const FREE_BYTES_WANTED = 2 * 1024 ** 3;
/** A random secret of 32 characters has about 20 different ones; a typed one far fewer. */
const DISTINCT_CHARACTERS_MIN = 12;

/** The configuration, or null with the one finding that says why there is none. Makes no secret and no folder. */
export function examineConfig(env: Env): { config: Config | null; findings: Finding[] } {
  try {
    const named = lookAtConfig(env);
    const config = { ...named, ...findUnnamed(env) };
    const plugins = choosePlugins(manifest, config);
    refuseUnknownQuotas(config, manifest);
    readAllSettings({ config, manifest, plugins: every });
    const seen = `edition ${config.edition} with ${plugins.join(", ")}`;
    const misspelt = findMisspelt(env).map((one) => warn("variables", misspeltWords(one)));
    return { config, findings: [fine("configuration", seen), ...misspelt, ...examineScheme(config)] };
  } catch (error) {
    return { config: null, findings: [failWith("configuration", error)] };
  }
}

/** What the environment says of the addresses is what is examined; where it says nothing, what the running server said. */
function findUnnamed(env: Env): Partial<Config> {
  const isNamed = ["PORT", "BASE_URL", "CONTENT_URL"].some((name) => env[name]);
  return (isNamed ? null : findRunning(dataDirOf(env))) ?? {};
}

function examineScheme(config: Config): Finding[] {
  const { base_url, trusted_proxies } = config;
  const plain = findUnencrypted(config);
  if (plain) return [warn("encryption", { seen: `${plain} ${UNENCRYPTED}`, fix: ENCRYPT })];
  if (base_url.startsWith("https:") && trusted_proxies.length === 0) {
    return [
      warn("client addresses", {
        seen: "TLS ends at a proxy that is not trusted, so every visitor seems to come from it",
        fix: "set TRUSTED_PROXIES to the proxy's address",
      }),
    ];
  }
  return [];
}

/** What follows from an address that `findUnencrypted` answers, and what to do about it. */
export const UNENCRYPTED = "is not encrypted, and over plain http browsers keep no sign-in but on this machine itself";
export const ENCRYPT = "put a TLS proxy before it and use https://, or set HTTPS_PORT";

/** That of the two addresses at which browsers of other machines take no cookie of ours (RFC 6265bis, 4.1.2.5); null for neither. */
export function findUnencrypted({ base_url, content_url }: Pick<Config, "base_url" | "content_url">): string | null {
  const isPlain = (url: string) => url.startsWith("http:") && !isLoopback(new URL(url).hostname);
  return [base_url, content_url].find(isPlain) ?? null;
}

/** Whether a host name is this machine alone. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || /^(127\.|\[?::1\]?$)/.test(hostname);
}

/** The secret's strength and who may read it, without showing any of it. */
export function examineSecret(env: Env): Finding {
  const given = env["SECRET"];
  if (given) return examineStrength("SECRET", given);
  const file = join(dataDirOf(env), "secret");
  if (!existsSync(file)) return warn("secret", { seen: "none yet", fix: "nothing to do: the first start makes one" });
  if ((statSync(file).mode & 0o077) !== 0) {
    return fail("secret", { seen: `others may read ${file}`, fix: `chmod 600 ${file}` });
  }
  return examineStrength(file, readFileSync(file, "utf8").trim());
}

function examineStrength(where: string, secret: string): Finding {
  const distinct = new Set(secret).size;
  if (secret.length >= 32 && distinct >= DISTINCT_CHARACTERS_MIN) return fine("secret", `${where} is long and varied`);
  return fail("secret", {
    seen: `${where} has ${secret.length} characters, ${distinct} of them different, and can be guessed`,
    fix: "use what `openssl rand -base64 32` prints; everybody signs in anew",
  });
}

/** What is said where a file lies in place of DATA_DIR or above it. */
export function noFolder(path: string): { seen: string; fix: string } {
  return { seen: `${path} is no folder`, fix: "set DATA_DIR to one, or to where one can be made" };
}

/** Whether DATA_DIR can be written and has room. */
export function examineDisk({ data_dir }: Config): Finding[] {
  let folder = data_dir;
  while (!existsSync(folder)) folder = dirname(folder);
  if (!statSync(folder).isDirectory()) return [fail("data folder", noFolder(folder))];
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    const who = `uid ${process.getuid?.() ?? "of this process"}`;
    return [fail("data folder", { seen: `${who} may not write ${folder}`, fix: `chown it, or set DATA_DIR` })];
  }
  const state = folder === data_dir ? "is writable" : "is made at the first start";
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const room = {
    seen: `${showBytes(free)} free under ${data_dir}`,
    fix: "free space or move DATA_DIR to a larger disk",
  };
  const space =
    free < FREE_BYTES_MIN
      ? fail("disk", room)
      : free < FREE_BYTES_WANTED
        ? warn("disk", room)
        : fine("disk", room.seen);
  return [fine("data folder", `${data_dir} ${state}`), space];
}
