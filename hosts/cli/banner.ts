// What a server says on stdout once it answers, for the person who started it.
import type { RunningServer } from "../../kernel/host.ts";
import { type Config, PRODUCT } from "../../kernel/plugin.ts";
import { signinPort } from "../../plugins/signin/port.ts";
import { calledAs } from "../command/command_line.ts";
import { ENCRYPT, findUnencrypted, UNENCRYPTED } from "./doctor/settings.ts";
import { findMisspelt, misspeltWords } from "./server/misspelt.ts";

/** The addresses, where the data lies, and the setup link while nobody has an account. */
export async function greet(runtime: RunningServer): Promise<string> {
  const { config } = runtime;
  const setup = runtime.plugins.includes("signin") ? await runtime.use(signinPort).setupLinkIfEmpty() : null;
  const lines = [
    `${PRODUCT.name} ${PRODUCT.version} is ready.`,
    "",
    `  App    ${config.base_url}`,
    `  Pages  ${config.content_url}`,
    `  Data   ${whereDataLies(config)}`,
    "",
  ];
  for (const { seen, fix } of findMisspelt(config.env).map(misspeltWords)) lines.push(`${seen}: ${fix}.`, "");
  const plain = findUnencrypted(config);
  if (plain) lines.push(`Nobody can sign in yet: ${plain} ${UNENCRYPTED}.`, `  ${ENCRYPT}`, "");
  if (setup) lines.push("Nobody has an account yet. Make the first one here, the link works once:", `  ${setup}`, "");
  lines.push(`Publish a folder from another terminal: ${calledAs(process.env)} publish path/to/folder`, "");
  return lines.join("\n");
}

function whereDataLies({ data_dir, database_url, s3 }: Config): string {
  // The address of a database holds its password.
  const database = database_url ? `Postgres at ${new URL(database_url).hostname}` : null;
  const files = s3 ? `bucket ${s3.bucket}` : null;
  if (database && files) return `${database}, ${files}`;
  return [data_dir, database, files].filter((part) => part !== null).join(", ");
}
