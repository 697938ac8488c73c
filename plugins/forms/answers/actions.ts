// What happens to answers, as the audit log, webhooks and notices call it.

/** An answer is complete. */
export const SUBMITTED = "form.submitted";
/** The first of an answer was saved, or more of it. */
export const DRAFT_CREATED = "form.draft_created";
const DRAFT_SAVED = "form.draft_saved";

export type AnswerAction = typeof SUBMITTED | typeof DRAFT_CREATED | typeof DRAFT_SAVED;

/** Who answers is nobody to the audit log, whoever it is, and by whosever right what they send is kept. */
export function byRespondent({ workspace_id }: { workspace_id: number }) {
  return { user_id: null, email: "respondent", workspace_id };
}
