import {
  formatColumnLiteral,
  formatJsonElement,
  joinArrayElements,
  type ArrayElement,
} from '../../database/array-literal.ts';
import { isLasting } from '../../domain/json.ts';
import type { Steps } from '../../domain/steps.ts';
import type { RecordedEvent, SerialisedAppend } from '../../eventlog/port.ts';
import {
  buildJoinedInsert,
  countJoinedParameters,
  hasSingleEvent,
  listJoinedValues,
} from '../../eventlog/postgres/joined-append.ts';
import type { Gathered } from './batch.ts';
import { hasManyRecords } from './batches.ts';
import { BULK_ROWS, encodeColumn, findColumnCache, findColumnForms } from './bulk-columns.ts';
import { json, table, type ReadTable, type Row, type Value } from '../support/table.ts';
import { toColumnType, buildUpdate, buildUpsert, type ColumnForm } from './table-statements.ts';
import { FIRST_SHARD } from './sharding.ts';
import { leaveOutSparse } from './sparse-columns.ts';
import type { ShardLease } from './shards.ts';
import { createStatementForms } from './statement-forms.ts';
import { activity, changes, NO_COMPANY } from './tables.ts';

/** Writes a whole batch with one statement: one round trip, one commit, all or nothing. */

export const PROJECTED_CHANNEL = 'grandlivre_projected';
export const ACCESS_CHANNEL = 'grandlivre_access';

const OUTBOX_COLUMNS = {
  event_id: 'text',
  firm_id: 'bigint',
  company_id: 'bigint',
  event: 'text',
  data: json<object>(),
  created_at: 'timestamptz',
  position: 'bigint',
} as const;

const outbox = table({ name: 'outbox', columns: OUTBOX_COLUMNS, key: ['event_id'], repeated: 'ignored' });

