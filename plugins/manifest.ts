// THE table: the typed fold of the plugins' own manifests, beside the price list, the editions and the toolsets.
// Pure data.

import { account } from "./account/manifest.ts";
import { activity } from "./activity/manifest.ts";
import { agents } from "./agents/manifest.ts";
import { app } from "./app/manifest.ts";
import { audit } from "./audit/manifest.ts";
import { billing } from "./billing/manifest.ts";
import { bundles } from "./bundles/manifest.ts";
import { certificates } from "./certificates/manifest.ts";
import { type Change, foldChanges } from "./changelog.ts";
import { changes } from "./changes/manifest.ts";
import { comments } from "./comments/manifest.ts";
import { confirmations } from "./confirmations/manifest.ts";
import { content } from "./content/manifest.ts";
import { contract } from "./contract/manifest.ts";
import { credentials } from "./credentials/manifest.ts";
import { database_sql } from "./database_sql/manifest.ts";
import { database_webhooks } from "./database_webhooks/manifest.ts";
import { databases } from "./databases/manifest.ts";
import { directory } from "./directory/manifest.ts";
import { documents } from "./documents/manifest.ts";
import { domains } from "./domains/manifest.ts";
import { editing } from "./editing/manifest.ts";
import { editions } from "./editions.ts";
import { email_domains } from "./email_domains/manifest.ts";
import { folders } from "./folders/manifest.ts";
import { forms } from "./forms/manifest.ts";
import { groups } from "./groups/manifest.ts";
import { health } from "./health/manifest.ts";
import { history } from "./history/manifest.ts";
import { home } from "./home/manifest.ts";
import { icons } from "./icons/manifest.ts";
import { kinds } from "./kinds.ts";
import { links } from "./links/manifest.ts";
import { mcp } from "./mcp/manifest.ts";
import { members } from "./members/manifest.ts";
import { navigations } from "./navigations/manifest.ts";
import { notifications } from "./notifications/manifest.ts";
import { oauth } from "./oauth/manifest.ts";
import { passkeys } from "./passkeys/manifest.ts";
import { passwords } from "./passwords/manifest.ts";
import { places } from "./places/manifest.ts";
import { allowances, gates } from "./plans.ts";
import { policy } from "./policy/manifest.ts";
import { protocol } from "./protocol/manifest.ts";
import { reader } from "./reader/manifest.ts";
import { recent } from "./recent/manifest.ts";
import { rendering } from "./rendering/manifest.ts";
import { retention } from "./retention/manifest.ts";
import { roots } from "./roots/manifest.ts";
import { scim } from "./scim/manifest.ts";
import { search } from "./search/manifest.ts";
import { sharing } from "./sharing/manifest.ts";
import { signin } from "./signin/manifest.ts";
import { sites } from "./sites/manifest.ts";
import { sso } from "./sso/manifest.ts";
import { stars } from "./stars/manifest.ts";
import { texts } from "./texts/manifest.ts";
import { tokens } from "./tokens/manifest.ts";
import { toolsets } from "./toolsets.ts";
import { uploads } from "./uploads/manifest.ts";
import { webhooks } from "./webhooks/manifest.ts";
import { wiki } from "./wiki/manifest.ts";
import { workflows } from "./workflows/manifest.ts";
import { writing } from "./writing/manifest.ts";

/** In the order in which documents show them. */
const plugins = {
  health,
  contract,
  app,
  signin,
  passkeys,
  passwords,
  tokens,
  members,
  groups,
  places,
  texts,
  rendering,
  documents,
  content,
  uploads,
  editing,
  retention,
  history,
  sharing,
  roots,
  folders,
  links,
  icons,
  navigations,
  sites,
  wiki,
  reader,
  writing,
  recent,
  home,
  stars,
  comments,
  notifications,
  databases,
  database_sql,
  webhooks,
  database_webhooks,
  agents,
  workflows,
  forms,
  search,
  changes,
  bundles,
  account,
  audit,
  activity,
  confirmations,
  email_domains,
  sso,
  scim,
  directory,
  domains,
  certificates,
  billing,
  policy,
  protocol,
  mcp,
  oauth,
  credentials,
} satisfies Readonly<Record<string, Named>>;

/** What a plugin names of the tables that all share: another name does not typecheck. */
interface Named {
  toolset: keyof typeof toolsets | null;
  toolsets?: Readonly<Partial<Record<keyof typeof toolsets, readonly string[]>>>;
  editions?: readonly (keyof typeof editions)[];
  changes?: readonly Change[];
}

type Plugins = typeof plugins;
type PluginName = keyof Plugins;
/** The tables of a plugin whose names are one namespace for all of them. */
type Table = "caps" | "quotas" | "audit_actions";

type Own<T extends Table> = {
  [P in PluginName]: Plugins[P] extends Readonly<Record<T, infer Entries>> ? Entries : Record<never, never>;
};
type Names<T extends Table> = { [P in PluginName]: keyof Own<T>[P] & string };
type NamedTwice<T extends Table> = { [P in PluginName]: Names<T>[P] & Names<T>[Exclude<PluginName, P>] }[PluginName];
type Both<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer All) => void ? All : never;
type Folded<T extends Table> = [NamedTwice<T>] extends [never]
  ? Both<Own<T>[PluginName]>
  : `${NamedTwice<T>} is named by two plugins`;

interface Listed extends Named {
  since?: string;
  doc_types?: readonly DocType[];
  caps?: object;
  quotas?: object;
  audit_actions?: object;
}

const listed: readonly Listed[] = Object.values(plugins);

/** One table of all plugins, in their order; boot refuses a name that comes twice. */
function fold<T extends Table>(table: T): Folded<T> {
  return Object.assign({}, ...listed.map((one) => one[table]));
}

type DocType = {
  [P in PluginName]: Plugins[P] extends { doc_types: readonly (infer One)[] } ? One : never;
}[PluginName];

/** In the order in which they came: a new one is the last of what lists show. */
function foldDocTypes(): readonly DocType[] {
  const types = listed.toSorted((a, b) => (a.since ?? "").localeCompare(b.since ?? ""));
  return types.flatMap(({ doc_types = [] }) => doc_types);
}

export const manifest = {
  changelog: foldChanges(listed),
  plugins: plugins satisfies Readonly<Record<string, { needs: readonly PluginName[] }>>,
  editions,
  gates,
  allowances,
  quotas: fold("quotas"),
  caps: fold("caps"),
  audit_actions: fold("audit_actions"),
  doc_types: foldDocTypes(),
  kinds,
  toolsets,
} as const;
