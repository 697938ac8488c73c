// What a new document is told and holds, between being asked for and being written.
import type { Attrs } from "../../model/attrs.ts";
import type { DocumentRow } from "../../model/rows.ts";
import type { ContentFile } from "../../write/content_file.ts";
import type { PublishedTexts } from "../../write/publishing.ts";
import type { Settled } from "../../write/targets.ts";

/** What a new document is told about itself. */
export interface NewDocument<Place = Settled> {
  title: string;
  title_set: boolean;
  kind: DocumentRow["kind"];
  doc_type: DocumentRow["doc_type"];
  place: Place;
  source_path: string;
  tags: string[];
  visibility: DocumentRow["visibility"];
  listing: DocumentRow["listing"];
  password_hash: string | null;
  /** Days; null where nobody chose any. */
  retention_days: number | null;
  description: string;
  attrs: Attrs;
  /** Of the file that it was made from. */
  filename: string | null;
}

/** With its end settled. */
export type EndingDocument<Place = Settled> = NewDocument<Place> & { retention_days: number; expires_at: Date | null };

/** What a new document holds. */
export interface NewContent {
  files: ContentFile[];
  message: string | null;
  /** What a plugin above will keep with it, for whoever has a rule on publishing. */
  entries?: PublishedTexts;
}

export type Unplaced = Omit<Settled, "place_id">;

/** A document that everybody has been asked about. */
export interface Begun<Place> {
  document: EndingDocument<Place>;
  content: NewContent & { doc_id: string; slug: string; size: number };
}
