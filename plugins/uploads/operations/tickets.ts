// Upload tickets: made by a signed-in caller or an agent, used once by whoever holds the address,
// followed by their maker (rules: uploads/tickets).
import { answerPage, type Permit, refuse, type Static, sha256Hex, signedIn, t } from "../../../kernel/plugin.ts";
import { authorOf } from "../../../kernel/ports/access.ts";
import type { Target } from "../../documents/port/create.ts";
import { askToAnnounce, asUploaded, Document, manifestCaps, setLater, tags } from "../../documents/port/create.ts";
import { type LoadedDocument, showDocument } from "../../documents/port/read.ts";
import { operation } from "../../operation.ts";
import { servePageFile } from "../../pages.ts";
import { arrivingFor, checkUpload, refuseUnstorable, type UploadOptions, uploadBytesMax } from "../receive.ts";
import {
  arrivingByTicket,
  expiryOfTicket,
  finishedDocument,
  heldTicket,
  identifyHolder,
  ownTicket,
  signTicket,
} from "../tickets/holder.ts";
import { ticketPage, uploadScript, uploadStyle } from "../tickets/page.ts";
import { finishTicket, keepPart, keepStaged, receiveArriving } from "../tickets/receive_ticket.ts";
import { fileArgument, quote } from "../tickets/shell.ts";
import { insertTicket, lockTicket, type Ticket } from "../tickets/store.ts";
import { uploadMembers, uploadTarget } from "./upload.ts";

const TICKET_TOOL =
  "Get an address to which one file can be sent by a plain HTTP PUT, for files too large to pass as an argument. Run the answered curl command where the file is, or give upload_url to a person to open in a browser. With stage: true nothing is published: pass upload_id to a tool that takes content.";

export const createUpload = operation({
  id: "upload.create",
  route: "POST /api/uploads",
  tool: { name: "create_upload", wording: TICKET_TOOL },
  summary: "Make an upload ticket",
  description:
    "The address in upload_url takes one file by PUT within 60 minutes and needs no other credential. It ends with the token or the session that made it.",
  body: t.Object({
    ...uploadMembers,
    description: t.Optional(
      t.String({ maxLength: manifestCaps.ticket_description_chars, description: "Shown on the page of a file share." }),
    ),
    tags,
    stage: t.Optional(
      t.Boolean({ description: "True keeps the file for one write that takes upload_id, and publishes nothing." }),
    ),
    size: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "Bytes of the file; a file of another size is refused.",
      }),
    ),
    sha256: t.Optional(
      t.String({ pattern: "^[0-9a-fA-F]{64}$", description: "64 hex digits; a file with another hash is refused." }),
    ),
    content_type: t.Optional(
      t.String({ maxLength: 200, description: "For the sender's own use: the file name's ending decides." }),
    ),
  }),
  elsewhere: setLater("password", "expires_at", "alias", "attrs", "legal_hold"),
  output: t.Object(
    {
      ticket_id: t.Integer(),
      upload_url: t.String({ description: "Takes the file; in a browser it shows a page to drop it on." }),
      method: t.Literal("PUT"),
      expires_at: t.Instant(),
      max_bytes: t.Integer(),
      curl: t.String({ description: "A command that sends the file." }),
      doc_id: t.Optional(t.String({ description: "The document whose file will be replaced." })),
      upload_id: t.Optional(
        t.Integer({ description: "With stage: true, what stands for the file in a write once it has come." }),
      ),
    },
    { $id: "UploadTicket" },
  ),
  status: 201,
  rules: ({ body }) => checkUpload(body),
  permit: ({ body }) => announcedUpload(body),
  connection_limit: "places",
  publishes: ({ body }, target) => target && asUploaded(body, target),
  once: "idempotency_key",
  audit: "upload.create",
  refuses: [409, 423, 429],
  run: async (call, { body }) => {
    const { runtime, now, subject } = call;
    if (subject && !("doc_id" in subject)) await askToAnnounce(call, subject, body);
    const { size, sha256, content_type: _type, idempotency_key: _key, lock_token, ...rest } = body;
    // A ticket lies in the database for days, and a lease's token in clear must not.
    const options: UploadOptions = {
      ...rest,
      ...(lock_token === undefined ? {} : { lock_hash: sha256Hex(lock_token) }),
    };
    const author = authorOf(call);
    const ticket = {
      ...author,
      options,
      size_bytes: size ?? null,
      sha256: sha256?.toLowerCase() ?? null,
      expires_at: expiryOfTicket(now),
    };
    const ticketId = await insertTicket(call.sql, { ...ticket, now });
    const url = `${runtime.config.base_url}/u/${signTicket(call, { ...ticket, ticket_id: ticketId, author })}`;
    call.note("upload.create", {
      target_type: "upload",
      target_id: ticketId,
      meta: { filename: options.filename, doc_id: options.doc_id },
    });
    return {
      ticket_id: ticketId,
      upload_url: url,
      method: "PUT" as const,
      expires_at: ticket.expires_at.toISOString(),
      max_bytes: uploadBytesMax(call, options),
      curl: `curl --globoff -T ${fileArgument(options.filename)} ${quote(url)}`,
      ...(options.doc_id === undefined ? {} : { doc_id: options.doc_id }),
      ...(options.stage ? { upload_id: ticketId } : {}),
    };
  },
});

