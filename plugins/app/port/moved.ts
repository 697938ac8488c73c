// A page's former address leads for good to where the page lies now in the app, its query kept.
import { anyone, movedForGood, type Operation } from "../../../kernel/plugin.ts";
import { operation } from "../../operation.ts";

/** `to` is a path of the app, with the names in braces that `route` has too. */
export function movedPage({ id, route, to }: { id: string; route: `GET /${string}`; to: string }): Operation {
  return operation({
    id,
    route,
    summary: `Leads to ${to}, where this page lies now`,
    raw: "page",
    status: 301,
    anonymous: true,
    permit: anyone(),
    run: ({ request }, { params }) => {
      const path = to.replace(/\{([a-z_]+)\}/g, (_whole, name) => encodeURIComponent(textOf(params, name)));
      return movedForGood(path + request.url.search);
    },
  });
}

function textOf(params: object, name: string): string {
  const value: unknown = Reflect.get(params, name);
  return typeof value === "string" ? value : "";
}
