// The product's name and version, as protocols want to hear them.
import packageJson from "../../package.json" with { type: "json" };

/** What this server calls itself, such as in an MCP handshake. */
export const PRODUCT = { name: packageJson.name, version: packageJson.version };