/** The checks of an upload that can be made before there is one: where it goes, whether it fits, whether the hour is full. */
function announcedUpload(options: UploadOptions & { size?: number }): Permit<Target | LoadedDocument | null> {
  const target = options.stage ? signedIn() : uploadTarget(options);
  return {
    needs: target.needs,
    check: async (call, input) => {
      const most = uploadBytesMax(call, options);
      const { size = null } = options;
      if (size !== null && size > most) throw refuse.tooLarge(`size is ${size} bytes; at most ${most} are taken here`);
      const found = await target.check(call, input);
      const { actor } = call;
      if (!actor) throw refuse.unauthenticated("authentication required");
      const permitted = "credential" in found ? null : found;
      // Where nobody says how much will come it is a byte at least.
      await refuseUnstorable({ ...call, actor }, { size: size ?? 1, for: permitted && arrivingFor(permitted) });
      await call.runtime.quotas.peekFor("publish", call);
      return permitted;
    },
  };
}

const Progress = t.Object(
  {
    ticket_id: t.Integer(),
    state: t.Literal("receiving"),
    upload_offset: t.Integer({ description: "The byte at which the next part begins." }),
  },
  { $id: "UploadProgress" },
);

const StagedUpload = t.Object(
  {
    upload_id: t.Integer({ description: "What stands for the file in a write." }),
    state: t.Literal("staged"),
    size: t.Integer({ description: "Bytes." }),
    expires_at: t.Instant({ description: "Until then one write may take it." }),
  },
  { $id: "StagedUpload" },
);

export const useTicket = operation({
  id: "upload.put",
  route: "PUT /u/{ticket}",
  summary: "Send the file of an upload ticket",
  description:
    "The address is the credential. The first whole file answers 201 with its document; every later request answers 200 with the same one. A file may come in parts, each with Content-Range: 202 tells where to go on. A staged file makes no document; the answer says until when a write may take it.",
  output: t.Union([Document, Progress, StagedUpload]),
  status: 201,
  also: [200, 202],
  raw: "upload",
  error_format: "upload",
  identify: identifyHolder,
  permit: arrivingByTicket(),
  connection_limit: "places",
  publishes: (_input, { ticket, target }) => target && asUploaded(ticket.options, target),
  // One upload counts once, however many parts it comes in; what is staged counts with the write that takes it.
  quota: { name: "publish", when: (_input, { ticket, target }) => target !== null && ticket.offset === 0 },
  audit: ["doc.publish", "doc.edit", "upload.stage"],
  refuses: [403, 404, 409, 423, 429],
  prepare: receiveArriving,
  run: async (call, _input, arrived) => {
    const { reply, subject } = call;
    const current = await lockTicket(call.sql, subject.ticket);
    if (!current) throw refuse.framework("forbidden", "this upload ticket has expired; ask for a new one");
    if (current.state === "done") {
      reply.status = 200;
      const document = await finishedDocument(call, current);
      return withoutPeople(showDocument(document, call));
    }
    if (current.state === "staged") {
      reply.status = 200;
      return showStaged(current);
    }
    if (!arrived) throw new Error("a finished ticket is unfinished again");
    if ("staged" in arrived) return showStaged(await keepStaged(call, current, arrived.staged));
    if ("whole" in arrived) return withoutPeople(await finishTicket(call, current, arrived.whole));
    const offset = await keepPart(call, current, arrived.part);
    reply.status = 202;
    reply.headers.set("upload-offset", String(offset));
    return { ticket_id: current.ticket_id, state: "receiving" as const, upload_offset: offset };
  },
});

function showStaged({ ticket_id: upload_id, offset: size, expires_at }: Ticket): Static<typeof StagedUpload> {
  return { upload_id, state: "staged", size, expires_at: expires_at.toISOString() };
}

/** Whoever was given the address may be nobody of the workspace, and is not told who is. */
function withoutPeople({ created_by: _creator, ...shown }: Static<typeof Document>): Static<typeof Document> {
  return shown;
}

export const showTicket = operation({
  id: "upload.page",
  route: "GET /u/{ticket}",
  summary: "The page to drop a ticket's file on",
  description: "HEAD answers Upload-Offset: how many bytes have come, and where the next part begins.",
  raw: "page",
  identify: identifyHolder,
  permit: heldTicket(),
  connection_limit: "places",
  refuses: [403, 429],
  details: [403],
  run: (call) => {
    const { runtime } = call;
    const { ticket, document } = call.subject;
    const url = document && showDocument(document, call).url;
    const shown = document && url ? { title: document.title, url } : null;
    const page = ticketPage({ ticket, document: shown, bytes_max: uploadBytesMax({ runtime }, ticket.options) });
    return answerPage(page, { headers: { "upload-offset": String(ticket.offset) } });
  },
});

export const readTicket = operation({
  id: "upload.get",
  route: "GET /api/uploads/{ticket_id}",
  summary: "How an upload goes",
  description: "For whoever made the ticket.",
  params: t.Object({ ticket_id: t.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
  output: t.Object(
    {
      state: t.OneOf(["waiting", "receiving", "staged", "done", "failed", "expired"]),
      doc_id: t.Optional(t.String()),
      version: t.Optional(t.Integer()),
      error: t.Optional(t.String({ description: "Why the last try failed." })),
    },
    { $id: "UploadState" },
  ),
  permit: ownTicket(),
  connection_limit: "places",
  run: ({ subject, now }) => showState(subject, now),
});

function showState(ticket: Ticket, now: Date) {
  const { state, doc_id, version, error } = ticket;
  if (state === "done" && doc_id !== null && version !== null) return { state, doc_id, version };
  if (ticket.expires_at <= now) return { state: "expired" as const, ...(error === null ? {} : { error }) };
  return { state, ...(error === null ? {} : { error }) };
}

export const readUploadScript = servePageFile({
  id: "upload.script",
  route: "GET /u/page/upload.js",
  summary: "The script of the upload page",
  file: uploadScript,
});

export const readUploadStyle = servePageFile({
  id: "upload.style",
  route: "GET /u/page/upload.css",
  summary: "The stylesheet of the upload page",
  file: uploadStyle,
});
