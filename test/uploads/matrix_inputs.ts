// Inputs of the permission matrix for uploads and downloads by ticket and address.
import { expiryOfDownload, signDownload } from "../../plugins/uploads/tickets/download_ticket.ts";
import { document, type Inputs, place, plain, target } from "../permission/input.ts";
import { type Caller, made, type Stage } from "../permission/stage.ts";

export const INPUTS: Inputs = {
  "doc.upload": {
    ...place((stage) => ({ query: { filename: "page.html", ...target(stage) }, body: "<p>new</p>" })),
    naming: (stage) => ({
      query: { filename: "page.html", ...replaced(stage), base_version: "1" },
      body: "<p>new</p>",
    }),
  },
  "doc.download.create": document(() => ({ json: {} })),
  "doc.download.use": {
    about: "document",
    make: async (stage, caller) => ({ params: { ticket: await downloadOf(stage, caller) } }),
  },
  "upload.create": {
    ...place((stage) => ({ json: { filename: "page.html", ...target(stage) } })),
    naming: (stage) => ({ json: { filename: "page.html", ...replaced(stage), base_version: 1 } }),
    puts_later: true,
  },
  "upload.get": {
    make: async (stage, caller) => ({ params: { ticket_id: (await ticketOf(stage, caller)).ticket_id } }),
  },
  "upload.page": { make: async (stage, caller) => ({ params: { ticket: (await ticketOf(stage, caller)).ticket } }) },
  "upload.put": {
    make: async (stage, caller) => ({ params: { ticket: (await ticketOf(stage, caller)).ticket }, body: "<p>new</p>" }),
  },
  "upload.app.script": plain(),
  "upload.app.style": plain(),
  "upload.script": plain(),
  "upload.style": plain(),
};

function replaced({ doc }: Stage): { doc_id: string; path: string } {
  return { doc_id: doc.doc_id, path: "index.html" };
}

/** A ticket of the caller's own. */
async function ticketOf({ h, people }: Stage, caller: Caller): Promise<{ ticket_id: number; ticket: string }> {
  if (caller === "stranger") return { ticket_id: 1, ticket: "unknown" };
  const body = await made(h.call("POST /api/uploads", { as: people[caller], json: { filename: "page.html" } }));
  return { ticket_id: body.ticket_id, ticket: body.upload_url.split("/u/")[1] };
}

/** A genuine ticket of the caller's, as if they had been let in when it was made. */
async function downloadOf({ h, people, doc }: Stage, caller: Caller): Promise<string> {
  if (caller === "stranger") return "unknown";
  const { user_id, workspace_id } = people[caller];
  const { epoch = 0 } = (await h.runtime.identifier.identifyId(user_id)) ?? {};
  const session = { epoch, key: "a browser", since: h.clock.now().getTime() };
  const file = { doc_id: doc.doc_id, path: "index.html", version: 1 };
  const claims = { user_id, workspace_id, token_id: null, session, ...file };
  return signDownload(h, claims, expiryOfDownload(h.clock.now()));
}
