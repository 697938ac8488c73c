// The columns of a table as a statement sees them:
// typed, named by the fields' keys, made of a record's JSON by Postgres itself.
import type { Field } from "../databases/port.ts";

interface Column {
  name: string;
  type: string;
  /** Over a row of `incoming`. */
  made_of: string;
}

/** What comes from the service's database, a row for each record. */
export const INCOMING = `create temporary table incoming (
  record_id bigint, version integer, form_status text, created_at timestamptz, updated_at timestamptz, data jsonb
)`;

const SYSTEM: readonly Column[] = [
  { name: "_id", type: "bigint", made_of: "record_id" },
  { name: "_version", type: "integer", made_of: "version" },
  { name: "_form_status", type: "text", made_of: "form_status" },
  { name: "_created_at", type: "timestamptz", made_of: "created_at" },
  { name: "_updated_at", type: "timestamptz", made_of: "updated_at" },
];

/** What every table of Postgres has by itself, so that no other column can be called so. */
const TAKEN = new Set(["ctid", "xmin", "cmin", "xmax", "cmax", "tableoid"]);

/** In the order of the fields, after what every record has. No field's key begins with `_`. */
export function columnsOf(fields: readonly Pick<Field, "key" | "type">[]): Column[] {
  return [
    ...SYSTEM,
    ...fields.map((field) => ({ name: TAKEN.has(field.key) ? `_${field.key}` : field.key, ...typed(field) })),
  ];
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function typed({ key, type }: Pick<Field, "key" | "type">): Omit<Column, "name"> {
  // A key is a lower-case identifier, whatever else it says.
  const name = `'${key.replaceAll("'", "''")}'`;
  switch (type) {
    case "number":
      return { type: "numeric", made_of: `(data -> ${name})::numeric` };
    case "checkbox":
      return { type: "boolean", made_of: `(data -> ${name})::boolean` };
    case "date":
      return { type: "date", made_of: finished(name, { type: "date", shape: "^\\d{4}-\\d\\d-\\d\\d$" }) };
    case "datetime":
      return {
        type: "timestamptz",
        made_of: finished(name, { type: "timestamptz", shape: "^\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z$" }),
      };
    case "multi_select":
      return {
        type: "text[]",
        made_of: `case when data ? ${name} then array(select jsonb_array_elements_text(data -> ${name})) end`,
      };
    case "json":
    case "attachment":
    case "review":
      return { type: "jsonb", made_of: `data -> ${name}` };
    default:
      return { type: "text", made_of: `data ->> ${name}` };
  }
}

/** A text that a draft left unfinished is no day and no time. */
function finished(name: string, { type, shape }: { type: string; shape: string }): string {
  const text = `data ->> ${name}`;
  return `case when form_status is distinct from 'draft' or (${text} ~ '${shape}' and pg_input_is_valid(${text}, '${type}'))
    then (${text})::${type} end`;
}
