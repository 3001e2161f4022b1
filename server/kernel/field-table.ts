import type { TSchema } from "typebox";
import type { Scope } from "./scope.ts";

/** One field of a resource: where it is stored, sent and shown. Null means that the field is absent there. */
export type Field = FieldViews & (OptionalTextField | OtherField);

interface FieldViews {
  /** Its position in exported files, from 1. */
  readonly export: number | null;
  /** Its column in the dashboard's list. */
  readonly list: ListColumn | null;
  /** Its position among the inputs of the dashboard's form, from 1. */
  readonly form: number | null;
}

interface OtherField {
  readonly column: Column<unknown, false> | null;
  /** Its schema in the request that creates the resource. */
  readonly create: TSchema | null;
  /** Its schema in answers and events. */
  readonly answer: TSchema | null;
  /** Its schema in the answer that returns a single record, if that differs. */
  readonly details?: TSchema;
}

interface OptionalTextField {
  readonly column: OptionalText;
  readonly create: TSchema;
  readonly answer: TSchema;
}

interface ListColumn {
  readonly position: number;
  /** Whether the list shows it by default. */
  readonly is_shown: boolean;
}

/** A column's SQL type. `values` is never set; it only carries the TypeScript type of the column's values. */
interface Column<Value, IsOptionalText extends boolean = false> {
  readonly sql: string;
  readonly is_optional_text: IsOptionalText;
  readonly values?: () => Value;
}

type OptionalText = Column<string | null, true>;

/** For a field that a caller cannot send. */
export const COMPUTED = { create: null, form: null } as const;
/** For a field that neither an export nor a list shows. */
export const UNLISTED = { export: null, list: null } as const;

export const shown = (position: number): ListColumn => ({ position, is_shown: true });
export const hidden = (position: number): ListColumn => ({ position, is_shown: false });

const column =
  (sql: string) =>
  <Value>(): Column<Value> => ({ sql, is_optional_text: false });
const textColumn = column("text");
const bigintColumn = column("bigint");
const intColumn = column("int");
const booleanColumn = column("boolean");
const timeColumn = column("timestamptz");
const jsonColumn = column("json");
const bytesColumn = column("bytea");

// Without `NoInfer`, a table's declared type would widen the type of the values.
export const text = <Value extends string | null = string>(): Column<NoInfer<Value>> => textColumn<Value>();
export const bigint = <Value extends bigint | null = bigint>(): Column<NoInfer<Value>> => bigintColumn<Value>();
export const int = <Value extends number | null = number>(): Column<NoInfer<Value>> => intColumn<Value>();
export const optionalInt = () => intColumn<number | null>();
export const boolean = () => booleanColumn<boolean>();
export const instant = <Value extends string | null = string>(): Column<NoInfer<Value>> => timeColumn<Value>();
export const json = <Value = Readonly<Record<string, unknown>> | null>(): Column<NoInfer<Value>> => jsonColumn<Value>();
export const bytes = () => bytesColumn<Buffer | null>();
/**
 * A text that a caller may send, and that is stored and returned unchanged. `optionalTexts` copies it between request,
 * row and answer.
 */
export const optionalText = (): OptionalText => ({ sql: "text", is_optional_text: true });

export type FieldTable = Readonly<Record<string, Field>>;

/** A row of the resource's table. */
export type RowOf<Table> = Scope & {
  readonly [Name in keyof Table as Table[Name] extends { readonly column: null } ? never : Name]: Table[Name] extends {
    readonly column: Column<infer Value, boolean>;
  }
    ? Value
    : never;
};

type ColumnTable = Readonly<Record<string, { readonly column: { readonly sql: string } | null }>>;

/** The names and SQL types of the columns. */
export function columnsOf<Table extends ColumnTable>(
  table: Table,
): Readonly<Record<keyof RowOf<Table> & string, string>>;
export function columnsOf(table: ColumnTable): Readonly<Record<string, string>> {
  const own = Object.entries(table).flatMap(([name, field]) => (field.column ? [[name, field.column.sql]] : []));
  return { merchant: "text", environment: "text", ...Object.fromEntries(own) };
}

type CreateSchemas<Table> = {
  [Name in keyof Table as Table[Name] extends { readonly create: null } ? never : Name]: Table[Name] extends {
    readonly create: infer Schema extends TSchema;
  }
    ? Schema
    : never;
};

