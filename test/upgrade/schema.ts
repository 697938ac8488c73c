// What a database is made of, as text that can be compared: columns, constraints, indexes, triggers and routines.
import type { Sql } from "../../kernel/plugin.ts";

/** One line each, in order. What extensions bring is theirs. */
export async function readSchema(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with own as (
      select c.oid, c.relname from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    )
    select concat_ws(' ', 'column', o.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(e.adbin, e.adrelid)) as line
    from own o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef e on e.adrelid = o.oid and e.adnum = a.attnum
    union all
    select concat_ws(' ', 'constraint', o.relname, c.conname, pg_get_constraintdef(c.oid)) from own o join pg_constraint c on c.conrelid = o.oid
    union all
    select concat_ws(' ', 'index', pg_get_indexdef(i.indexrelid)) from own o join pg_index i on i.indrelid = o.oid
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid)) from own o join pg_trigger t on t.tgrelid = o.oid and not t.tgisinternal
    union all
    select concat_ws(' ', 'routine', pg_get_functiondef(p.oid), obj_description(p.oid, 'pg_proc')) from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.prokind in ('f', 'p')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by line`;
  return rows.map((row) => row.line);
}
