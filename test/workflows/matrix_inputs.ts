// Inputs of the permission matrix for workflows.

import { type Inputs, type Made, plain } from "../permission/input.ts";
import { made, type Stage } from "../permission/stage.ts";

const WORKFLOW = { name: "Look", trigger: { type: "manual" }, steps: [{ tool: "list_docs", args: { limit: 1 } }] };

export const INPUTS: Inputs = {
  "workflow.list": plain(),
  "workflow.create": { make: () => ({ json: WORKFLOW }) },
  "workflow.of_agent": {
    about: "document",
    document: { route: "POST /api/brains", json: { name: "Support" } },
    make: ({ doc }) => ({ params: { ref: doc.doc_id } }),
  },
  "workflow.get": onWorkflow(),
  "workflow.update": onWorkflow({ json: { enabled: false } }),
  "workflow.delete": onWorkflow(),
  "workflow.run": onWorkflow({ json: {} }),
  "workflow.runs": onWorkflow(),
  "workflow.page.list": plain({ with_cookie: true }),
  "workflow.page": onWorkflow({ with_cookie: true }),
  "workflow.page.list.former": plain(),
  "workflow.page.former": plain({ params: { id: 1 } }),
};

/** An operation on a workflow of the workspace's owner. */
function onWorkflow(rest: Made = {}) {
  return {
    make: async ({ h, people }: Stage) => {
      const { id } = await made(h.call("POST /api/workflows", { as: people["workspace owner"], json: WORKFLOW }));
      return { ...rest, params: { id } };
    },
  };
}
