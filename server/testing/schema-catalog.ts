import type pg from "pg";

/** The definition of each object of the schema `public`, by kind and name. Objects of extensions are left out. */
export async function readSchemaCatalog(client: pg.Client): Promise<Readonly<Record<string, string>>> {
  const objects = await client.query<{ object: string; definition: string }>(SCHEMA_CATALOG_SQL);
  return Object.fromEntries(objects.rows.map(({ object, definition }) => [object, definition]));
}

// Column positions do not count dropped columns.
const SCHEMA_CATALOG_SQL = `
  with relations as (
    select * from pg_class where relnamespace = 'public'::regnamespace
  ),
  columns as (
    select a.*, row_number() over (partition by a.attrelid order by a.attnum) as position
    from pg_attribute a
    join relations r on r.oid = a.attrelid
    where a.attnum > 0 and not a.attisdropped and r.relkind in ('r', 'v')
  )
  select 'relation ' || relname as object,
    concat_ws(' | ', relkind, relpersistence, relrowsecurity, relforcerowsecurity, array_to_string(reloptions, ','),
      case when relowner = 'kolo_engine'::regrole then 'of kolo_engine' end) as definition
  from relations
  union all
  select 'column ' || a.attrelid::regclass || '.' || a.attname,
    concat_ws(' | ', a.position, format_type(a.atttypid, a.atttypmod), c.collname, a.attnotnull, a.attidentity, a.attgenerated,
      pg_get_expr(d.adbin, d.adrelid), a.attstorage, a.attcompression, a.attstattarget, a.attoptions::text,
      col_description(a.attrelid, a.attnum))
  from columns a
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  left join pg_collation c on c.oid = a.attcollation
  union all
  select 'constraint ' || conrelid::regclass || '.' || conname,
    concat_ws(' | ', pg_get_constraintdef(oid), convalidated, condeferrable, condeferred)
  from pg_constraint
  where connamespace = 'public'::regnamespace
  union all
  select 'index ' || x.indexrelid::regclass,
    concat_ws(' | ', pg_get_indexdef(x.indexrelid), x.indisvalid, x.indisprimary, x.indisclustered, x.indisreplident,
      (select string_agg(attnum || ':' || attstattarget, ',') from pg_attribute
        where attrelid = x.indexrelid and attstattarget > 0))
  from pg_index x
  join relations r on r.oid = x.indrelid
  union all
  select 'trigger ' || tgrelid::regclass || '.' || tgname, concat_ws(' | ', pg_get_triggerdef(t.oid), tgenabled)
  from pg_trigger t
  join relations r on r.oid = tgrelid
  where not tgisinternal
  union all
  select 'function ' || p.oid::regprocedure, concat_ws(' | ', pg_get_functiondef(p.oid), p.proacl::text)
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select 'view ' || oid::regclass, pg_get_viewdef(oid) from relations where relkind = 'v'
  union all
  select 'policy ' || tablename || '.' || policyname, concat_ws(' | ', permissive, roles::text, cmd, qual, with_check)
  from pg_policies
  where schemaname = 'public'
  union all
  select concat_ws(' ', 'privilege', held.target, g.grantee::regrole, g.privilege_type), g.is_grantable::text
  from (
    select relowner, oid::regclass::text as target, relacl as acl from relations
    union all
    select r.relowner, r.oid::regclass || '.' || a.attname, a.attacl from relations r join pg_attribute a on a.attrelid = r.oid
  ) held
  cross join aclexplode(held.acl) g
  where g.grantee <> held.relowner
  union all
  select 'default privileges', string_agg(concat_ws(' ', defaclobjtype, g.grantee::regrole, g.privilege_type), ', ' order by 1)
  from pg_default_acl
  cross join aclexplode(defaclacl) g
  where defaclnamespace = 'public'::regnamespace
  union all
  select 'sequence ' || seqrelid::regclass,
    concat_ws(' | ', seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle)
  from pg_sequence
  join relations r on r.oid = seqrelid
  union all
  select 'extension ' || extname, extnamespace::regnamespace::text
  from pg_extension
  union all
  select 'statistics ' || stxname, pg_get_statisticsobjdef(oid)
  from pg_statistic_ext
  where stxnamespace = 'public'::regnamespace
  order by 1`;
