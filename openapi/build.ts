// Folds the operations into one OpenAPI 3.1 document: the same list that the hosts mount, so the two cannot disagree.
import { describeGate, SESSION_COOKIE, shapeTool } from "../kernel/host.ts";
import type { GateEntry, Manifest, QuotaEntry } from "../kernel/plugin.ts";
import type { Tool } from "../kernel/ports/operation.ts";
import type { Entry } from "../kernel/ports/plugin.ts";
import { type Components, createComponents } from "./components.ts";
import type {
  OpenApiDocument,
  OperationObject,
  QuotaExtension,
  RulesExtension,
  ServerObject,
  ToolExtension,
} from "./document.ts";
import { describeBody, describeParameters, describeSuccesses } from "./exchange.ts";
import { refusalResponses, type Shared } from "./refusals.ts";

/** What the document says beyond the operations. */
export interface OpenApiSettings {
  /** The release of the server. */
  version: string;
  /** Origin of the app host. */
  base_url: string;
  /** Origin of the content host. */
  content_url: string;
  manifest: Pick<Manifest, "plugins" | "gates" | "changelog">;
  /** A bucket's effective entry. */
  quotaOf(name: string): QuotaEntry;
}

const TITLE = "docsvc";
const SUMMARY = "Publish documents and share them exactly as far as you want.";
const DESCRIPTION = `People and their agents publish documents here and share them exactly as far as they want.

Send a static token as \`Authorization: Bearer <token>\`, or use the session cookie of a signed-in browser.
Every answer carries \`X-Request-Id\`. A refusal of the service is \`{error}\`, one of the server before it \`{detail}\`,
and both carry \`code\`, for programs to branch on, and \`request_id\`. Instants are ISO 8601 in UTC. Document ids are opaque strings, every other id is an integer.
Every answer of the app host says by \`Service-Version\` which version of the API it has. A request may ask for one by the same header;
one that there is not is refused with 400, and none means the newest. \`GET /api/changelog\` says what each one changed.
A write that is sent again with the same \`Idempotency-Key\` within 24 hours answers the first result, but where it says why not.
Unknown members of a body and unknown query parameters are ignored.`;

/**
 * Builds the document (OpenAPI 3.1, RFC 9110 for the statuses): one operation object per route, one tag per plugin,
 * schemas shared by `$id`, every declared status. Pure, and the same entries give the same bytes.
 * Throws when two operations claim one method and path, or two schemas one `$id`.
 *
 * @example buildOpenApi(server.catalogue.entries, { version: "1.0.0", base_url, content_url, manifest, quotaOf: server.quotas.entry })
 */
export function buildOpenApi(entries: readonly Entry[], settings: OpenApiSettings): OpenApiDocument {
  const components = createComponents();
  const paths: OpenApiDocument["paths"] = {};
  for (const entry of entries) {
    if (entry.path === null || entry.method === null) continue;
    const path = entry.path.replaceAll("...}", "}");
    const method = entry.method.toLowerCase();
    const item = paths[path] ?? {};
    const holder = item[method];
    if (holder) throw new Error(`${entry.id} and ${holder.operationId} both answer ${entry.method} ${path}`);
    item[method] = describeOperation(entry, components, settings);
    paths[path] = item;
  }
  const tools = describeFurtherTools(entries, settings);
  return {
    openapi: "3.1.0",
    info: {
      title: TITLE,
      summary: SUMMARY,
      description: DESCRIPTION,
      version: settings.version,
      contact: { name: "The operator of this server", url: `${settings.base_url}/.well-known/security.txt` },
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    },
    servers: [appServer(settings)],
    security: [{ token: [] }, { session: [] }],
    tags: describeTags(entries, settings.manifest),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "A static token, or an access token of a connected client.",
        },
        provisioning: {
          type: "http",
          scheme: "bearer",
          description: "A token of the workspace for its identity provider, from `POST /api/scim/tokens`.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: SESSION_COOKIE,
          description:
            "The cookie of a signed-in browser; requests that change something must come from the app's own pages.",
        },
      },
      headers: components.headers(),
      schemas: components.schemas(),
      responses: components.responses(),
    },
    "x-mcp-tools": tools,
  };
}

function describeTags(entries: readonly Entry[], manifest: OpenApiSettings["manifest"]): OpenApiDocument["tags"] {
  const used = new Set(entries.map((entry) => entry.plugin));
  // In the manifest's order; a plugin that a test brings along is in no manifest and comes last.
  const names = [...Object.keys(manifest.plugins).filter((name) => used.has(name)), ...used];
  return [...new Set(names)].map((name) => ({
    name,
    "x-displayName": name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " "),
    description: manifest.plugins[name]?.purpose ?? `Plugin ${name}.`,
  }));
}

