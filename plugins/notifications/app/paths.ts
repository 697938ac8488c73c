// Where the inbox lies.

export const INBOX_PATH = "/app/inbox";
