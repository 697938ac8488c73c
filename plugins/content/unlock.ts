// Typing a document's password: shows the form, takes what was typed, and leads on into the document.
import { Refusal, refuse, seeOther } from "../../kernel/plugin.ts";
import { type Asked, enter, findDocument } from "./access.ts";
import { keptQuery } from "./kept_query.ts";
import { countingMissing, redirect } from "./serve.ts";
import { encodePath, type ServedDocument } from "./served.ts";
import { type UnlockPage, unlockPage } from "./unlock_page.ts";
import { unlock } from "./unlocked.ts";

interface Unlocking extends Asked {
  slug: string;
  /** Where to go on to within the document, as it was sent. */
  path: string;
  /** The query to go on with, such as what a form is filled in with. */
  search: string;
}

/** The form, or the document where there is nothing to ask for. Throws the neutral 404 for a slug that leads nowhere. */
export function showUnlock(asked: Unlocking): Promise<Response> {
  return countingMissing(asked, async () => {
    const document = await demandDocument(asked);
    const to = addressIn(document, asked);
    if (document.visibility !== "password" || (await isOpen(document, asked))) return redirect(to);
    return unlockPage(asked, {
      slug: document.slug,
      path: asked.path,
      search: keptQuery(asked.search),
      outcome: "asked",
    });
  });
}

/**
 * Opens the document to this browser when the password is right. A wrong one is a 403 and counts, together with those sent by HTTP
 * Basic; too many are a 429. Throws 403 for a form of another origin.
 */
export async function sendUnlock(asked: Unlocking & { password: string }): Promise<Response> {
  refuseForeignForm(asked);
  return countingMissing(asked, async () => {
    const document = await demandDocument(asked);
    const to = addressIn(document, asked);
    if (document.visibility !== "password" || document.password_hash === null) return seeOther(to);
    const outcome = await tryPassword(asked, { ...document, password_hash: document.password_hash });
    if (outcome !== "right")
      return answer(asked, { slug: document.slug, path: asked.path, search: keptQuery(asked.search), outcome });
    const response = seeOther(to);
    response.headers.append("set-cookie", unlock(asked.runtime, document.password_hash, asked));
    return response;
  });
}

async function tryPassword(
  asked: Unlocking & { password: string },
  { slug, password_hash }: ServedDocument & { password_hash: string },
): Promise<"right" | UnlockPage["outcome"]> {
  const { request, documents, now, password: given } = asked;
  try {
    const isRight = await documents.passwords({ slug, password_hash, given, network: request.network, now });
    return isRight ? "right" : "wrong";
  } catch (error) {
    if (error instanceof Refusal && error.kind === "limited" && isForPeople(asked)) {
      return { wait_seconds: Number(error.detail["retry_after"]) };
    }
    throw error;
  }
}

/** The form again for people; for a caller that wants data the refusal itself. */
function answer(asked: Unlocking, page: UnlockPage): Response {
  if (isForPeople(asked)) return unlockPage(asked, page);
  throw refuse.forbidden("this is not the password of the document");
}

function isForPeople({ request }: Unlocking): boolean {
  return request.headers.get("accept")?.includes("text/html") ?? false;
}

/** A sandboxed page has no origin, and so cannot press the button either. */
function refuseForeignForm({ request }: Unlocking): void {
  const origin = request.headers.get("origin");
  if (origin === null || origin === request.content_host.origin) return;
  throw refuse.forbidden(`cross-origin request refused: it comes from ${origin.slice(0, 200)}; type the password here`);
}

async function demandDocument(asked: Unlocking): Promise<ServedDocument> {
  const document = await findDocument(asked);
  if (!document) throw refuse.notFound("not found");
  return document;
}

/** Whether the request brings the password already. */
async function isOpen(document: ServedDocument, asked: Asked): Promise<boolean> {
  try {
    return (await enter(document, asked)).by === "proof";
  } catch (error) {
    if (error instanceof Refusal && error.kind === "unauthenticated") return false;
    throw error;
  }
}

const PATH_CHARS_MAX = 2000;
/** A longer one leads to the document at least. */
const SEARCH_CHARS_MAX = 4000;

/** An address within the document, whatever path was sent: what would lead out of it leads to its page. */
function addressIn({ slug }: ServedDocument, { path, search }: Pick<Unlocking, "path" | "search">): string {
  const isWithin =
    path.length <= PATH_CHARS_MAX &&
    !/[\\\p{Cc}]/u.test(path) &&
    !path.startsWith("~") &&
    path.split("/").every((segment) => segment !== "." && segment !== "..");
  const kept = search.length > SEARCH_CHARS_MAX ? "" : keptQuery(search);
  return `/d/${slug}/${isWithin ? encodePath(path) : ""}${kept}`;
}
