import { columnLiteral, jsonElement, literalOf, type ArrayElement } from '../../database/array-literal.ts';
import { isLasting } from '../../domain/json.ts';
import type { Steps } from '../../domain/steps.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import type { Gathered } from './batch.ts';
import { json, table, type ReadTable, type Row, type Value } from '../support/table.ts';
import { columnType, updateRows, upsertRows } from './table-statements.ts';
import { activity, changes } from './tables.ts';

/** Everything that a batch does, as one statement: one round trip, one commit, all or nothing. */

export const PROJECTED_CHANNEL = 'grandlivre_projected';
export const ACCESS_CHANNEL = 'grandlivre_access';

const outbox = table({
  name: 'outbox',
  columns: {
    event_id: 'text',
    firm_id: 'bigint',
    company_id: 'bigint',
    event: 'text',
    data: json<object>(),
    created_at: 'timestamptz',
  },
  key: ['event_id'],
  repeated: 'ignored',
});

const haltedStreams = table({
  name: 'halted_streams',
  columns: { stream: 'text', next_revision: 'bigint', position: 'bigint', error: 'text' },
  key: ['stream'],
});

export interface HaltedStream {
  readonly stream: string;
  readonly next_revision: number;
  readonly position: number;
  readonly error: string;
}

export interface Checkpoint {
  readonly from: number;
  readonly to: number;
  readonly generation: string;
}

export interface Resumed {
  readonly stream: string;
  /** Revision at which it is halted. */
  readonly from: number;
  /** Revision at which it is halted afterwards. */
  readonly to: number;
  readonly position: number;
}

export interface StatementInput {
  readonly schema: string;
  readonly gathered: Gathered;
  readonly projected: readonly RecordedEvent[];
  /** Absent when a halted stream catches up behind the checkpoint. */
  readonly checkpoint?: Checkpoint;
  /** A halted stream that catches up: where it is halted moves in the same commit as its rows. */
  readonly resumed?: Resumed;
  readonly halted: readonly HaltedStream[];
  /** False while tables are made anew: nothing is announced and nobody is notified. */
  readonly isLive: boolean;
  /** Whether anyone outside this process waits to hear how far the tables are. */
  readonly isHeard?: boolean;
  /** Tables that are being made elsewhere: nothing is written to them here. */
  readonly missing?: ReadonlySet<string> | undefined;
  /** Writes everything and then fails with the message `trial`, so that nothing stays. */
  readonly isTrial?: boolean;
}

interface Part {
  readonly schema: string;
  readonly table: ReadTable;
  readonly rows: readonly Row[];
  /** Rows that are there already, of a table that tells them from new ones. */
  readonly isUpdate?: boolean;
  /** One row alone is written as it is, which costs the server less than an array of one for each column. */
  readonly isOneRow?: boolean;
}

const texts = new Map<string, { name: string; text: string }>();
const MAX_PREPARED = 200;

export interface ProjectionStatement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** In steps where there are many rows: the parameters hold every value of every one. */
export function* projectionStatement(input: StatementInput, given?: readonly Part[]): Steps<ProjectionStatement> {
  const written = (given ?? partsOf(input)).filter(({ rows }) => rows.length > 0);
  // Statements are planned once for each form: only what a quiet service writes is worth a form of its own.
  const parts = input.projected.length > 1 ? written : written.map((part) => ({ ...part, isOneRow: isAlone(part) }));
  const subjects = [...input.gathered.accessSubjects];
  const cleared = [...input.gathered.cleared];
  const { checkpoint, resumed, isLive, isHeard, isTrial, schema } = input;
  const key = [
    schema,
    isLive,
    isHeard,
    isTrial === true,
    checkpoint !== undefined,
    resumed !== undefined,
    subjects.length > 0,
    ...cleared.map(([{ name }]) => `cleared_${name}`),
    ...parts.map((part) => `${partName(part)}${part.isOneRow ? '_one' : ''}`),
  ].join();
  let statement = texts.get(key);
  if (!statement) {
    statement = { name: `project-${texts.size}`, text: textOf(parts, input, subjects.length > 0) };
    if (texts.size < MAX_PREPARED) texts.set(key, statement);
  }
  const values: unknown[] = checkpoint ? [checkpoint.from, checkpoint.to, checkpoint.generation] : [];
  if (resumed) values.push(resumed.stream, resumed.from, resumed.to, resumed.position);
  for (const [, companyIds] of cleared) values.push([...companyIds]);
  for (const { table, rows, isOneRow } of parts) {
    for (const { literalOf, valueOf } of parametersOf(table))
      values.push(
        isOneRow ? valueOf(rows[0]!) : rows.length <= ROWS_A_STEP ? literalOf(rows) : yield* joined(rows, literalOf),
      );
  }
  if (isLive && subjects.length > 0) values.push(accessMessage(checkpoint?.to ?? 0, subjects));
  return texts.has(key) ? { ...statement, values } : { text: statement.text, values };
}

