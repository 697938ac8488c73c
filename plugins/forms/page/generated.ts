// The page that the service makes of a form's fields.
import { element, renderShell } from "../../rendering/port.ts";

/** What a made page is made of. */
export interface MadeForm {
  title: string;
}

/** The HTML that is kept as a made form's page; what it shows of the fields is put in when it is served. */
export function generatedPage({ title }: MadeForm): Uint8Array {
  return renderShell({ title, content: [element("h1", {}, title)] });
}
