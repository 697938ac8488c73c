// What plugins fill into the frame: each handles these hooks, and one that is off leaves not one word.
import { type Html, hook } from "../../../kernel/plugin.ts";
import type { Level } from "../../places/port.ts";
import type { Asking } from "./ask.ts";

/** A line of the rail: where it leads, its icon and its words. */
export interface Place {
  href: string;
  icon: string;
  label: string;
  /** Beside it, such as what is unread; nothing for 0. */
  count?: number;
  /** It stands in the bar as well, where the rail is folded away. */
  in_bar?: boolean;
  /** What lies in it, folded; `open` where it is unfolded. */
  inside?: readonly Place[];
  open?: boolean;
  /** More lies in it than is shown here, as in a folder; the script fetches it. */
  has_more?: boolean;
  /** What is inside is all of the level. */
  is_level?: boolean;
}

/** A part of the rail. */
export interface RailPart {
  /** Where it stands: `top` and `end` have no heading. */
  at: "top" | "middle" | "end";
  /** Parts of one place are in the order of this number. */
  order: number;
  heading?: string;
  /** Its places are unfolded down to the page that is shown. */
  is_tree?: boolean;
  /** Beside the heading, to make one more. */
  more?: { href: string; label: string };
  places: readonly Place[];
}

/** Asked for every page of the app that somebody is signed in to. */
export const railHook = hook<Asking, RailPart[]>("app.rail");

/** A line of the settings' one menu. */
export interface SettingsLine {
  group: "me" | "people" | "space" | "data" | "company" | "agents" | "server";
  order: number;
  href: string;
  icon: string;
  label: string;
}

/** What of the settings this person may open. */
export const settingsHook = hook<Asking, SettingsLine[]>("app.settings");

/** A place where something is made. */
export interface NewPlace {
  /** The space's slug; null for My documents. */
  root: string | null;
  /** The folder's path; nothing for the top. */
  folder: string;
}

/** What a form of something new is made with. */
export interface NewAsking {
  call: Asking;
  /** Where whoever asks stands, if they may put something there; else their My documents. */
  place: NewPlace;
  /** Where they may put something, the place itself among them, each by its name. */
  places: readonly (NewPlace & { label: string })[];
}

/** Something that can be made, offered to whoever may make it. */
export interface NewKind {
  /** In the page's address. */
  id: string;
  order: number;
  icon: string;
  label: string;
  hint: string;
  /** Asked for the kind that is chosen. */
  form: (asking: NewAsking) => Html | Promise<Html>;
}

/** Asked of what can be made, for the page of what is new. */
export const newKindsHook = hook<Asking, NewKind[]>("app.new_kinds");

/** What takes files that are dropped on a page. */
export interface DropIsland {
  body: Html;
  scripts: readonly string[];
  styles: readonly string[];
}

/** Asked for a page from which something may be made at a place. */
export const dropHook = hook<{ call: Asking; place: NewPlace }, DropIsland>("app.drop");

/** A part of somebody's home. */
export interface HomePart {
  order: number;
  id: string;
  heading: string;
  /** Leads to all of it. */
  all?: { href: string; label: string };
  body: Html;
}

/** Null for a part of which there is nothing to show. */
export const homeHook = hook<Asking, HomePart | null>("app.home");

/** A document as its page knows it, for those who fill parts of the page. */
export interface DocumentOnPage {
  doc_id: string;
  title: string;
  kind: string;
  doc_type: string;
  version: number;
  /** Its address on the content host. */
  url: string;
  my_level: Level;
  /** Of the space that it lies in; null in somebody's My documents. */
  root: string | null;
  folder: string;
  /** Whether its reader may change its settings, such as where it lies and how long it is kept. */
  has_settings: boolean;
}

/** What every part of a document's page is made from. */
export interface DocumentAsking {
  call: Asking;
  document: DocumentOnPage;
}

/** What is done to a document or seen of it: a link, or the form of one button. */
export type DocumentAction = {
  order: number;
  /** Beside the title of the page, or in its menu. */
  at: "bar" | "menu";
} & ({ id?: "share" | "history"; href: string; icon: string; label: string } | { form: Html });

/** Asked for a document's page, of what its reader may do. The words about who may open it lead to `share`, those about its version to `history`. */
export const documentActionsHook = hook<DocumentAsking, DocumentAction[]>("app.document_actions");

/** A part of a document's page below its text. */
export interface DocumentPanel {
  order: number;
  id: string;
  heading: string;
  body: Html;
}

/** Null for a part of which there is nothing to show. */
export const documentPanelsHook = hook<DocumentAsking, DocumentPanel | null>("app.document_panels");

/** Parts of the page about a document: what it is called elsewhere, how long it is kept, who read it. Null for nothing. */
export const documentInfoHook = hook<DocumentAsking, DocumentPanel | null>("app.document_info");

/** Told when somebody opens a document's page: a handler answers at once, does not throw, and keeps nobody waiting. */
export const documentOpenedHook = hook<DocumentAsking>("app.document_opened");
