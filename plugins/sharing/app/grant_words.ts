// A grant in words: whom it names, and until when it holds.
import { type Html, html, type Static } from "../../../kernel/plugin.ts";
import type { Asking } from "../../app/port/ask.ts";
import { when } from "../../app/port/when.ts";
import type { DocumentGrant } from "../../places/port.ts";
import { shareWords } from "./words.ts";

export type Grant = Static<typeof DocumentGrant>;

/** Whom a grant names, as people call them. */
export function nameOf(call: Asking, { subject_type, subject }: Pick<Grant, "subject_type" | "subject">): string {
  return subject_type === "workspace" ? shareWords(call).everybody_in(call.actor.workspace.name) : subject.name;
}

/** Whom a form names that gives it again. */
export function subjectOf({ subject_type, subject, subject_label }: Grant): { subject_type: string; subject?: string } {
  if (subject_type === "workspace") return { subject_type };
  return { subject_type, subject: subject_type === "user" ? subject_label : (subject.slug ?? "") };
}

export function endWords(call: Asking, { expires_at }: Pick<Grant, "expires_at">): Html | null {
  return expires_at === null ? null : html`${shareWords(call).ends} ${when(call, lastMoment(expires_at))}`;
}

/** The last day on which it holds; nothing for no end. */
export function lastDay({ expires_at }: Pick<Grant, "expires_at">): string {
  return expires_at === null ? "" : lastMoment(expires_at).toISOString().slice(0, 10);
}

/** A day ends with its last moment, which is the day that people mean. */
function lastMoment(expires_at: string): Date {
  return new Date(new Date(expires_at).getTime() - 1);
}
