// Who reads a document, and what a call lets more people read of it:
// what the operations on documents say that they open and publish.
import { isWider, type Openness, widest } from "../../../kernel/plugin.ts";
import { type Audience, opennessAt } from "../../places/port.ts";
import type { Movable } from "../write/moves.ts";
import { type ContentBody, hasContent } from "./content_members.ts";
import type { LoadedDocument } from "./rows.ts";

type Open = Pick<LoadedDocument, "visibility" | "audience">;

/** Whoever may open the document reads it. Grants that narrow a workspace document are taken as if they did not. */
export function opennessOf({ visibility, audience }: Open): Openness {
  const there = opennessAt({ audience });
  return isWider(there, visibility) ? there : visibility;
}

/** What is written into a document, or brings it back, is for its readers. */
export function forItsReaders(_input: unknown, document: Open): Openness {
  return opennessOf(document);
}

/** What stands beside a document, as comments do, is for whom the API shows it: a link alone shows the page. */
export function besideIt({ visibility, listing, audience }: Open & Pick<LoadedDocument, "listing">): Openness {
  const isForMembers = visibility === "workspace" || (visibility === "unlisted" && listing === "team");
  return isForMembers ? "workspace" : opennessAt({ audience });
}

/** What is said of a new document as it is made. */
interface Placed {
  visibility?: LoadedDocument["visibility"];
}

/** A new document is for whom its visibility and its place let in. */
export function asPlaced(placed: Placed | undefined, { audience }: { audience: Audience | null }): Openness {
  return opennessOf({ visibility: placed?.visibility ?? "restricted", audience });
}

/** What is uploaded is a new document, or goes into one that is there. */
export function asUploaded(placed: Placed, subject: { audience: Audience | null } | LoadedDocument): Openness {
  return "doc_id" in subject ? opennessOf(subject) : asPlaced(placed, subject);
}

/** A document that has an end may be over already: its readers get it back when the end is put off. */
export function untilLater(_input: unknown, document: Open & Pick<LoadedDocument, "expires_at">): Openness | null {
  return document.expires_at === null ? null : opennessOf(document);
}

/** A document in the trash comes back for its readers, and for those of the place that is asked for. */
export function broughtBack({ target, ...document }: Movable): Openness | null {
  return widest(opennessOf(document), target && opennessAt(target));
}

/** The members of a PATCH by which somebody may read more. */
interface Change extends Placed {
  password?: string;
  listing?: LoadedDocument["listing"];
  retention_days?: number;
}

/** Whom a PATCH lets in: by another visibility or password, onto the team's list, at another place, or past the document's end. */
export function openedBy(change: Change, document: Movable): Openness | null {
  const { visibility = document.visibility } = change;
  const after = { ...document, visibility };
  const isListed = change.listing === "team" && document.listing !== "team";
  return widest(
    visibility === document.visibility ? null : visibility,
    change.password === undefined ? null : visibility,
    isListed ? besideIt({ ...after, listing: "team" }) : null,
    change.retention_days === undefined ? null : untilLater(change, after),
    document.target && opennessAt(document.target),
  );
}

/** Who reads what a PATCH writes, which is said as one with the visibility and the place that it sets. */
export function writtenBy(
  change: Placed & ContentBody & { title?: string; description?: string; tags?: unknown; attrs?: unknown },
  { target, ...document }: Movable,
): Openness | null {
  const { title, description, tags, attrs, visibility = document.visibility } = change;
  const isWritten = [title, description, tags, attrs].some((member) => member !== undefined);
  if (!isWritten && !hasContent(change)) return null;
  return widest(opennessOf({ ...document, visibility }), target && opennessAt(target));
}
