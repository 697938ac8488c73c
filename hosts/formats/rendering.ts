// What every error format is handed beside the refusal.

/** What an error format may look at. */
export interface Rendering {
  request: Request;
  request_id: string;
}
