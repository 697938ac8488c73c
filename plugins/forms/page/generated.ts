// The page that the service makes of a form's fields.
import { encodeText } from "../../../kernel/mod.ts";
import { element, renderShell } from "../../rendering/port.ts";

/** What a made page is made of. */
export interface MadeForm {
  title: string;
}

/** The HTML that is kept as a made form's page; what it shows of the fields is put in when it is served. */
export async function generatedPage({ title }: MadeForm): Promise<Uint8Array> {
  const html = renderShell({ title, content: [element("h1", {}, title)] });
  return typeof html === "string" ? encodeText(html) : html;
}