/** Of more rows of a table than three times as many, each statement writes so many. */
const ROWS_A_STATEMENT = 1_000;

/**
 * The same for what one operation has written much of: statements that together do what one would, in one transaction, each made when
 * the one before it is written. All values of ten thousand rows on their way to the database at once take several times as much
 * memory as the rows. Null when there are few.
 */
export function projectionStatements(
  input: StatementInput,
  rowsAStatement = ROWS_A_STATEMENT,
): readonly (() => Steps<ProjectionStatement>)[] | null {
  const parts = partsOf(input);
  const most = Math.max(...parts.map(({ rows }) => rows.length));
  if (most <= 3 * rowsAStatement) return null;
  const { checkpoint: _moved, resumed: _resumed, ...rest } = input;
  const nothingElse = { accessSubjects: new Set<never>(), cleared: new Map<never, never>() };
  const later = { ...rest, isHeard: false, gathered: { ...input.gathered, ...nothingElse } };
  return Array.from({ length: Math.ceil(most / rowsAStatement) }, (_, index) => () => {
    const first = index * rowsAStatement;
    const own = parts.map((part) => ({ ...part, rows: part.rows.slice(first, first + rowsAStatement) }));
    // The checkpoint moves with the first: whoever does not hold it writes nothing.
    return projectionStatement(index === 0 ? input : later, own);
  });
}

const ROWS_A_STEP = 500;

/** The array of many rows, piece by piece. */
function* joined(rows: readonly Row[], literalOf: Parameter['literalOf']): Steps<string> {
  const pieces: string[] = [];
  for (let start = 0; start < rows.length; start += ROWS_A_STEP) {
    pieces.push(literalOf(rows.slice(start, start + ROWS_A_STEP)).slice(1, -1));
    yield;
  }
  return `{${pieces.join(',')}}`;
}

function textOf(
  parts: readonly Part[],
  { schema, gathered, checkpoint, resumed, isLive, isHeard, isTrial }: StatementInput,
  hasSubjects: boolean,
): string {
  const steps: string[] = [];
  const results: string[] = [];
  let parameter = 1;
  if (checkpoint) {
    // First, so that its lock is taken first: whoever holds the checkpoint holds the projection.
    steps.push(
      `moved AS (UPDATE ${schema}.checkpoint SET position = $2::bigint WHERE position = $1::bigint AND generation = $3::uuid RETURNING position)`,
    );
    results.push(`ops.require((SELECT count(*) FROM moved) = 1, 'The checkpoint is not where this projector left it')`);
    if (isLive && isHeard) results.push(`pg_notify('${PROJECTED_CHANNEL}', $2::text)`);
    parameter = 4;
  }
  if (resumed) {
    const at = (offset: number) => `$${parameter + offset}`;
    steps.push(
      `resumed AS (UPDATE ops.halted_streams SET next_revision = ${at(2)}::bigint, position = ${at(3)}::bigint WHERE stream = ${at(0)}::text AND next_revision = ${at(1)}::bigint RETURNING stream)`,
    );
    results.push(
      `ops.require((SELECT count(*) FROM resumed) = 1, 'The stream is not halted where this projector left it')`,
    );
    parameter += 4;
  }
  for (const { name } of gathered.cleared.keys()) {
    steps.push(`cleared_${name} AS (DELETE FROM ${schema}.${name} WHERE company_id = ANY($${parameter}::bigint[]))`);
    parameter += 1;
  }
  for (const part of parts) {
    const text = part.isUpdate
      ? updateRows(part.schema, part.table, parameter)
      : upsertRows(part.schema, part.table, parameter, part.isOneRow);
    steps.push(`${partName(part)} AS (${text}${isTrial ? ' RETURNING 1' : ''})`);
    parameter += Object.keys(part.table.columns).length;
  }
  // Counting what was written makes the database write it before it comes to the condition.
  if (isTrial)
    results.push(
      `ops.require(${parts.map((part) => `(SELECT count(*) FROM ${partName(part)})`).join(' + ')} < 0, 'trial')`,
    );
  if (isLive && hasSubjects) results.push(`pg_notify('${ACCESS_CHANNEL}', $${parameter}::text)`);
  return `WITH ${steps.join(', ')} SELECT ${results.length > 0 ? results.join(', ') : '1'}`;
}

