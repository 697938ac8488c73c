// What clients see changed of the plugin domains, newest first. Pure data; it imports nothing.

export const domainsChanges = [
  {
    date: "2026-11-28",
    kind: "changed",
    what: "Limited connections no longer register, verify, choose or remove custom domains. Domains have `signs_in`: people are sent to one signed in once an owner or admin has verified it in a session, which those that stand count as, and only while both of its records are seen; else they read at the shared host.",
  },
] as const;
