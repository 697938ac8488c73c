// What every dialect is handed beside the refusal.

/** What a dialect may look at. */
export interface Rendering {
  request: Request;
  request_id: string;
}
