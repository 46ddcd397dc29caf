/** A read table as data: its columns, key and indexes, and how a row that comes again joins the one that is there. */
export interface ReadTable<Name extends string = string, TableRow extends Row = Row> {
  readonly name: Name;
  /** PostgreSQL type and constraints by column. */
  readonly columns: Readonly<Record<string, string>>;
  readonly key: readonly string[];
  /** Columns of each further index, such as `company_id, entry_date DESC`. */
  readonly indexes?: readonly string[];
  /** A text that is searched for any part of it. The index needs an extension: without it a search reads more rows. */
  readonly trigrams?: string;
  /**
   * What becomes of a row whose key is there already: it replaces the old one (the default), it is ignored, or it cannot
   * be, because rows only ever come and the checkpoint keeps them from coming again. `updated`: whoever changes a row has read
   * it first, so that it is known which rows are new, and inserting those looks for no old ones.
   */
  readonly repeated?: 'replaces' | 'ignored' | 'impossible' | 'updated';
  /** Columns whose new value is added to the old one instead of replacing it. */
  readonly added?: readonly string[];
  /** How it is read as it was at an earlier moment; absent: always as it is now. A table of company files says it. */
  readonly past?: Past;
  /**
   * What columns that came later say of rows from before them, until the tables have been made anew: constants of SQL, such as
   * `'EUR'`. A column that may be empty needs none.
   */
  readonly earlier?: Readonly<Partial<Record<string, string>>>;
  /** Never there: it carries the type of the rows. */
  readonly [ROW]?: TableRow;
}

/**
 * `kept`: what a row with an `id` was before each change is kept beside it, and `created_at` tells since when it is there. Else the rows of
 * an earlier moment are made of those of other tables.
 */
export type Past = 'kept' | KeptColumns | DerivedRows;

/**
 * The same for a table with very many rows, of which these columns alone ever change, `updated_at` with every change: rows of then are found
 * by the indexes of all other columns, also when they are joined.
 */
export interface KeptColumns {
  readonly changing: readonly string[];
}

export interface DerivedRows {
  /** The tables that are read as they were: `past_<name>` in the text. */
  readonly of: readonly string[];
  /** A query of the same columns. How it is best done may depend on the columns that the statement names. */
  readonly rows: (moment: PastMoment, isNamed: (column: string) => boolean) => string;
  /** Columns whose earlier values are kept beside rows with an `id`, as those of a table that is `kept` are. */
  readonly keeps?: readonly string[];
}

/** A company file at a moment, in the form in which a statement takes them. */
export interface PastMoment {
  readonly company: string;
  readonly at: string;
}

declare const ROW: unique symbol;
declare const VALUE: unique symbol;

export type Value = string | number | boolean | null | undefined | object;
/** A row of whichever table. */
export type Row = Readonly<Record<string, Value>>;

/** A row of this table. */
export type RowOf<Table extends ReadTable> = Table extends ReadTable<string, infer TableRow> ? TableRow : never;

/** The declaration of a column whose values SQL alone does not tell. */
export type Column<ColumnValue extends Value> = string & { readonly [VALUE]: ColumnValue };

type Constraint = 'NOT NULL' | 'COLLATE "C" NOT NULL';

/** A text that is one of few: `text<'posted' | 'reversed'>('NOT NULL')`. */
export function text<Choice extends string>(constraint: Constraint): Column<Choice>;
export function text<Choice extends string>(): Column<Choice | null>;
export function text(constraint?: Constraint): string {
  return constraint === undefined ? 'text' : `text ${constraint}`;
}

/** A value that is kept as JSON: `json<readonly VatEffect[]>()`. */
export function json<Content extends object>(constraint: 'NOT NULL'): Column<Content>;
export function json<Content extends object>(): Column<Content | null>;
export function json(constraint?: 'NOT NULL'): string {
  return constraint === undefined ? 'jsonb' : `jsonb ${constraint}`;
}

/** What a column of this declaration holds, in the form in which `database/pool.ts` reads it. */
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

/** The row that columns make. */
export type RowOfColumns<Columns extends Readonly<Record<string, string>>> = {
  readonly [Name in keyof Columns]: ValueOf<Columns[Name]>;
};

type Named<Columns> = readonly (keyof Columns & string)[];

/** Declares a read table; the type of its rows follows from the columns. */
export function table<const Name extends string, const Columns extends Readonly<Record<string, string>>>(
  declaration: Omit<ReadTable<Name>, 'columns' | 'key' | 'added' | 'earlier' | typeof ROW> & {
    readonly columns: Columns;
    readonly key: Named<Columns>;
    readonly added?: Named<Columns>;
    readonly earlier?: Partial<Readonly<Record<keyof Columns & string, string>>>;
  },
): ReadTable<Name, RowOfColumns<Columns>> {
  return declaration;
}
