// Forms: pages that put what people answer into a database's table.
import type { Plugin } from "../../kernel/mod.ts";
import { createForm } from "./operations/create.ts";
import { changeForm, deleteForm, readForm, readForms } from "./operations/manage.ts";
import { submitForm } from "./operations/submit.ts";

export const forms: Plugin = {
  name: "forms",
  operations: [createForm, readForms, readForm, changeForm, deleteForm, submitForm],
  migrations: new URL("./migrations/", import.meta.url),
};
