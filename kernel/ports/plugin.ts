// The kernel's door for plugins to notices, what hosts ask of plugins, and the catalogue.

export type { Catalogue, Entry, ToolEntry } from "../plugin/catalogue.ts";
export {
  domainNamesHook,
  type KeptFile,
  type KeptLists,
  type KeptReads,
  keptListsHook,
  keptReadsHook,
  type PlainRead,
  pageFilesHook,
  wrongMethodPageHook,
} from "../plugin/host_hooks.ts";
export {
  type Followers,
  mailWantedHook,
  type NoticeRevision,
  type NoticeSettlement,
  noticeSettlementHook,
} from "../plugin/notices.ts";
export { planNoticesHook } from "../plugin/plan_notices.ts";