/** The column has a default for the first shard, which is the only one of most services. */
const outboxOfShard = table({
  name: 'outbox',
  columns: { ...OUTBOX_COLUMNS, shard: 'integer' },
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
  /** Demanded by the live tables: an owner that was replaced writes nothing. Absent for tables that are built aside. */
  readonly lease?: ShardLease | undefined;
  /** Several projectors write the tables at a time: only the generation is checked, and no position is moved. */
  readonly isParallel?: boolean | undefined;
}

export interface Resumed {
  readonly stream: string;
  /** Revision at which it was halted. */
  readonly from: number;
  /** Revision at which it is halted afterwards. */
  readonly to: number;
  readonly position: number;
}

export interface StatementInput {
  /** The pool that runs the statement, or one with the same forms of statements. */
  readonly connection: object;
  readonly schema: string;
  readonly gathered: Gathered;
  readonly projected: readonly RecordedEvent[];
  /** Absent when a halted stream catches up behind the checkpoint. */
  readonly checkpoint?: Checkpoint;
  /** A halted stream that catches up. Its halt position moves in the same commit as its rows. */
  readonly resumed?: Resumed;
  readonly halted: readonly HaltedStream[];
  /** The appends of the projected events, which the statement records too. It needs a checkpoint. */
  readonly joined?: readonly SerialisedAppend[] | undefined;
  /** The shard of the events; the first one by default. */
  readonly shard?: number | undefined;
  /** False during a rebuild: nothing is announced and no notifications are sent. */
  readonly isLive: boolean;
  /** Whether other processes wait for progress notifications. */
  readonly isHeard?: boolean;
  /** Tables that are being built elsewhere; nothing is written to them here. */
  readonly missing?: ReadonlySet<string> | undefined;
  /** Writes everything and then fails with the message `trial`, so that everything is rolled back. */
  readonly isTrial?: boolean;
}

interface Part {
  readonly schema: string;
  readonly table: ReadTable;
  readonly rows: readonly Row[];
  /** Rows that already exist, in a table that distinguishes them from new ones. */
  readonly isUpdate?: boolean;
  /** The table is written without its sparse columns. */
  readonly isDense?: boolean;
  /** A single row is written directly, which is cheaper for the server than an array of one per column. */
  readonly isOneRow?: boolean;
  /** Of the columns of many new rows. */
  readonly forms?: readonly ColumnForm[];
}

const findForm = createStatementForms({ maxKept: 1_000, maxPrepared: 200 });
/** Their forms depend on the values, so they could be very many. */
const findBulkForm = createStatementForms({ maxKept: 100, maxPrepared: 50, prefix: 'project-bulk' });

export interface ProjectionStatement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Runs in steps if there are many rows: the parameters hold every value of every row. */
export function* buildProjectionStatement(input: StatementInput, given?: readonly Part[]): Steps<ProjectionStatement> {
  const written = (given ?? collectParts(input)).filter(({ rows }) => rows.length > 0);
  // Each form of a statement is planned once. Only the forms of a quiet service are worth preparing separately.
  // Entries posted at the same time have many rows too, and no two batches of them would have the same form.
  const isOfRecords = input.projected.some(hasManyRecords);
  const parts = written.map((part): Part => {
    if (isOfRecords && part.rows.length >= BULK_ROWS && !part.isUpdate)
      return { ...part, forms: findColumnForms(part.table, part.rows) };
    return input.projected.length > 1 ? part : { ...part, isOneRow: isSingleInsert(part) };
  });
  const isBulk = parts.some(({ forms }) => forms !== undefined);
  const subjects = [...input.gathered.accessSubjects];
  const cleared = [...input.gathered.cleared];
  const { checkpoint, resumed, isLive, isHeard, isTrial, schema } = input;
  const key = [
    schema,
    isLive,
    isHeard,
    isTrial === true,
    checkpoint && nameGuard(checkpoint),
    resumed !== undefined,
    input.joined && (hasSingleEvent(input.joined) ? 'joined_one' : 'joined'),
    subjects.length > 0,
    (input.shard ?? FIRST_SHARD) !== FIRST_SHARD,
    ...cleared.map(([{ name }]) => `cleared_${name}`),
    ...parts.map(
      (part) =>
        `${getPartName(part)}${part.isDense ? '_dense' : ''}${part.isOneRow ? '_one' : ''}${nameForms(part.forms)}`,
    ),
  ].join();
  const form = (isBulk ? findBulkForm : findForm)(input.connection, key, () =>
    buildStatementText(parts, input, subjects.length > 0),
  );
  const values: unknown[] = checkpoint ? [...listCheckpointValues(checkpoint)] : [];
  if (input.joined) values.push(...listJoinedValues(input.joined, input.projected));
  if (resumed) values.push(resumed.stream, resumed.from, resumed.to, resumed.position);
  for (const [, companyIds] of cleared) values.push([...companyIds]);
  for (const part of parts) {
    const { table, rows, isOneRow, forms } = part;
    if (forms) yield* pushBulkValues(values, table, rows, forms);
    else
      for (const { formatLiteral, getValue } of getParameters(table))
        values.push(
          isOneRow
            ? getValue(rows[0]!)
            : rows.length <= ROWS_A_STEP
              ? formatLiteral(rows)
              : yield* joinLiterals(rows, formatLiteral),
        );
  }
  if (isLive && subjects.length > 0)
    values.push(formatAccessMessage(checkpoint?.to ?? 0, input.shard ?? FIRST_SHARD, subjects));
  return { ...form, values };
}

const nameForms = (forms: Part['forms']): string =>
  forms === undefined ? '' : `_${forms.map((form) => form.charAt(0)).join('')}`;

function* pushBulkValues(
  values: unknown[],
  table: ReadTable,
  rows: readonly Row[],
  forms: readonly ColumnForm[],
): Steps<void> {
  const cache = findColumnCache(table, rows);
  for (const [index, name] of Object.keys(table.columns).entries()) {
    values.push(encodeColumn(table, name, forms[index]!, rows, cache));
    if (forms[index] === 'array') yield;
  }
}

/** Rows per statement, once a table has more than three times as many. */
const ROWS_A_STATEMENT = 1_000;

/**
 * The same for an operation with many rows: several statements in one transaction, each built after the previous one is
 * written. Sending all values of ten thousand rows at once takes several times the memory of the rows. Null when there
 * are few rows.
 */
export function splitProjectionStatements(
  input: StatementInput,
  rowsAStatement = ROWS_A_STATEMENT,
): readonly (() => Steps<ProjectionStatement>)[] | null {
  const parts = collectParts(input);
  const most = Math.max(...parts.map(({ rows }) => rows.length));
  if (most <= 3 * rowsAStatement) return null;
  const { checkpoint: _moved, resumed: _resumed, ...rest } = input;
  const nothingElse = { accessSubjects: new Set<never>(), cleared: new Map<never, never>() };
  const later = { ...rest, isHeard: false, gathered: { ...input.gathered, ...nothingElse } };
  return Array.from({ length: Math.ceil(most / rowsAStatement) }, (_, index) => () => {
    const first = index * rowsAStatement;
    const own = parts.map((part) => ({ ...part, rows: part.rows.slice(first, first + rowsAStatement) }));
    // The checkpoint moves with the first statement: a projector that does not hold it writes nothing.
    return buildProjectionStatement(index === 0 ? input : later, own);
  });
}

const ROWS_A_STEP = 500;

/** Builds the array literal of many rows piece by piece. */
function* joinLiterals(rows: readonly Row[], literalOf: Parameter['formatLiteral']): Steps<string> {
  const pieces: string[] = [];
  for (let start = 0; start < rows.length; start += ROWS_A_STEP) {
    pieces.push(literalOf(rows.slice(start, start + ROWS_A_STEP)).slice(1, -1));
    yield;
  }
  return `{${pieces.join(',')}}`;
}

function buildStatementText(
  parts: readonly Part[],
  { schema, gathered, checkpoint, joined, resumed, isLive, isHeard, isTrial }: StatementInput,
  hasSubjects: boolean,
): string {
  const steps: string[] = [];
  const results: string[] = [];
  let parameter = 1;
  if (checkpoint) {
    // First, so that its lock is taken first: the holder of the checkpoint holds the projection.
    steps.push(`moved AS (${buildMove(schema, checkpoint)})`);
    results.push(`ops.require((SELECT count(*) FROM moved) = 1, 'The checkpoint is not where this projector left it')`);
    if (isLive && isHeard) results.push(`pg_notify('${PROJECTED_CHANNEL}', ${buildProgressMessage(checkpoint)})`);
    parameter = listCheckpointValues(checkpoint).length + 1;
  }
  if (joined) {
    const isSingle = hasSingleEvent(joined);
    steps.push(`stored AS (${buildJoinedInsert('$1::bigint', parameter, isSingle)})`);
    results.push(
      `ops.require((SELECT count(*) FROM stored) = $2::bigint - $1::bigint, 'The log is not where this projector left it')`,
    );
    parameter += countJoinedParameters(isSingle);
  }
  if (resumed) {
    const getPlaceholder = (offset: number) => `$${parameter + offset}`;
    steps.push(
      `resumed AS (UPDATE ops.halted_streams SET next_revision = ${getPlaceholder(2)}::bigint, position = ${getPlaceholder(3)}::bigint WHERE stream = ${getPlaceholder(0)}::text AND next_revision = ${getPlaceholder(1)}::bigint RETURNING stream)`,
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
      ? buildUpdate(part.schema, part.table, parameter)
      : buildUpsert(part.schema, part.table, parameter, part.isOneRow ? 'one row' : (part.forms ?? null));
    steps.push(`${getPartName(part)} AS (${text}${isTrial ? ' RETURNING 1' : ''})`);
    parameter += Object.keys(part.table.columns).length;
  }
  // Counting the written rows forces the database to write them before it evaluates the condition.
  if (isTrial)
    results.push(
      `ops.require(${parts.map((part) => `(SELECT count(*) FROM ${getPartName(part)})`).join(' + ')} < 0, 'trial')`,
    );
  if (isLive && hasSubjects) results.push(`pg_notify('${ACCESS_CHANNEL}', $${parameter}::text)`);
  return `WITH ${steps.join(', ')} SELECT ${results.length > 0 ? results.join(', ') : '1'}`;
}

/** Everything that the text of the guard depends on. */
const nameGuard = ({ lease, isParallel }: Checkpoint): string =>
  lease ? `of ${lease.shards}` : isParallel ? 'parallel' : 'alone';

function buildMove(schema: string, { lease, isParallel }: Checkpoint): string {
  if (lease) return MOVE_SHARD;
  if (isParallel) return `SELECT FROM ${schema}.checkpoint WHERE generation = $1::uuid`;
  return `UPDATE ${schema}.checkpoint SET position = $2::bigint WHERE position = $1::bigint AND generation = $3::uuid RETURNING position`;
}

const MOVE_SHARD = `UPDATE ops.projector_shards SET position = $2::bigint, heartbeat_at = clock_timestamp()
  WHERE shard = $4::integer AND fence = $5::bigint AND position = $1::bigint AND generation = $3::uuid RETURNING position`;

function listCheckpointValues({ from, to, generation, lease, isParallel }: Checkpoint): readonly unknown[] {
  if (lease) return [from, to, generation, lease.shard, lease.fence];
  return isParallel ? [generation] : [from, to, generation];
}

const buildProgressMessage = ({ lease }: Checkpoint): string =>
  lease && lease.shards > 1 ? `'${lease.shards}:' || $4::text || '=' || $2::text` : '$2::text';

const isSingleInsert = ({ rows, isUpdate }: Part): boolean => rows.length === 1 && !isUpdate;

const getPartName = ({ schema, table, isUpdate }: Part): string =>
  `${schema}_${table.name}${isUpdate ? '_updated' : ''}`;

function collectAnnouncements({ announcements }: Gathered, isLive: boolean, shard: number): Part {
  if (!isLive) return { schema: 'ops', table: outbox, rows: [] };
  if (shard === FIRST_SHARD) return { schema: 'ops', table: outbox, rows: announcements };
  return { schema: 'ops', table: outboxOfShard, rows: announcements.map((one) => ({ ...one, shard })) };
}

function collectParts({
  schema,
  gathered,
  projected,
  halted,
  shard = FIRST_SHARD,
  isLive,
  missing,
}: StatementInput): Part[] {
  const tables = [...gathered.rows].flatMap(([table, rows]): Part[] => {
    if (missing?.has(table.name)) return [];
    const known = table.repeated === 'updated' ? gathered.loaded.get(table) : undefined;
    if (!known) return [{ schema, ...leaveOutSparse(table, [...rows.values()]) }];
    const isKnown = ([key]: [string, Row]) => known.has(key);
    const all = [...rows];
    return [
      {
        schema,
        ...leaveOutSparse(
          table,
          all.filter((one) => !isKnown(one)).map(([, row]) => row),
        ),
      },
      { schema, table, rows: all.filter(isKnown).map(([, row]) => row), isUpdate: true },
    ];
  });
  return [
    { schema, table: activity, rows: projected.map(toActivityRow) },
    { schema, table: changes, rows: gathered.changes },
    ...tables,
    collectAnnouncements(gathered, isLive, shard),
    { schema: 'ops', table: haltedStreams, rows: isLive ? halted.map((stream) => ({ ...stream })) : [] },
  ];
}

function toActivityRow({ position, stream, revision, type, metadata }: RecordedEvent): Row {
  return { company_id: NO_COMPANY, ...metadata, position, stream, revision, type };
}

interface Parameter {
  /** The column of all rows, as an array literal. */
  readonly formatLiteral: (rows: readonly Row[]) => string;
  /** The column of one row. */
  readonly getValue: (row: Row) => unknown;
}

const parameters = new Map<ReadTable, readonly Parameter[]>();

/** How each column of a table becomes a parameter. Cached per table. */
function getParameters(table: ReadTable): readonly Parameter[] {
  let found = parameters.get(table);
  if (!found) {
    found = Object.entries(table.columns).map(([column, type]): Parameter =>
      toColumnType(type) === 'jsonb'
        ? {
            formatLiteral: (rows) => joinArrayElements(rows.map((row) => toJsonElement(row[column]))),
            getValue: (row) => (row[column] === null || row[column] === undefined ? null : JSON.stringify(row[column])),
          }
        : {
            formatLiteral: (rows) => formatColumnLiteral(rows, (row) => row[column] as ArrayElement),
            getValue: (row) => row[column],
          },
    );
    parameters.set(table, found);
  }
  return found;
}

function toJsonElement(value: Value): string {
  if (value === null || value === undefined) return formatJsonElement(null);
  if (typeof value !== 'object' || !isLasting(value)) return formatJsonElement(JSON.stringify(value));
  let element = lastingElements.get(value);
  if (element === undefined) lastingElements.set(value, (element = formatJsonElement(JSON.stringify(value))));
  return element;
}

const lastingElements = new WeakMap<object, string>();

/** A notification holds 8000 bytes; above that, the whole cache is invalidated. */
function formatAccessMessage(position: number, shard: number, subjects: readonly string[]): string {
  const told = subjects.length > 200 ? ['all'] : subjects;
  return JSON.stringify({ position, subjects: told, ...(shard !== FIRST_SHARD && { shard }) });
}
