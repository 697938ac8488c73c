// Where plans are compared and bought.

export const PRICING_PATH = "/pricing";
export const CHECKOUT_PATH = "/auth/billing/checkout";
export const PORTAL_PATH = "/auth/billing/portal";
