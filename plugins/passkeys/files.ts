// The script of the ceremonies, a file of the app host: on the page of sign-in, and on that of one's ways to sign in.
import { pageScript } from "../../kernel/plugin.ts";
import { servePageFile } from "../pages.ts";

export const PASSKEY_SCRIPT_PATH = "/auth/passkeys.js";

export const readPasskeyScript = servePageFile({
  id: "passkey.script",
  route: `GET ${PASSKEY_SCRIPT_PATH}`,
  summary: "The script that asks a device for a passkey",
  file: await pageScript(new URL("./browser/passkeys.ts", import.meta.url)),
});
