// Inputs of the permission matrix for billing.
import { type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "billing.get": plain(),
  "billing.update": { fresh: "everything", make: () => ({ json: { name: "Renamed" } }) },
  "billing.checkout": plain({ json: { price: "team_monthly" } }),
  "billing.portal": plain(),
  "billing.webhook": plain({ body: "{}", headers: { "content-type": "application/json" } }),
  "billing.pricing": plain(),
  "billing.page": plain({ with_cookie: true }),
  "billing.page.former": plain(),
  "billing.page.checkout": plain({
    with_cookie: true,
    body: "price=team_monthly",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  }),
  "billing.page.portal": plain({ with_cookie: true }),
  "billing.style": plain(),
};
