// Says what an S3 failure means:
// a wrong setting stops the start, an outage or a key that ended is a 503, anything else is a bug to log.
import { S3ServiceException } from "@aws-sdk/client-s3";
import { ConfigError } from "../base/config_error.ts";
import { cutShort } from "../base/dependency.ts";
import type { Log } from "../base/log.ts";
import { Refusal, refuse } from "../base/refusal.ts";
import type { S3Config } from "../config/config.ts";

/** True when the store answered with one of these codes. */
export function isNamed(error: unknown, names: readonly string[]): boolean {
  return error instanceof S3ServiceException && names.includes(error.name);
}

/**
 * An outage becomes `refuse.unavailable`, its reason logged, and so does a bucket that is gone or that the key does not open any more; a
 * refusal and any other clear answer of the store stay what they are.
 */
export function explainS3(error: unknown, log: Log): unknown {
  if (error instanceof Refusal) return error;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status === 401 || status === 403 || isNamed(error, ["NoSuchBucket"])) {
    log.error(
      { err: error },
      "the bucket is closed to this server: look at S3_BUCKET and its key, and ask docsvc doctor",
    );
    return cutShort(
      refuse.unavailable(
        "the store that holds the files does not let this server in: whoever runs it has to mend that",
      ),
    );
  }
  if (status && status < 500 && status !== 408 && status !== 429) return error;
  log.warn({ err: error }, "the bucket does not answer");
  return cutShort(refuse.unavailable("the store that holds the files does not answer: try again in a moment"));
}

/** What a failed first look at the bucket says about the configuration. */
export function explainBucket(error: unknown, config: S3Config): ConfigError {
  const place = config.endpoint ?? `Amazon S3 in ${config.region}`;
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status === 404) {
    return new ConfigError(
      `S3_BUCKET is "${config.bucket}": ${place} has no such bucket; create it or correct the name (S3_FORCE_PATH_STYLE=true if the store wants the bucket in the path)`,
    );
  }
  if (status === 401 || status === 403) {
    return new ConfigError(
      `S3_BUCKET is "${config.bucket}": ${place} denies access to it; correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give that key the right to list, read, write and delete`,
    );
  }
  if (status === 301 || status === 400) {
    return new ConfigError(`S3_REGION is "${config.region}": the bucket "${config.bucket}" is in another one; set it`);
  }
  if (error instanceof Error && error.name === "CredentialsProviderError") {
    return new ConfigError(
      `S3_BUCKET is "${config.bucket}", and this machine has no key for it: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role that may list, read, write and delete there`,
    );
  }
  const reason = error instanceof Error ? error.message || error.name : String(error);
  return new ConfigError(
    `S3_ENDPOINT is "${config.endpoint ?? ""}": ${place} does not answer (${reason}); start the store or correct the address`,
  );
}
