// Inputs of the permission matrix for the page that a signed-in person lands on.
import { type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  "home.start": plain({ with_cookie: true }),
  "home.show": plain({ with_cookie: true }),
  "home.new": plain({ with_cookie: true }),
  "home.search": plain({ with_cookie: true, query: { q: "word" } }),
  "home.trash": plain({ with_cookie: true }),
};
