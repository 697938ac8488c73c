// Files of an answer: sent by whoever answers, and shown to them alone.
import { isJsonObject, type JsonObject, type JsonValue, refuse, t } from "../../../kernel/plugin.ts";
import { demandRepeat, uploadOptions } from "../../databases/port.ts";
import { baseName, parseFilePath } from "../../documents/port/read.ts";
import { manifest } from "../../manifest.ts";
import { operation } from "../../operation.ts";
import { declaredLength, receiveNew } from "../../uploads/port.ts";
import { countBegun } from "../answers/cost.ts";
import { addressedForm } from "../answers/gate.ts";
import { missing, readJsonBody } from "../answers/request.ts";
import { demandRespondent } from "../respondent/proof.ts";
import { type FileRef, seeFiles, sendSeen } from "../respondent/showing_files.ts";
import { keepFile, sentFile } from "../respondent/uploading.ts";

const FILES_MAX = manifest.caps.media_per_request;

const fileMembers = { doc_id: t.String(), version: t.Integer(), path: t.String() };

export const sendFile = operation({
  id: "form.upload",
  route: "PUT /d/{slug}/_media/upload/{field}",
  host: "content",
  summary: "Send a file for a form's attachment field",
  description:
    "The body is the file. `X-Service-Form-Token` is the ticket that stands in the form's page, `X-Service-Resume-Token` what goes on with the answer, `X-Service-Filename` the file's name, percent-encoded, `X-Service-Upload-Id` 8 to 64 letters, digits, `_` or `-`, the same for each try; other bytes under it are a 409. Where the form asks for work and none was sent with this answer yet, `X-Service-Form-Work` is what `work` is in `_draft`. Save the answered reference in the answer within 7 days, or the file expires.",
  params: t.Object({ field: t.String({ description: "The key of the attachment field." }) }),
  output: t.Object({ file: t.Object(fileMembers) }, { $id: "FormUpload" }),
  anonymous: true,
  raw: "upload",
  error_format: "form",
  permit: sentFile(),
  quota: "form_upload",
  // What has come already is not made again.
  charges: { quota: "publish", to: ({ done, writer }) => (done ? null : writer.actor) },
  publishes: () => "restricted",
  audit: "doc.publish",
  refuses: [400, 403, 404, 409, 410, 413, 415, 422, 429, 503],
  prepare: async (call) => {
    const { subject, request } = call;
    const { done, writer } = subject;
    if (done) {
      await demandRepeat(call, { ...subject, done });
      return null;
    }
    if (subject.is_beginning) await countBegun(call, subject.form);
    const options = uploadOptions(subject);
    const size_bytes = declaredLength(call, options);
    const as = { ...call, actor: writer.actor };
    return receiveNew(as, options, { stream: request.body, size_bytes, sha256: null });
  },
  run: async (call, _input, received) => {
    const { done } = call.subject;
    if (done) return { file: { doc_id: done.doc_id, version: 1, path: done.path } };
    if (!received) throw new Error("an upload that is not done was received");
    return { file: await keepFile(call, received) };
  },
});

const SeenFile = t.Object(
  {
    ...fileMembers,
    available: t.Boolean({ description: "False for a file that is not there or not yours to see." }),
    name: t.Nullable(t.String()),
    type: t.Nullable(t.String()),
    size: t.Nullable(t.Integer(), { description: "Bytes." }),
    url: t.Nullable(t.String(), { description: "Shows it for 10 minutes, while the form is open to you." }),
    expires_at: t.Nullable(t.Instant(), { description: "Of url." }),
  },
  { $id: "FormFile" },
);

export const resolveSent = operation({
  id: "form.media",
  route: "POST /d/{slug}/_media",
  host: "content",
  summary: "Resolve the files of an answer into what shows them",
  description: `JSON \`{token, resume_token, files: [{doc_id, version, path}]}\`, at most ${FILES_MAX} files, answered in their order: those that this respondent sent, and those that the form has them review.`,
  anonymous: true,
  effect: "read",
  permit: addressedForm(),
  quota: "form_draft",
  raw: "page",
  error_format: "form",
  answers: { 200: t.Object({ files: t.Array(SeenFile) }, { $id: "FormFiles" }) },
  refuses: [400, 403, 404, 410, 413, 422, 429],
  run: async (call) => {
    const sent = await readJsonBody(call);
    const { token, resume_token } = sent;
    if (typeof token !== "string") throw refuse.unprocessable([missing("token", "a text, as the page holds it")]);
    if (typeof resume_token !== "string") {
      throw refuse.unprocessable([missing("resume_token", "what goes on with the answer")]);
    }
    const respondent = await demandRespondent(call, { token, resume_token });
    const refs = readRefs(sent);
    const seen = await seeFiles(call, respondent, refs);
    const files = refs.map((ref, at) => {
      const file = seen[at];
      if (!file) return { ...ref, available: false, name: null, type: null, size: null, url: null, expires_at: null };
      return { ...ref, available: true, name: baseName(ref.path), ...file };
    });
    return Response.json({ files }, { headers: { "cache-control": "private, no-store" } });
  },
});

function readRefs({ files }: JsonObject): FileRef[] {
  if (!Array.isArray(files)) throw refuse.unprocessable([missing("files", "a list of {doc_id, version, path}")]);
  if (files.length > FILES_MAX)
    throw refuse.invalid(`files has ${files.length} entries; at most ${FILES_MAX} are resolved`);
  return files.map(readRef);
}

function readRef(value: JsonValue): FileRef {
  const { doc_id, version, path } = isJsonObject(value) ? value : {};
  if (typeof doc_id !== "string" || typeof version !== "number" || typeof path !== "string") {
    throw refuse.unprocessable([missing("files", "a list of {doc_id, version, path}")]);
  }
  if (!Number.isInteger(version) || version < 1 || version >= 2 ** 31) {
    throw refuse.invalid(`files names version ${version}; versions are numbers from 1`);
  }
  parseFilePath(path);
  return { doc_id: doc_id.slice(0, 200), version, path: path.normalize("NFC") };
}

export const showSent = operation({
  id: "form.media.show",
  route: "GET /d/{slug}/_media/file/{ticket}",
  host: "content",
  summary: "Show a file of an answer to whoever sent it",
  description: "The address is the credential; it comes from `POST /d/{slug}/_media`. Ranges work.",
  anonymous: true,
  raw: "download",
  error_format: "content",
  permit: addressedForm(),
  also: [206, 304],
  refuses: [403, 404, 410, 416, 429],
  run: (call, { params }) => sendSeen(call, params.ticket),
});
