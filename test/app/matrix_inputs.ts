// Inputs of the permission matrix for the frame of the app.
import { formOf } from "../documents/published.ts";
import { type Inputs, plain } from "../permission/input.ts";

export const INPUTS: Inputs = {
  // What the operation behind it writes is its own; the door by itself writes nothing, as with a star that there is not.
  "app.do": plain({
    with_cookie: true,
    params: { operation: "star.delete" },
    form: formOf([["star_id", "2147483647"]]),
  }),
  "app.theme": plain({ with_cookie: true, form: formOf([["theme", "dark"]]) }),
  "app.language": plain({ with_cookie: true, form: formOf([["language", "de"]]) }),
  "app.time_zone": plain({ with_cookie: true, form: formOf([["time_zone", "Europe/Berlin"]]) }),
  "app.keys": plain({ with_cookie: true, form: formOf([["keys", "off"]]) }),
  "app.find": plain({ query: { q: "word" } }),
  "app.settings": plain({ with_cookie: true }),
  "app.script": plain(),
  "app.palette": plain(),
  "app.style": plain(),
};
