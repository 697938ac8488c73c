// Checks where bytes and mail go:
// the blob store in both S3 address styles, the mail server, the outbox, the sign-in provider.
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  createLog,
  createMail,
  isWritable,
  openBlobs,
  readSettings,
  type S3Config,
  systemClock,
} from "../../../kernel/host.ts";
import type { Config } from "../../../kernel/plugin.ts";
import type { BlobStore } from "../../../kernel/ports/blobs.ts";
import { providerSettings } from "../../../plugins/signin/port.ts";
import { type Finding, fail, failWith, fine, messageOf, warn } from "./finding.ts";
import { noFolder } from "./settings.ts";

const ANSWER_MS_MAX = 10_000;
const log = createLog("silent");

/** Writes a probe, reads it back and removes it. */
export async function examineBlobs(config: Config): Promise<Finding> {
  if (!config.s3 && !existsSync(config.data_dir)) {
    return warn("blob store", { seen: "no folder yet", fix: "nothing to do: the first start makes it" });
  }
  if (!config.s3 && !statSync(config.data_dir).isDirectory()) return fail("blob store", noFolder(config.data_dir));
  try {
    await probe(await openBlobs(config, { log }));
    return fine(
      "blob store",
      config.s3 ? `bucket ${config.s3.bucket} takes and gives bytes` : `the disk takes and gives bytes`,
    );
  } catch (error) {
    const other = config.s3 && (await tryOtherStyle(config, config.s3));
    return other ?? failWith("blob store", error);
  }
}

async function probe(store: BlobStore): Promise<void> {
  await store.check();
}

async function tryOtherStyle(config: Config, s3: S3Config): Promise<Finding | null> {
  const force_path_style = !s3.force_path_style;
  try {
    await probe(await openBlobs({ ...config, s3: { ...s3, force_path_style } }, { log }));
  } catch {
    return null;
  }
  const seen = `${s3.endpoint ?? "Amazon S3"} wants the bucket's name in the ${force_path_style ? "path" : "host name"}`;
  return fail("blob store", { seen, fix: `set S3_FORCE_PATH_STYLE=${force_path_style}` });
}

/** Signs in at the mail server, or looks at the folder that takes its place. Sends nothing. */
export async function examineMail(config: Config): Promise<Finding> {
  const mail = createMail({ config, clock: systemClock(), log });
  if (mail.kind === "smtp") {
    const problem = await mail.check();
    if (problem === null) return fine("mail", `the server of SMTP_URL takes mail from ${config.mail_from}`);
    return fail("mail", { seen: problem, fix: "correct SMTP_URL (host, port, user, password), or unset it" });
  }
  const outbox = join(config.data_dir, "outbox");
  if (existsSync(outbox) && !isWritable(outbox)) {
    return fail("mail", { seen: `${outbox} cannot be written`, fix: "give the folder to the user of the server" });
  }
  return warn("mail", { seen: `nobody gets mail: it is laid in ${outbox}`, fix: "set SMTP_URL to send it" });
}

/** Reads the provider's discovery document, when there is a provider (OpenID Connect Discovery 1.0, 4.3). */
export async function examineProvider({ env }: Config): Promise<Finding[]> {
  const provider = readSettings(providerSettings, env);
  if (!provider) return [];
  const { OIDC_ISSUER: named } = provider;
  const address = `${named.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const fix = "correct OIDC_ISSUER to the address that the provider's discovery document names";
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
    if (!response.ok) return [fail("sign-in provider", { seen: `${address} answers ${response.status}`, fix })];
    const found: unknown = await response.json();
    const issuer = found instanceof Object && "issuer" in found ? String(found.issuer) : "no issuer";
    if (issuer === named) return [fine("sign-in provider", `${issuer} answers`)];
    return [fail("sign-in provider", { seen: `${address} names ${issuer} and OIDC_ISSUER is ${named}`, fix })];
  } catch (error) {
    return [fail("sign-in provider", { seen: `${address} does not answer (${messageOf(error)})`, fix })];
  }
}
