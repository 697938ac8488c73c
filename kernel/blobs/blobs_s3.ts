// Keeps blobs in an S3 bucket, so that many machines can serve the same bytes; loaded only when a bucket is configured.
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { Log } from "../base/log.ts";
import { refuse } from "../base/refusal.ts";
import { HOUR_MS } from "../base/time.ts";
import type { S3Config } from "../config/config.ts";
import { type Intake, openIntake } from "./blob_intake.ts";
import type { BlobStore, ByteRange, PutOptions, StoredBytes, StoredObject } from "./blob_store.ts";
import { explainBucket, explainS3, isNamed } from "./s3_errors.ts";

/** Everything of ours lies under this, so that a sweep never touches what else is in the bucket. */
const PREFIX = "blobs/";
/** A part is held in memory whole, so it is as small as S3 allows; 10,000 of them are 48 GiB. */
const PART_BYTES = 5 * 1024 * 1024;
const PARTS_AT_ONCE = 2;
/** An object's age counts from the start of its upload: one that took past the sweep's grace period would be born an orphan. */
const PUT_MS_MAX = 4 * HOUR_MS;
/** From the first byte sent to the answer: long enough for two parts side by side on a line of 1.5 Mbit/s. */
const ANSWER_MS_MAX = 60_000;
const UNFINISHED = /^([0-9a-f]{32})\.part\.(.+)$/s;

interface Bucket {
  client: S3Client;
  name: string;
}

/** Opens the store in the bucket. Throws `ConfigError` when the bucket does not answer or may not be used. */
export async function openS3Blobs(config: S3Config, options: { log: Log }): Promise<BlobStore> {
  const bucket = { client: connect(config), name: config.bucket };
  await bucket.client.send(new HeadBucketCommand({ Bucket: bucket.name })).catch((error: unknown) => {
    throw explainBucket(error, config);
  });

  async function reach<T>(work: Promise<T>): Promise<T> {
    return work.catch((error: unknown) => {
      throw explainS3(error, options.log);
    });
  }

  async function put(body: ReadableStream<Uint8Array> | Uint8Array, given: PutOptions = {}): Promise<StoredBytes> {
    return putObject(bucket, { body, given, log: options.log });
  }

  async function bytes(key: string): Promise<Uint8Array<ArrayBuffer>> {
    const { Body } = await reach(getObject(bucket, key));
    return Body ? new Uint8Array(await reach(Body.transformToByteArray())) : new Uint8Array();
  }

  async function remove(key: string): Promise<void> {
    await reach(removeObject(bucket, key));
  }

  return {
    put,
    get: async (key, range) => {
      // S3 has no way to ask for no bytes.
      if (range && range.end <= range.start) return new Blob([]);
      const { Body } = await reach(getObject(bucket, key, range));
      return Body ? Body.transformToWebStream() : new Blob([]);
    },
    bytes,
    remove,
    list: () => listBucket(bucket, options.log),
    check: async () => {
      const probe = randomBytes(32);
      const { key } = await put(probe);
      const back = await bytes(key).finally(() => remove(key));
      if (!probe.equals(back)) throw new Error(`a probe written to the bucket ${bucket.name} came back changed`);
    },
  };
}

function connect(config: S3Config): S3Client {
  return new S3Client({
    region: config.region,
    forcePathStyle: config.force_path_style,
    ...(config.endpoint ? { endpoint: config.endpoint } : {}),
    ...(config.credentials ? { credentials: config.credentials } : {}),
    // Stores other than Amazon's often refuse the checksums that the SDK adds unasked.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 2000, requestTimeout: ANSWER_MS_MAX, throwOnRequestTimeout: true },
  });
}

