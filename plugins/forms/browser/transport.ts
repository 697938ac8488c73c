// Sends what a form's page has to say.
// Nothing of the browser goes along but the ticket and the capability that it was given.

export interface Fault {
  key: string;
  code: string;
  message: string;
}

/** A refusal, or no answer at all: `status` is 0 then. */
export class FormError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Fault[];
  readonly body: Record<string, unknown>;

  constructor(message: string, told: { status: number; body?: Record<string, unknown> }) {
    super(message);
    this.name = "FormError";
    const { status, body = {} } = told;
    this.status = status;
    this.body = body;
    this.code = typeof body["code"] === "string" ? body["code"] : "";
    this.fields = Array.isArray(body["fields"]) ? body["fields"].filter(isFault) : [];
  }
}

function isFault(value: unknown): value is Fault {
  return typeof value === "object" && value !== null && "key" in value && "message" in value;
}

/** Browsers send no more than this behind a page that is left (Fetch, "keepalive"). */
const KEPT_ALIVE_CHARS = 60_000;

/** Posts JSON; throws `FormError`. */
export async function post(
  url: string,
  body: object,
  options: { leaving?: boolean } = {},
): Promise<Record<string, unknown>> {
  const text = JSON.stringify(body);
  const response = await fetch(url, {
    method: "POST",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: text,
    keepalive: options.leaving === true && text.length < KEPT_ALIVE_CHARS,
  }).catch(() => {
    throw new FormError("there is no connection", { status: 0 });
  });
  const answer = asObject(await response.json().catch(() => null));
  if (!response.ok) throw new FormError(wordsOf(answer, response.status), { status: response.status, body: answer });
  return answer;
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function wordsOf(answer: Record<string, unknown>, status: number): string {
  const { error, detail } = answer;
  if (typeof error === "string") return error;
  return typeof detail === "string" ? detail : `the server answered ${status}`;
}

/** A file on its way. */
export interface Sending {
  url: string;
  file: File;
  headers: Record<string, string>;
  /** From 0 to 1. */
  progress(share: number): void;
}

/** Sends a file; `cancel` ends it. Fetch tells nobody how far it has come. */
export function put({ url, file, headers, progress }: Sending): {
  done: Promise<Record<string, unknown>>;
  cancel(): void;
} {
  const request = new XMLHttpRequest();
  const done = new Promise<Record<string, unknown>>((resolve, reject) => {
    request.open("PUT", url);
    request.responseType = "json";
    request.setRequestHeader("content-type", "application/octet-stream");
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) progress(loaded / total);
    };
    request.onload = () => {
      const { status } = request;
      const answer = asObject(request.response);
      if (status >= 200 && status < 300) resolve(answer);
      else reject(new FormError(wordsOf(answer, status), { status, body: answer }));
    };
    request.onerror = () => reject(new FormError("there is no connection", { status: 0 }));
    request.onabort = () => reject(new FormError("it was stopped", { status: 0 }));
    request.send(file);
  });
  return { done, cancel: () => request.abort() };
}
