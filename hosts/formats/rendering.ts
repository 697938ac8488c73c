// What every error format is handed beside the refusal.

/** What a error format may look at. */
export interface Rendering {
  request: Request;
  request_id: string;
}
