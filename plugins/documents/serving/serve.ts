// Answers a request for a published document: who may read, which file, sent how (part 3, "Content host"; design of the capability path).
import { fileResponse, issueViewerCookie, redeemHandoff, refuse, requestHandoff } from "../../../kernel/mod.ts";
import { type Asked, type Entrance, enter, isNavigation, makeCapability, openCapability } from "./access.ts";
import { fileHeaders, READABLE_FROM_ANYWHERE } from "./headers.ts";
import type { ServedDocument, ServedDocuments, ServedFile } from "./served.ts";

interface Wanted extends Asked {
  document: ServedDocument;
  /** The path inside the document as it was sent, without a capability. */
  path: string;
}

/** Throws the neutral 404 for whatever is not there, counted by address so that nobody can try addresses at leisure. */
export async function servePublished(
  documents: ServedDocuments,
  asked: Asked & { slug: string; path: string },
): Promise<Response> {
  try {
    return await serve(documents, asked);
  } catch (error) {
    if (error instanceof Error && "kind" in error && error.kind === "notFound") {
      await asked.house.quotas.take("content_missing", `ip:${asked.request.ip}`, asked.now);
    }
    throw error;
  }
}

async function serve(documents: ServedDocuments, asked: Asked & { slug: string; path: string }): Promise<Response> {
  const document = await documents.find(asked.slug);
  if (!document || document.deleted || (document.expires_at && document.expires_at <= asked.now))
    throw refuse.notFound("not found");
  const { pathname, searchParams } = asked.request.url;
  if (asked.path === "" && !pathname.endsWith("/")) return redirect(`${pathname}/`);
  const code = searchParams.get("handoff");
  if (code !== null) return finishHandoff({ ...asked, document }, code);
  const [first = "", ...rest] = asked.path.split("/");
  if (first.startsWith("~")) return serveByCapability({ ...asked, document, path: rest.join("/") }, first);
  const entrance = await enter(document, asked);
  const wanted = { ...asked, document };
  if (entrance.by === "nobody") return startHandoff(wanted);
  return serveTo(wanted, entrance);
}

function serveTo(wanted: Wanted, entrance: Exclude<Entrance, { by: "nobody" }>): Promise<Response> {
  const { document, house, now } = wanted;
  const [path, file] = findFile(document, wanted.path);
  // The page of an html document asks for its parts without a cookie, so it goes where a capability is in the path.
  if (entrance.by !== "link" && isPage(file)) {
    const capability = makeCapability(house.signer, document, { key: entrance.key, now });
    return Promise.resolve(redirect(`/d/${document.slug}/${capability}/${encodePath(wanted.path)}`));
  }
  return send(wanted, path, { file, open: entrance.by === "link", anywhere: entrance.by === "link" });
}

async function serveByCapability(wanted: Wanted, capability: string): Promise<Response> {
  const { document, request } = wanted;
  const clean = `/d/${document.slug}/${encodePath(wanted.path)}`;
  if (!(await openCapability(document, capability, wanted))) return redirect(clean);
  if (!isNavigation(request.headers)) {
    const [path, file] = findFile(document, wanted.path);
    return send(wanted, path, { file, open: false, anywhere: true });
  }
  // Going to a page takes the reader's own cookie or password: an address that was passed on opens nothing.
  const entrance = await enter(document, wanted);
  if (entrance.by === "nobody") return redirect(clean);
  const [path, file] = findFile(document, wanted.path);
  const own = entrance.by === "link" || (await isOwnCapability(wanted, capability, entrance.key));
  return own ? send(wanted, path, { file, open: false, anywhere: true }) : redirect(clean);
}

async function isOwnCapability({ house, now }: Wanted, capability: string, key: string): Promise<boolean> {
  return house.signer.verify("capability", capability.slice(1), now)?.["k"] === key;
}

function findFile(document: ServedDocument, path: string): [string, ServedFile] {
  const name = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  const file = document.files.get(name);
  if (!file) throw refuse.notFound("not found");
  return [name, file];
}

function isPage(file: ServedFile): boolean {
  return !file.generated && /^(text\/html|application\/xhtml\+xml)\b/.test(file.content_type);
}

function send(
  wanted: Wanted,
  path: string,
  sent: { file: ServedFile; open: boolean; anywhere: boolean },
): Promise<Response> {
  const { house, request } = wanted;
  const { file } = sent;
  const headers = fileHeaders(path, file, { open: sent.open, framers: `'self' ${house.config.base_url}` });
  return fileResponse({
    request: { method: request.method, headers: request.headers },
    size: file.size_bytes,
    etag: `"${file.sha256}"`,
    content_type: file.content_type,
    open: (range) => house.blobs.get(file.storage_key, range),
    headers: sent.anywhere ? { ...headers, ...READABLE_FROM_ANYWHERE } : headers,
  });
}

/** Sends an unknown reader to the app host, which knows them, and back. */
function startHandoff({ house, document, path, request }: Wanted): Response {
  const { nonce, cookie } = requestHandoff(request.headers);
  const target = new URL("/viewer/authorize", house.config.base_url);
  target.searchParams.set("slug", document.slug);
  target.searchParams.set("path", path);
  target.searchParams.set("nonce", nonce);
  const response = redirect(target.href);
  response.headers.append("set-cookie", cookie);
  return response;
}

async function finishHandoff(wanted: Wanted, code: string): Promise<Response> {
  const { house, document, request, now } = wanted;
  const clean = `/d/${document.slug}/`;
  const person = await redeemHandoff(
    { sql: house.database.sql, signer: house.signer },
    { code, slug: document.slug, headers: request.headers, now },
  );
  // A code that opens nothing any more starts over at the clean address.
  const response = redirect(person ? clean + encodePath(person.path) : clean);
  if (person) response.headers.append("set-cookie", issueViewerCookie(house.signer, person, now));
  return response;
}

function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

function redirect(location: string): Response {
  return new Response(null, {
    status: 302,
    headers: { location, "cache-control": "private, no-store", "referrer-policy": "no-referrer" },
  });
}
