// The least valid input of every operation, by its id: what the permission matrix sends.
import type { Input, Inputs, Made } from "./input.ts";
import { DOCUMENT_INPUTS } from "./inputs_documents.ts";
import { EDITING_INPUTS } from "./inputs_editing.ts";
import { FOLDER_INPUTS } from "./inputs_folders.ts";
import { OAUTH_INPUTS } from "./inputs_oauth.ts";
import { PEOPLE_INPUTS } from "./inputs_people.ts";
import { SEARCH_INPUTS } from "./inputs_search.ts";
import { SHARING_INPUTS } from "./inputs_sharing.ts";
import { fieldsOf } from "./stage.ts";

const SETUP = fieldsOf({ email: "nobody@example.org", name: "Nobody", workspace: "Nowhere" });
const TOOL_LIST: Made = {
  json: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
  headers: { accept: "application/json, text/event-stream" },
};

/** Answers to anybody alike. */
const PUBLIC_INPUTS: Inputs = {
  "health.status": plain(),
  "health.live": plain(),
  "health.ready": plain(),
  "health.security_contact": plain(),
  "changelog.get": plain(),
  "home.start": plain({ with_cookie: true }),
  "home.show": plain({ with_cookie: true }),
  "home.script": plain(),
  "home.style": plain(),
  "upload.script": plain(),
  "upload.style": plain(),
  "login.show": plain(),
  "login.provider": plain(),
  "login.callback": plain({ query: { code: "none", state: "none" } }),
  "login.link": plain({ form: fieldsOf({ email: "nobody@example.org" }) }),
  "login.confirm.show": plain({ params: { token: "unknown" } }),
  "login.confirm": plain({ params: { token: "unknown" }, form: fieldsOf({ name: "Nobody" }) }),
  "setup.show": plain({ params: { token: "unknown" } }),
  "setup.finish": plain({ params: { token: "unknown" }, form: SETUP }),
  logout: plain(),
  "account.return.show": plain(),
  "account.return": plain(),
  "mcp.serve": plain(TOOL_LIST),
  "mcp.serve.readonly": plain(TOOL_LIST),
  "mcp.serve.toolsets": plain({ ...TOOL_LIST, params: { toolsets: "docs" } }),
  "mcp.serve.toolsets.readonly": plain({ ...TOOL_LIST, params: { toolsets: "docs" } }),
};

export const INPUTS: Inputs = {
  ...PUBLIC_INPUTS,
  ...DOCUMENT_INPUTS,
  ...EDITING_INPUTS,
  ...FOLDER_INPUTS,
  ...SHARING_INPUTS,
  ...PEOPLE_INPUTS,
  ...OAUTH_INPUTS,
  ...SEARCH_INPUTS,
};

function plain(made: Made = {}): Input {
  return { make: () => made };
}
