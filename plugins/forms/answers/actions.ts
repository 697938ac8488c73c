// What happens to answers, as the audit log, webhooks and notices call it.

/** An answer is complete. */
export const SUBMITTED = "form.submitted";
/** The first of an answer was saved, or more of it. */
export const DRAFT_CREATED = "form.draft_created";
export const DRAFT_SAVED = "form.draft_saved";

export type AnswerAction = typeof SUBMITTED | typeof DRAFT_CREATED | typeof DRAFT_SAVED;
