// What clients see changed of the plugin workflows, newest first. Pure data; it imports nothing.

export const workflowsChanges = [
  {
    date: "2026-11-28",
    kind: "added",
    what: "Tools for workflows: `list_workflows`, `list_agent_workflows`, `get_workflow`, `create_workflow`, `update_workflow`, `delete_workflow`, `run_workflow` and `list_workflow_runs`; a step calls none that starts or changes a workflow. Tools that are named after agents go by their former names with `brain`, too, which `X-MCP-Legacy: true` lists.",
  },
  {
    date: "2026-11-28",
    kind: "added",
    what: "`workflow.failed` in the audit log and among `kind` of notifications: a run that nobody asked for failed.",
  },
] as const;
