// The editions: sets of plugins, and with what plan and door each begins; the manifest takes them.
// Pure data; it imports nothing.

export const editions = {
  publisher: { purpose: "One team's publishing box.", default_plan: "enterprise", signup: "closed" },
  community: {
    purpose: "The self-hosted default: everything but billing, on the highest plan.",
    default_plan: "enterprise",
    signup: "closed",
  },
  cloud: {
    purpose: "Everything; plans are sold and new workspaces start Free.",
    default_plan: "free",
    signup: "open",
  },
} as const;
