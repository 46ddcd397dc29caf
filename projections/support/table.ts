/** A read table as data: its columns, key and indexes, and how a repeated row is combined with the existing one. */
export interface ReadTable<Name extends string = string, TableRow extends Row = Row> {
  readonly name: Name;
  /** PostgreSQL type and constraints by column. */
  readonly columns: Readonly<Record<string, string>>;
  /** Identifies a row. The primary key of a table of company files also begins with the company. */
  readonly key: readonly string[];
  /** Columns of each additional index, such as `company_id, entry_date DESC`. */
  readonly indexes?: readonly string[];
  /** A text column searched by substring. The index needs an extension: without it, a search reads more rows. */
  readonly trigrams?: string;
  /**
   * Handling of a row whose key already exists: it replaces the old one (the default), it is ignored, or it is
   * impossible, because rows are only ever added and the checkpoint prevents repeats. `updated`: a row is read before it
   * is changed, so new rows are known and inserting them needs no conflict check.
   */
  readonly repeated?: 'replaces' | 'ignored' | 'impossible' | 'updated';
  /**
   * Nullable columns that most new rows leave empty. If all rows of a batch do, they are left out of the insert, so that
   * they cost nothing. Not for a table whose rows are replaced.
   */
  readonly sparse?: readonly string[];
  /** Columns whose new value is added to the old one instead of replacing it. */
  readonly added?: readonly string[];
  /**
   * The shard that writes the table, if it is not that of the company file: the first one for rows of firms and users, or
   * the one of each event (`any`).
   */
  readonly shard?: 'first' | 'any';
  /** How to read the table as of an earlier moment; if absent, always the current state. For tables of company files. */
  readonly past?: Past;
  /**
   * Values of columns added later for earlier rows, until the tables have been rebuilt: SQL constants such as `'EUR'`.
   * Not needed for a nullable column.
   */
  readonly earlier?: Readonly<Partial<Record<string, string>>>;
  /**
   * A query for all rows, from other read tables: fills the table when that of an earlier version cannot be adapted. For
   * tables that most requests need: the service does not answer meanwhile.
   */
  readonly refill?: string;
  /** Never present at run time: it carries the row type. */
  readonly [ROW]?: TableRow;
}

/**
 * `kept`: the earlier values of rows with an `id` are stored on each change, and `created_at` shows since when a row
 * exists. Otherwise the rows of an earlier moment are derived from other tables.
 */
export type Past = 'kept' | KeptColumns | DerivedRows;

/**
 * The same for a very large table in which only these columns ever change, with `updated_at` set on every change: past
 * rows are found by the indexes on all other columns, also in joins.
 */
export interface KeptColumns {
  readonly changing: readonly string[];
  /** A condition that all rows (`t`) of the moment meet, if it lets an index of the statement skip others; else null. */
  readonly buildBound?: (moment: PastMoment, isNamed: (column: string) => boolean) => string | null;
}

export interface DerivedRows {
  /** The tables that are read as of that moment: `past_<name>` in the text. */
  readonly of: readonly string[];
  /** Builds a query with the same columns. The best plan may depend on the columns that the statement names. */
  readonly buildRows: (moment: PastMoment, isNamed: (column: string) => boolean) => string;
  /** Few rows that take long to derive: they are derived once in a statement, not for each row that looks for them. */
  readonly isDerivedOnce?: true;
  /** Columns whose earlier values are stored for rows with an `id`, as in a `kept` table. */
  readonly keeps?: readonly string[];
}

/** A company file and a moment, as SQL literals. */
export interface PastMoment {
  readonly company: string;
  readonly at: string;
  /** Whether it is in the second half of its month. */
  readonly isLate: boolean;
}

declare const ROW: unique symbol;
declare const VALUE: unique symbol;

export type Value = string | number | boolean | null | undefined | object;
/** A row of any table. */
export type Row = Readonly<Record<string, Value>>;

/** A row of this table. */
export type RowOf<Table extends ReadTable> = Table extends ReadTable<string, infer TableRow> ? TableRow : never;

/** A column declaration with a value type that SQL alone does not express. */
export type Column<ColumnValue extends Value> = string & { readonly [VALUE]: ColumnValue };

type Constraint = 'NOT NULL' | 'COLLATE "C" NOT NULL';

/** One of a few texts: `text<'posted' | 'reversed'>('NOT NULL')`. */
export function text<Choice extends string>(constraint: Constraint): Column<Choice>;
export function text<Choice extends string>(): Column<Choice | null>;
export function text(constraint?: Constraint): string {
  return constraint === undefined ? 'text' : `text ${constraint}`;
}

/** A value stored as JSON: `json<readonly VatEffect[]>()`. */
export function json<Content extends object>(constraint: 'NOT NULL'): Column<Content>;
export function json<Content extends object>(): Column<Content | null>;
export function json(constraint?: 'NOT NULL'): string {
  return constraint === undefined ? 'jsonb' : `jsonb ${constraint}`;
}

/** The value type of a column declaration, as read by `database/pool.ts`. */
export type ValueOf<Declaration extends string> =
  Declaration extends Column<infer Content extends Value>
    ? Content
    : Declaration extends `${infer Type} NOT NULL${string}`
      ? OfType<Type>
      : OfType<Declaration> | null;

type OfType<Type extends string> = Type extends 'bigint' | 'integer'
  ? number
  : Type extends 'boolean'
    ? boolean
    : Type extends 'date' | 'timestamptz' | 'uuid' | `text${string}` | `numeric${string}`
      ? string
      : never;

/** The row type of columns. */
export type RowOfColumns<Columns extends Readonly<Record<string, string>>> = {
  readonly [Name in keyof Columns]: ValueOf<Columns[Name]>;
};

type Named<Columns> = readonly (keyof Columns & string)[];

/** Declares a read table; the row type is derived from the columns. */
export function table<const Name extends string, const Columns extends Readonly<Record<string, string>>>(
  declaration: Omit<ReadTable<Name>, 'columns' | 'key' | 'added' | 'sparse' | 'earlier' | typeof ROW> & {
    readonly columns: Columns;
    readonly key: Named<Columns>;
    readonly added?: Named<Columns>;
    readonly sparse?: Named<Columns>;
    readonly earlier?: Partial<Readonly<Record<keyof Columns & string, string>>>;
  },
): ReadTable<Name, RowOfColumns<Columns>> {
  return declaration;
}

export interface RowKey {
  readonly table: ReadTable;
  /** Values of the key columns, in order. */
  readonly key: readonly number[];
}