async function putObject(
  bucket: Bucket,
  what: { body: ReadableStream<Uint8Array> | Uint8Array; given: PutOptions; log: Log },
): Promise<StoredBytes> {
  const { body, given, log } = what;
  const key = randomBytes(16).toString("hex");
  const deadline = new AbortController();
  const tooSlow = refuse.unavailable(`the upload was not complete after ${PUT_MS_MAX / HOUR_MS} hours: send it again`);
  const timer = setTimeout(() => deadline.abort(tooSlow), PUT_MS_MAX);
  const signal = given.signal ? AbortSignal.any([given.signal, deadline.signal]) : deadline.signal;
  const intake = openIntake(body, { ...given, signal });
  const faults: unknown[] = [];
  const source = Readable.from(noteFaults(intake.chunks, faults));
  try {
    // Bytes in memory are counted before any is sent, and then need no copy.
    if (body instanceof Uint8Array) for await (const _ of source);
    await new Upload({
      client: bucket.client,
      params: { Bucket: bucket.name, Key: PREFIX + key, Body: body instanceof Uint8Array ? body : source },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    }).done();
    return { key, ...intake.sum() };
  } catch (error) {
    // The store may have finished although its answer was lost.
    await removeObject(bucket, key).catch(() => {});
    throw faults.length > 0 ? faults[0] : explainS3(error, log);
  } finally {
    clearTimeout(timer);
    source.destroy();
  }
}

/** What the sender did wrong must not be taken for a fault of the store. */
async function* noteFaults(chunks: Intake["chunks"], faults: unknown[]): AsyncGenerator<Uint8Array> {
  try {
    while (true) {
      // Only this may be the sender's doing: a stream that the SDK gives up throws at the yield.
      const next = await chunks.next().catch((error: unknown) => {
        faults.push(error);
        throw error;
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await chunks.return();
  }
}

function getObject(bucket: Bucket, key: string, range?: ByteRange): Promise<GetObjectCommandOutput> {
  return bucket.client.send(
    new GetObjectCommand({
      Bucket: bucket.name,
      Key: PREFIX + key,
      ...(range ? { Range: `bytes=${range.start}-${range.end - 1}` } : {}),
    }),
  );
}

async function removeObject({ client, name }: Bucket, key: string): Promise<void> {
  const [, begun, UploadId] = UNFINISHED.exec(key) ?? [];
  if (!begun) {
    await client.send(new DeleteObjectCommand({ Bucket: name, Key: PREFIX + key }));
    return;
  }
  try {
    await client.send(new AbortMultipartUploadCommand({ Bucket: name, Key: PREFIX + begun, UploadId }));
  } catch (error) {
    if (!isNamed(error, ["NoSuchUpload"])) throw error;
  }
}

async function* listBucket(bucket: Bucket, log: Log): AsyncGenerator<StoredObject> {
  try {
    const pages = paginateListObjectsV2({ client: bucket.client }, { Bucket: bucket.name, Prefix: PREFIX });
    for await (const { Contents = [] } of pages) {
      for (const { Key = "", Size = 0, LastModified } of Contents) {
        if (LastModified) yield { key: Key.slice(PREFIX.length), size_bytes: Size, modified: LastModified };
      }
    }
    yield* listUnfinished(bucket, log);
  } catch (error) {
    throw explainS3(error, log);
  }
}

/** Uploads in parts that were neither completed nor aborted; the store bills for them although no list shows them. */
async function* listUnfinished({ client, name }: Bucket, log: Log): AsyncGenerator<StoredObject> {
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {};
  while (marker) {
    const page: ListMultipartUploadsCommandOutput | null = await client
      .send(new ListMultipartUploadsCommand({ Bucket: name, Prefix: PREFIX, ...marker }))
      .catch((error: unknown) => {
        if (!isNamed(error, ["NotImplemented", "MethodNotAllowed", "AccessDenied"])) throw error;
        log.warn({ err: error }, "the bucket does not list unfinished uploads: let its lifecycle rule abort them");
        return null;
      });
    for (const { Key = "", UploadId = "", Initiated } of page?.Uploads ?? []) {
      const key = `${Key.slice(PREFIX.length)}.part.${UploadId}`;
      if (Initiated) yield { key, size_bytes: 0, modified: Initiated };
    }
    marker = page?.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null;
  }
}
