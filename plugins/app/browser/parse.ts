// Makes a document of what the server answered, under the one policy that a page has for what becomes markup.

const policy =
  "trustedTypes" in window ? trustedTypesOf(window).createPolicy("app", { createHTML: (text) => text }) : null;

interface Policies {
  createPolicy(name: string, rules: { createHTML: (text: string) => string }): { createHTML(text: string): unknown };
}

function trustedTypesOf(from: object): Policies {
  return (from as { trustedTypes: Policies }).trustedTypes;
}

/** For scripts of single pages too, since a page has one policy for what becomes markup. */
export function parse(text: string): Document {
  const markup = policy ? policy.createHTML(text) : text;
  return new DOMParser().parseFromString(markup as string, "text/html");
}