const isAlone = ({ rows, isUpdate }: Part): boolean => rows.length === 1 && !isUpdate;

const partName = ({ schema, table, isUpdate }: Part): string => `${schema}_${table.name}${isUpdate ? '_updated' : ''}`;

function partsOf({ schema, gathered, projected, halted, isLive, missing }: StatementInput): Part[] {
  const tables = [...gathered.rows].flatMap(([table, rows]): Part[] => {
    if (missing?.has(table.name)) return [];
    const known = table.repeated === 'updated' ? gathered.loaded.get(table) : undefined;
    if (!known) return [{ schema, table, rows: [...rows.values()] }];
    const isKnown = ([key]: [string, Row]) => known.has(key);
    const all = [...rows];
    return [
      { schema, table, rows: all.filter((one) => !isKnown(one)).map(([, row]) => row) },
      { schema, table, rows: all.filter(isKnown).map(([, row]) => row), isUpdate: true },
    ];
  });
  return [
    { schema, table: activity, rows: projected.map(activityRow) },
    { schema, table: changes, rows: gathered.changes },
    ...tables,
    {
      schema: 'ops',
      table: outbox,
      rows: isLive ? gathered.announcements : [],
    },
    { schema: 'ops', table: haltedStreams, rows: isLive ? halted.map((stream) => ({ ...stream })) : [] },
  ];
}

function activityRow({ position, stream, revision, type, metadata }: RecordedEvent): Row {
  return { ...metadata, position, stream, revision, type };
}

interface Parameter {
  /** The column of all rows, as an array. */
  readonly literalOf: (rows: readonly Row[]) => string;
  /** The column of one row. */
  readonly valueOf: (row: Row) => unknown;
}

const parameters = new Map<ReadTable, readonly Parameter[]>();

/** How each column of a table becomes a parameter; found out once. */
function parametersOf(table: ReadTable): readonly Parameter[] {
  let found = parameters.get(table);
  if (!found) {
    found = Object.entries(table.columns).map(([column, type]): Parameter =>
      columnType(type) === 'jsonb'
        ? {
            literalOf: (rows) => literalOf(rows.map((row) => jsonOf(row[column]))),
            valueOf: (row) => (row[column] === null || row[column] === undefined ? null : JSON.stringify(row[column])),
          }
        : {
            literalOf: (rows) => columnLiteral(rows, (row) => row[column] as ArrayElement),
            valueOf: (row) => row[column],
          },
    );
    parameters.set(table, found);
  }
  return found;
}

function jsonOf(value: Value): string {
  if (value === null || value === undefined) return jsonElement(null);
  if (typeof value !== 'object' || !isLasting(value)) return jsonElement(JSON.stringify(value));
  let element = lastingElements.get(value);
  if (element === undefined) lastingElements.set(value, (element = jsonElement(JSON.stringify(value))));
  return element;
}

const lastingElements = new WeakMap<object, string>();

/** A notification holds 8000 bytes: beyond that, everything cached is to be forgotten. */
function accessMessage(position: number, subjects: readonly string[]): string {
  return JSON.stringify({ position, subjects: subjects.length > 200 ? ['all'] : subjects });
}
