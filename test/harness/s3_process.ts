// The S3 server of tests: s3rver, and the two calls about unfinished uploads that it lacks.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import S3rver from "s3rver";

const [directory = "", bucket = ""] = process.argv.slice(2);
const uploads = join(directory, bucket, "._S3rver_uploads");

const server = new S3rver({
  address: "127.0.0.1",
  port: 0,
  silent: true,
  directory,
  vhostBuckets: false,
  configureBuckets: [{ name: bucket }],
});
server.middleware.unshift(async (context, next) => {
  if (context.method === "DELETE" && context.query["uploadId"]) return abortUpload(context, context.query["uploadId"]);
  if (context.method === "GET" && context.query["uploads"] !== undefined) return listUploads(context);
  await next();
});
// s3rver removes a folder that a delete emptied, and deletes side by side then answer 500: this one is never empty.
mkdirSync(join(directory, bucket, "blobs"), { recursive: true });
writeFileSync(join(directory, bucket, "blobs", "keep"), "");
const { port } = await server.run();
console.log(port);
// The parent's end, however it comes, closes this pipe.
process.stdin.on("end", leave).resume();

function leave(): void {
  rmSync(directory, { recursive: true, force: true });
  process.exit();
}

function abortUpload(context: S3rver.Context, id: string): void {
  const folder = join(uploads, id.replace(/[^0-9a-f]/g, ""));
  const known = existsSync(folder);
  rmSync(folder, { recursive: true, force: true });
  context.status = known ? 204 : 404;
  if (!known) context.body = "<Error><Code>NoSuchUpload</Code><Message>no such upload</Message></Error>";
}

function listUploads(context: S3rver.Context): void {
  const entries = (existsSync(uploads) ? readdirSync(uploads) : []).map((id) => {
    const key = readFileSync(join(uploads, id, "key"), "utf8");
    const initiated = statSync(join(uploads, id, "key")).mtime.toISOString();
    return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`;
  });
  context.status = 200;
  context.body = `<?xml version="1.0"?><ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${entries.join("")}</ListMultipartUploadsResult>`;
}
