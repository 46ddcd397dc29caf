import { subjects } from '../index.ts';
import { json, table, text, type ReadTable, type RowOf } from '../support/table.ts';

/** The company of an event that belongs to none: it is part of the key, which cannot be null. */
export const NO_COMPANY = 0;

/** One row per event: who did what, when and with which device. */
export const activity = table({
  name: 'activity',
  shard: 'any',
  columns: {
    position: 'bigint NOT NULL',
    stream: 'text COLLATE "C" NOT NULL',
    revision: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    firm_id: 'bigint',
    type: 'text NOT NULL',
    operation_id: 'uuid NOT NULL',
    user_id: 'bigint',
    token_kind: 'text NOT NULL',
    client_mutation_id: 'text',
    device_id: 'text',
    device_name: 'text',
    origin: 'text NOT NULL',
    occurred_at: 'timestamptz',
    recorded_at: 'timestamptz NOT NULL',
  },
  key: ['position'],
  earlier: { company_id: `${NO_COMPANY}` },
  repeated: 'impossible',
  past: {
    of: [],
    buildRows: ({ company, at }) =>
      `SELECT * FROM read.activity WHERE company_id = ${company} AND recorded_at <= ${at}`,
  },
  indexes: [
    'firm_id, position',
    // History of a company file by operation, user or device.
    'company_id, operation_id',
    'company_id, user_id, position',
    '(company_id, device_id, position) WHERE device_id IS NOT NULL',
    `(firm_id, position) WHERE company_id = ${NO_COMPANY}`,
    '(client_mutation_id, stream) WHERE client_mutation_id IS NOT NULL',
  ],
});

/** Feed and history of a company file: every change of a record, numbered without gaps. */
export const changes = table({
  name: 'changes',
  columns: {
    company_id: 'bigint NOT NULL',
    seq: 'bigint NOT NULL',
    position: 'bigint NOT NULL',
    resource: 'text COLLATE "C" NOT NULL',
    record_id: 'bigint NOT NULL',
    op: text<'upsert' | 'delete'>('NOT NULL'),
    version: 'integer NOT NULL',
    before: json<object>(),
    after: json<object>(),
  },
  key: ['company_id', 'seq'],
  repeated: 'impossible',
  indexes: [
    'company_id, resource, record_id, seq',
    // Changes made by an event.
    'company_id, position, seq',
    // Changes other than creations are the smaller part, and the part that is searched.
    "(company_id, seq) WHERE NOT (op = 'upsert' AND version = 1)",
  ],
  past: {
    of: ['activity'],
    buildRows: ({ company }) => `SELECT * FROM read.changes WHERE company_id = ${company}
      AND position <= (SELECT position FROM past_activity ORDER BY position DESC LIMIT 1)`,
  },
});

/**
 * Earlier values of changed rows: the columns that changed, and until when they had these values. Combined with the
 * current rows they give the tables at any earlier moment; a purged row is gone from those too.
 */
export const earlierRows = table({
  name: 'earlier_rows',
  columns: {
    company_id: 'bigint NOT NULL',
    table_name: 'text COLLATE "C" NOT NULL',
    row_id: 'bigint NOT NULL',
    position: 'bigint NOT NULL',
    until: 'timestamptz NOT NULL',
    before: json<object>('NOT NULL'),
  },
  key: ['company_id', 'table_name', 'row_id', 'position'],
  repeated: 'impossible',
});

export const readTables: readonly ReadTable[] = [
  activity,
  changes,
  earlierRows,
  ...subjects.flatMap(({ tables }): readonly ReadTable[] => tables),
];

declare module '../database.ts' {
  interface Database {
    readonly 'read.activity': RowOf<typeof activity>;
    readonly 'read.changes': RowOf<typeof changes>;
  }
}
