// What a form's page is told of itself: where its answers go, by which ticket, and the fields that it asks for.

/** A file of a document, pinned to a version. */
export interface FileRef {
  doc_id: string;
  version: number;
  path: string;
}

/** A field as far as its page has to know it. */
export interface FieldConfig {
  key: string;
  label: string;
  type: string;
  required: boolean;
  accept?: string[];
  max_files?: number;
  max_file_bytes?: number;
  attachment_field?: string;
  sources?: FileRef[];
}

export interface Config {
  /** The form's own address. */
  href: string;
  /** Where drafts, whole answers and files go; absolute, since the page may stand under another address. */
  draft: string;
  submit: string;
  media: string;
  token: string;
  /** Lets this browser go on with what it has answered. */
  resume: string;
  autosave: boolean;
  /** The service made the page. */
  made: boolean;
  honeypot: string;
  fields: FieldConfig[];
  /** A person may answer again from this browser. */
  repeatable: boolean;
  /** What a browser has to work out first, where programs are kept out that way. */
  work_bits: number | null;
}

declare global {
  interface Window {
    __SERVICE_FORM__?: Config;
  }
}

/** Taken away from the page, whose own script has `ServiceForm` for all of it. */
export function takeConfig(): Config {
  const script = document.currentScript;
  const text = script?.dataset["config"] ?? "null";
  script?.remove();
  const config: unknown = JSON.parse(text);
  if (!isConfig(config)) throw new Error("the form's page has no configuration");
  return config;
}

function isConfig(value: unknown): value is Config {
  return typeof value === "object" && value !== null && "token" in value;
}