function describeOperation(entry: Entry, components: Components, settings: OpenApiSettings): OperationObject {
  const { manifest, quotaOf } = settings;
  const shared: Shared = { components, quotaOf, versions: manifest.changelog.map(({ version }) => version) };
  const parameters = describeParameters(entry, components);
  const body = describeBody(entry, components);
  const rules = describeRules(entry, settings);
  const tool = entry.tools[0]?.name;
  return {
    operationId: entry.id,
    tags: [entry.plugin],
    summary: entry.summary,
    description: describeInWords(entry, rules, settings),
    ...(entry.host === "app" ? {} : { servers: serversOf(entry, settings) }),
    ...(entry.anonymous ? { security: entry.identifyService ? [{ provisioning: [] }] : [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...describeSuccesses(entry, shared),
      ...refusalResponses(entry, shared),
    },
    ...(tool ? { "x-mcp-tool": tool } : {}),
    ...rules,
  };
}

function serversOf(entry: Entry, settings: OpenApiSettings): ServerObject[] {
  const content = { url: settings.content_url, description: "The content host: published documents." };
  return entry.host === "both" ? [appServer(settings), content] : [content];
}

function appServer(settings: OpenApiSettings): ServerObject {
  return { url: settings.base_url, description: "The app host." };
}

function describeRules(entry: Entry, settings: OpenApiSettings): RulesExtension {
  const rules: RulesExtension = {};
  rules["x-permission"] = "needs" in entry.permit ? entry.permit.needs : "depends on the request";
  const gate = gateOf(entry, settings);
  if (gate) {
    const { feature, plan, status, conditional } = gate;
    rules["x-plan"] = { feature, plan, status, conditional };
  }
  const { quota, charges } = entry;
  if (quota) rules["x-quota"] = { ...rateOf(quota.name, settings), conditional: quota.when !== null };
  if (charges) rules["x-charges"] = { ...rateOf(charges.quota, settings), conditional: true };
  if (entry.audit.length > 0) rules["x-audit"] = entry.audit;
  return rules;
}

function rateOf(name: string, { quotaOf }: OpenApiSettings): Omit<QuotaExtension, "conditional"> {
  const { limit, window_seconds, per } = quotaOf(name);
  return { name, limit, window_seconds, per };
}

/** The rules once more as sentences: readers of the reference see no extension members. */
function describeInWords(entry: Entry, rules: RulesExtension, settings: OpenApiSettings): string {
  const facts: string[] = [];
  const { "x-permission": permission, "x-quota": quota, "x-charges": charged } = rules;
  const gate = gateOf(entry, settings);
  if (permission && (!entry.anonymous || entry.identifyService)) facts.push(`Permission: ${permission}.`);
  if (gate) facts.push(describePlan(gate));
  if (quota) facts.push(describeQuota(quota));
  if (charged) facts.push(`${describeQuota(charged)} Not yours: it is counted for whoever made what you use.`);
  if (entry.once) facts.push(`A repeat with the same \`${entry.once}\` answers the first result.`);
  if (entry.unrepeatable) facts.push(`No \`Idempotency-Key\`: ${entry.unrepeatable}.`);
  if (entry.method === "GET" && entry.host !== "app") facts.push("HEAD answers the same without the body.");
  if (entry.audit.length > 0) facts.push(`Audit: ${entry.audit.map((action) => `\`${action}\``).join(", ")}.`);
  if (entry.tools.length > 0) facts.push(`MCP: ${entry.tools.map((tool) => `\`${tool.name}\``).join(", ")}.`);
  const list = facts.map((fact) => `- ${fact}`).join("\n");
  return [entry.description, list].filter(Boolean).join("\n\n") || `${entry.summary}.`;
}

function gateOf({ gate }: Entry, { manifest }: OpenApiSettings): (GateEntry & { conditional: boolean }) | null {
  const found = gate && manifest.gates[gate.name];
  return found ? { ...found, conditional: gate.when !== null } : null;
}

function describePlan(gate: GateEntry & { conditional: boolean }): string {
  return `Plan: ${describeGate(gate)} (else ${gate.status})${gate.conditional ? ", where the request asks for it" : ""}.`;
}

function describeQuota({ name, limit, window_seconds, per, conditional }: QuotaExtension): string {
  const rate = `\`${name}\`, at most ${limit} in ${window_seconds} s per ${per}`;
  return `Quota: ${rate}${conditional ? ", where the request counts" : ""}.`;
}

/** Tools that `x-mcp-tool` has no room for, and those of operations without a route. */
function describeFurtherTools(entries: readonly Entry[], settings: OpenApiSettings): Record<string, ToolExtension> {
  const tools: Record<string, ToolExtension> = {};
  for (const entry of entries) {
    const routed = entry.path !== null;
    for (const tool of routed ? entry.tools.slice(1) : entry.tools) {
      tools[tool.name] = { ...describeTool(entry, tool), ...describeRules(entry, settings) };
    }
  }
  return tools;
}

function describeTool(entry: Entry, tool: Tool): ToolExtension {
  const described: ToolExtension = { operation: entry.id, tag: entry.plugin, description: tool.wording };
  if (entry.path !== null) return described;
  // Without a route nothing else in the document says what it takes and answers.
  const { inputSchema, outputSchema } = shapeTool(entry, tool);
  return { ...described, input: inputSchema, ...(outputSchema ? { output: outputSchema } : {}) };
}