/** The schemas of the request: the fields of `first`, then the others in the table's order. */
export function createSchemas<Table extends FieldTable>(
  table: Table,
  first: readonly (keyof CreateSchemas<Table> & string)[],
): CreateSchemas<Table>;
export function createSchemas(table: FieldTable, first: readonly string[]): Readonly<Record<string, TSchema>> {
  const names = new Set([...first, ...Object.keys(table)]);
  return pickSchemas([...names], (name) => table[name]?.create ?? null);
}

type AnswerSchemas<Table> = {
  [Name in keyof Table as Table[Name] extends { readonly answer: null } ? never : Name]: Table[Name] extends {
    readonly answer: infer Schema extends TSchema;
  }
    ? Schema
    : never;
};

/** The schemas of answers and events, in the table's order. */
export function answerSchemas<Table extends FieldTable>(table: Table): AnswerSchemas<Table>;
export function answerSchemas(table: FieldTable): Readonly<Record<string, TSchema>> {
  return pickSchemas(Object.keys(table), (name) => table[name]?.answer ?? null);
}

type DetailSchemas<Table> = Omit<AnswerSchemas<Table>, keyof OwnDetailSchemas<Table>> & OwnDetailSchemas<Table>;
type OwnDetailSchemas<Table> = {
  [Name in keyof Table as Table[Name] extends { readonly details: TSchema } ? Name : never]: Table[Name] extends {
    readonly details: infer Schema extends TSchema;
  }
    ? Schema
    : never;
};

/** The schemas of the answer that returns a single record, in the table's order. */
export function detailSchemas<Table extends FieldTable>(table: Table): DetailSchemas<Table>;
export function detailSchemas(table: FieldTable): Readonly<Record<string, TSchema>> {
  return pickSchemas(Object.keys(table), (name) => {
    const field = table[name];
    return (field && "details" in field ? field.details : field?.answer) ?? null;
  });
}

function pickSchemas(
  names: readonly string[],
  schemaOf: (name: string) => TSchema | null,
): Readonly<Record<string, TSchema>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const schema = schemaOf(name);
      return schema === null ? [] : [[name, schema] as const];
    }),
  );
}

type OptionalTextName<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly column: OptionalText } ? Name : never;
}[keyof Table];

export function optionalTextNames<Table extends FieldTable>(table: Table): readonly OptionalTextName<Table>[];
export function optionalTextNames(table: FieldTable): readonly string[] {
  return Object.keys(table).filter((name) => table[name]?.column?.is_optional_text);
}

export type OptionalTexts<Table> = Readonly<Record<OptionalTextName<Table>, string | null>>;

/** Returns a function that copies the optional texts of a request, an order or a row; null where one is missing. */
export function optionalTexts<Table extends FieldTable>(
  table: Table,
): (from: { readonly [Name in OptionalTextName<Table>]?: string | null }) => OptionalTexts<Table>;
export function optionalTexts(table: FieldTable) {
  const names: readonly string[] = optionalTextNames(table);
  return (from: Readonly<Record<string, string | null | undefined>>): Readonly<Record<string, string | null>> => {
    const texts: Record<string, string | null> = {};
    for (const name of names) texts[name] = from[name] ?? null;
    return texts;
  };
}

type Position = number | { readonly position: number } | null;

type NameIn<Table, View extends string> = {
  [Name in keyof Table]: Table[Name] extends { readonly [Key in View]: null } ? never : Name;
}[keyof Table];

/** The names of the fields with a position in a view, such as `export`, in the order of the positions. */
export function namesIn<View extends string, Table extends Readonly<Record<string, Readonly<Record<View, Position>>>>>(
  table: Table,
  view: View,
): readonly NameIn<Table, View>[];
export function namesIn(
  table: Readonly<Record<string, Readonly<Record<string, Position>>>>,
  view: string,
): readonly string[] {
  const positionOf = (name: string): number => {
    const position = table[name]?.[view] ?? 0;
    return typeof position === "number" ? position : position.position;
  };
  return Object.keys(table)
    .filter((name) => positionOf(name) > 0)
    .sort((one, other) => positionOf(one) - positionOf(other));
}

/** The columns of the resource's list in the dashboard: those shown by default, and the others. */
export function listColumns<Table extends FieldTable>(
  table: Table,
): { readonly columns: readonly NameIn<Table, "list">[]; readonly others: readonly NameIn<Table, "list">[] } {
  const names = namesIn(table, "list");
  const is_shown = (name: string | number | symbol): boolean => table[String(name)]?.list?.is_shown === true;
  return { columns: names.filter(is_shown), others: names.filter((name) => !is_shown(name)) };
}
