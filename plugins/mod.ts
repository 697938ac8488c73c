// The only file that imports every plugin, made from the manifest by `npm run renew`;
// the manifest says which of them run.
import type { Plugin } from "../kernel/plugin.ts";
import { account } from "./account/plugin.ts";
import { activity } from "./activity/plugin.ts";
import { agents } from "./agents/plugin.ts";
import { app } from "./app/plugin.ts";
import { audit } from "./audit/plugin.ts";
import { billing } from "./billing/plugin.ts";
import { bundles } from "./bundles/plugin.ts";
import { certificates } from "./certificates/plugin.ts";
import { changes } from "./changes/plugin.ts";
import { comments } from "./comments/plugin.ts";
import { confirmations } from "./confirmations/plugin.ts";
import { content } from "./content/plugin.ts";
import { contract } from "./contract/plugin.ts";
import { credentials } from "./credentials/plugin.ts";
import { database_sql } from "./database_sql/plugin.ts";
import { database_webhooks } from "./database_webhooks/plugin.ts";
import { databases } from "./databases/plugin.ts";
import { directory } from "./directory/plugin.ts";
import { documents } from "./documents/plugin.ts";
import { domains } from "./domains/plugin.ts";
import { editing } from "./editing/plugin.ts";
import { email_domains } from "./email_domains/plugin.ts";
import { folders } from "./folders/plugin.ts";
import { forms } from "./forms/plugin.ts";
import { groups } from "./groups/plugin.ts";
import { health } from "./health/plugin.ts";
import { history } from "./history/plugin.ts";
import { home } from "./home/plugin.ts";
import { icons } from "./icons/plugin.ts";
import { links } from "./links/plugin.ts";
import { mcp } from "./mcp/plugin.ts";
import { members } from "./members/plugin.ts";
import { navigations } from "./navigations/plugin.ts";
import { notifications } from "./notifications/plugin.ts";
import { oauth } from "./oauth/plugin.ts";
import { passkeys } from "./passkeys/plugin.ts";
import { passwords } from "./passwords/plugin.ts";
import { places } from "./places/plugin.ts";
import { policy } from "./policy/plugin.ts";
import { protocol } from "./protocol/plugin.ts";
import { reader } from "./reader/plugin.ts";
import { recent } from "./recent/plugin.ts";
import { rendering } from "./rendering/plugin.ts";
import { retention } from "./retention/plugin.ts";
import { roots } from "./roots/plugin.ts";
import { scim } from "./scim/plugin.ts";
import { search } from "./search/plugin.ts";
import { sharing } from "./sharing/plugin.ts";
import { signin } from "./signin/plugin.ts";
import { sites } from "./sites/plugin.ts";
import { sso } from "./sso/plugin.ts";
import { stars } from "./stars/plugin.ts";
import { texts } from "./texts/plugin.ts";
import { tokens } from "./tokens/plugin.ts";
import { uploads } from "./uploads/plugin.ts";
import { webhooks } from "./webhooks/plugin.ts";
import { wiki } from "./wiki/plugin.ts";
import { workflows } from "./workflows/plugin.ts";
import { writing } from "./writing/plugin.ts";

export const plugins: readonly Plugin[] = [
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
];
