// Inputs of the permission matrix for what somebody opened last.
import { type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "recent.list": plain(),
  "recent.clear": {
    fresh: "everything",
    make: async ({ h, people, doc }, caller) => {
      if (caller === "stranger") return {};
      await h.call(`GET /app/d/${doc.doc_id}`, { as: people[caller], with_cookie: true });
      await h.runtime.jobs.runDue();
      return {};
    },
  },
};
