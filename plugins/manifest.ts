// THE table: which plugins there are, who carries them, and every gate, allowance, quota and cap. Pure data; it imports nothing but the tables beside it.
import { accessAuditActions } from "./access_audit_actions.ts";
import { agentAuditActions } from "./agent_audit_actions.ts";
import { agentPlugins } from "./agent_plugins.ts";
import { auditActions } from "./audit_actions.ts";
import { caps } from "./caps.ts";
import { changelog } from "./changelog.ts";
import { companyAuditActions } from "./company_audit_actions.ts";
import { companyPlugins } from "./company_plugins.ts";
import { docAuditActions } from "./doc_audit_actions.ts";
import { EVERYWHERE, editions } from "./editions.ts";
import { kinds } from "./kinds.ts";
import { allowances, gates } from "./plans.ts";
import { quotas } from "./quotas.ts";
import { toolsets } from "./toolsets.ts";

export const manifest = {
  changelog,
  plugins: {
    health: {
      purpose: "Probes and the security contact of every host.",
      needs: [],
      toolset: "admin",
      editions: EVERYWHERE,
    },
    contract: {
      purpose: "What every client can rely on: the limits and what is left of them, and the versions of the API.",
      needs: [],
      toolset: "docs",
      editions: EVERYWHERE,
    },
    signin: {
      purpose: "Sign-in by mail link and OpenID Connect, sign-out, and the handoff to the content host.",
      needs: [],
      toolset: "admin",
      editions: EVERYWHERE,
    },
    tokens: {
      purpose: "Who am I, and static bearer tokens for scripts.",
      needs: [],
      toolset: "admin",
      editions: EVERYWHERE,
    },
    members: {
      purpose: "Who is in the workspace, in what role, and how people come and go.",
      needs: ["signin"],
      toolset: "admin",
      editions: EVERYWHERE,
    },
    groups: {
      purpose: "Groups of members, to give access to.",
      needs: ["members"],
      toolset: "admin",
      editions: EVERYWHERE,
    },
    places: {
      purpose: "Roots, folders and grants: where documents lie and who may do what there.",
      needs: [],
      toolset: null,
      editions: EVERYWHERE,
    },
    texts: { purpose: "Comparing, patching and replacing texts.", needs: [], toolset: null, editions: EVERYWHERE },
    rendering: {
      purpose: "Pages from markdown, snippets and files.",
      needs: ["texts"],
      toolset: null,
      editions: EVERYWHERE,
    },
    documents: {
      purpose: "Publishing, reading, changing and versioning documents.",
      needs: ["places", "texts", "rendering"],
      toolset: "docs",
      editions: EVERYWHERE,
    },
    content: {
      purpose: "The content host: published documents and their files, to whoever may read them.",
      needs: ["documents", "rendering", "places"],
      toolset: "docs",
      editions: EVERYWHERE,
    },
    uploads: {
      purpose: "Files as raw bytes: in one request, or through tickets whose address anybody may hold.",
      needs: ["documents", "places"],
      toolset: "files",
      editions: EVERYWHERE,
    },
    editing: {
      purpose: "Changing parts of files, and leases that keep others from writing meanwhile.",
      needs: ["documents", "texts"],
      toolset: "docs",
      editions: EVERYWHERE,
    },
    retention: {
      purpose: "Warning people before a document expires, and the link that keeps it.",
      needs: ["documents"],
      toolset: "docs",
      editions: EVERYWHERE,
    },
    history: {
      purpose: "What changed in documents, when and by whom; and documents rendered for reading elsewhere.",
      needs: ["documents", "texts", "rendering"],
      toolset: "history",
      editions: EVERYWHERE,
    },
    sharing: {
      purpose: "Giving access to documents and folders, and asking for it.",
      needs: ["signin", "documents", "groups", "places"],
      toolset: "sharing",
      editions: EVERYWHERE,
    },
    roots: {
      purpose: "Shared roots: made, changed and deleted, and who may open them and their folders.",
      needs: ["places", "documents", "members", "groups"],
      toolset: "folders",
      editions: EVERYWHERE,
    },
    folders: {
      purpose: "Folders: made, renamed, moved and removed, how they are shown, and the tree that they make.",
      needs: ["places", "documents", "roots"],
      toolset: "folders",
      editions: EVERYWHERE,
    },
    links: {
      purpose: "Names for documents, links between them, and the addresses that follow a name.",
      needs: ["documents", "rendering"],
      toolset: "docs",
      editions: EVERYWHERE,
    },
    icons: {
      purpose: "A workspace's own pictures, and which icon documents, folders and tags are shown with.",
      needs: ["documents", "places", "folders"],
      toolset: "folders",
      editions: EVERYWHERE,
    },
    navigations: {
      purpose:
        "Navigations: curated trees of documents, folders, tags and links, shown to each reader as far as they may see.",
      needs: ["documents", "folders", "groups", "icons", "members", "places", "rendering"],
      toolset: "wiki",
      editions: EVERYWHERE,
      since: "2026-11-23",
    },
    sites: {
      purpose: "Published folders and navigations as sites, for whoever may read them.",
      needs: [
        ...["bundles", "content", "documents", "folders", "navigations", "places"],
        ...["rendering", "search", "texts", "wiki"],
      ],
      toolset: "wiki",
      editions: EVERYWHERE,
      since: "2026-11-23",
    },
    wiki: {
      purpose: "The wiki: one navigation of a workspace, published as a site.",
      needs: ["content", "documents", "members", "navigations"],
      toolset: "wiki",
      editions: EVERYWHERE,
      since: "2026-11-23",
    },
    home: {
      purpose: "The page a signed-in person lands on, its search and its trash.",
      needs: ["signin", "documents", "members", "places", "search", "tokens"],
      toolset: "admin",
      editions: EVERYWHERE,
    },
    stars: {
      purpose: "Private shortcuts of a person to documents and folders.",
      needs: ["documents", "places", "folders"],
      toolset: "docs",
      editions: EVERYWHERE,
    },
    comments: {
      purpose: "Comments on documents, in threads, with mentions.",
      needs: ["documents"],
      toolset: "comments",
      editions: EVERYWHERE,
    },
    notifications: {
      purpose: "What people are told of, by the app, by mail and in their chat; and what they watch.",
      needs: ["documents", "places"],
      toolset: "comments",
      editions: EVERYWHERE,
    },
    databases: {
      purpose: "Documents that hold tables of records, which people and programs query, change and follow.",
      needs: ["documents", "places", "texts", "rendering", "content", "bundles", "uploads"],
      toolset: "databases",
      editions: ["community", "cloud"],
      since: "2026-11-23",
    },
    database_sql: {
      purpose: "SQL over a database's tables, for reading, in a Postgres apart from the service's own.",
      needs: ["databases"],
      toolset: "databases",
      editions: ["community", "cloud"],
      since: "2026-11-23",
    },
    webhooks: {
      purpose: "Events of a workspace, sent to the servers of those who ask for them or fetched by them.",
      needs: ["signin", "members"],
      toolset: "webhooks",
      editions: ["community", "cloud"],
      since: "2026-11-22",
    },
    database_webhooks: {
      purpose: "Webhooks of one database: told of its records and answers, with the fields that they name.",
      needs: ["databases", "documents", "webhooks"],
      is_bridge: true,
      toolset: null,
      editions: ["community", "cloud"],
      since: "2026-11-27",
    },
    agents: {
      purpose: "Documents that hold what programs are told, and changes of them that a person decides on.",
      needs: ["documents", "history", "members", "navigations", "places", "rendering", "texts"],
      toolset: "agents",
      editions: ["community", "cloud"],
      since: "2026-11-27",
    },
    workflows: {
      purpose: "Steps that people have taken for them, by hand, at an event or at a time.",
      needs: ["agents", "documents"],
      toolset: "agents",
      editions: ["community", "cloud"],
      since: "2026-11-27",
    },
    forms: {
      purpose: "Pages that ask people for the fields of a database's table, and put what they answer into it.",
      needs: ["databases", "documents", "content", "places", "rendering", "uploads"],
      toolset: "forms",
      editions: ["community", "cloud"],
      since: "2026-11-24",
    },
    search: {
      purpose: "Finding documents by what they say: grep and ranked search.",
      needs: ["documents", "places", "texts"],
      toolset: "docs",
      editions: EVERYWHERE,
    },
    changes: {
      purpose: "The feed of changes that sync clients follow.",
      needs: ["documents", "places"],
      toolset: "docs",
      editions: EVERYWHERE,
    },
    bundles: {
      purpose: "A folder of documents as one zip, downloaded once.",
      needs: ["documents", "places"],
      toolset: "folders",
      editions: EVERYWHERE,
    },
    account: {
      purpose: "Taking all of one's documents along, deleting the account, and coming back in time.",
      needs: ["documents", "places", "bundles", "signin", "members"],
      toolset: "admin",
      editions: EVERYWHERE,
    },
    audit: {
      purpose: "The audit log: who did what, exported, and checked against its hash chain.",
      needs: ["signin", "documents", "members"],
      toolset: "admin",
      editions: EVERYWHERE,
      since: "2026-11-22",
    },
    activity: {
      purpose:
        "Who reads and changes documents: totals by day, events one by one, and a cursor that says when to look.",
      needs: ["documents", "places"],
      toolset: "history",
      editions: EVERYWHERE,
      since: "2026-11-23",
    },
    ...companyPlugins,
    ...agentPlugins,
  },
  editions,
  gates,
  allowances,
  quotas,
  caps,
  audit_actions: {
    ...accessAuditActions,
    ...agentAuditActions,
    ...auditActions,
    ...companyAuditActions,
    ...docAuditActions,
  },
  /** A document is its files and nothing else; the others have rows of the plugin that makes their pages (`documents.page`). */
  doc_types: ["document", "database", "form", "agent"],
  kinds,
  toolsets,
  // Who somebody is, they may always ask.
  in_every_toolset: ["me.get"],
} as const;
