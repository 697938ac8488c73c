// The plugins by which a company signs in, is provisioned, keeps its rules, pays and uses names of its own; the manifest takes them. Pure data.
import { EVERYWHERE } from "./editions.ts";

export const companyPlugins = {
  confirmations: {
    purpose: "What is set about sign-in otherwise than in a session, until an owner confirms it in one.",
    needs: ["members"],
    toolset: "admin",
    editions: EVERYWHERE,
    since: "2026-11-28",
  },
  email_domains: {
    purpose: "Which e-mail domains a workspace has proven to be its own.",
    needs: ["signin", "members", "confirmations"],
    toolset: "admin",
    editions: ["community", "cloud"],
    since: "2026-11-23",
  },
  sso: {
    purpose: "A workspace's own provider signs its people in, by the domains that it has proven.",
    needs: ["signin", "members", "confirmations", "email_domains"],
    toolset: "admin",
    editions: ["community", "cloud"],
    since: "2026-11-23",
  },
  scim: {
    purpose: "Provisioning: an identity provider keeps the people and groups of a workspace by SCIM 2.0.",
    needs: ["members", "groups", "places", "email_domains"],
    toolset: "admin",
    editions: ["community", "cloud"],
    since: "2026-11-23",
  },
  directory: {
    purpose: "Groups that follow the company's directory at Google or Microsoft.",
    needs: ["confirmations", "groups", "members", "signin"],
    toolset: "admin",
    editions: ["community", "cloud"],
    since: "2026-11-23",
  },
  domains: {
    purpose: "Host names of a workspace's own, under which its documents are given out.",
    needs: ["certificates", "content", "members", "signin"],
    toolset: "admin",
    editions: ["community", "cloud"],
    since: "2026-11-23",
  },
  certificates: {
    purpose: "TLS without a proxy: certificates from an ACME authority, ordered, served by host name and renewed.",
    needs: [],
    toolset: null,
    editions: EVERYWHERE,
    since: "2026-11-23",
  },
  billing: {
    purpose: "Plans and storage, sold through a payment processor; and the domains whose people may read along.",
    needs: ["content", "documents", "email_domains", "members"],
    toolset: "admin",
    editions: ["community", "cloud"],
    since: "2026-11-23",
    pricing_path: "/pricing",
  },
  policy: {
    purpose: "What a workspace lets its members publish, for how long and from where; and legal hold.",
    needs: ["documents", "folders", "members", "places", "texts"],
    toolset: "admin",
    editions: ["community", "cloud"],
  },
} as const;
