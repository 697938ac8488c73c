// Sharing: who has access to documents and folders, giving and taking it, and asking for it.
import type { Plugin } from "../../kernel/mod.ts";
import { readAccess, revoke, shareDocument } from "./operations/documents.ts";
import { readFolderAccess, revokeFolder, shareFolder } from "./operations/folders.ts";

export const sharing: Plugin = {
  name: "sharing",
  operations: [readAccess, shareDocument, revoke, readFolderAccess, shareFolder, revokeFolder],
};
