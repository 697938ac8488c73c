// Pages of the workspace outside of the app's frame, as lines of the settings; one that moves in brings its own.
import { isManager } from "../../kernel/plugin.ts";
import type { Asking } from "../app/port/ask.ts";
import type { SettingsLine } from "../app/port/slots.ts";
import { homeWords } from "./words.ts";

/** What a plugin brings that is off, or a plan does not carry, is not there. */
export function linesOfOthers({ runtime, actor, request }: Asking): SettingsLine[] {
  const words = homeWords({ request });
  const pages = [
    { id: "agent.page.list", label: words.agents, icon: "agent", everybody: true },
    { id: "workflow.page.list", label: words.workflows, icon: "flow", everybody: true },
    { id: "audit.page", label: words.audit, icon: "history", gate: "audit_log", everybody: true },
    { id: "webhook.page.list", label: words.webhooks, icon: "webhook", gate: "webhooks" },
    { id: "domain.page", label: words.domains, icon: "globe" },
    { id: "billing.page", label: words.plan, icon: "building" },
  ];
  return pages.flatMap(({ id, label, icon, gate, everybody }, number) => {
    const href = runtime.pathOf(id);
    const isOpen = (everybody || isManager(actor)) && (!gate || runtime.plans.carries(gate, actor.workspace.plan));
    if (href === null || href.startsWith("/app/") || !isOpen) return [];
    return [{ group: "company", order: 90 + number, href, icon, label }];
  });
}
