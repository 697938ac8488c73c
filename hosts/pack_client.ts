// Writes the packed client into the caller's folder, to be installed with npm anywhere: `npm run pack:client`.
import { join } from "node:path";
import { CLIENT_PACKAGE_FILE, packClient } from "./reference/client_package.ts";

const path = join(process.env["INIT_CWD"] || process.cwd(), CLIENT_PACKAGE_FILE);
await Bun.write(path, await packClient());
console.log(path);
