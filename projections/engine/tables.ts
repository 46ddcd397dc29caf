import { subjects } from '../index.ts';
import { json, table, text, type ReadTable } from '../support/table.ts';

/** One row an event: who did what, when and with which device. */
export const activity = table({
  name: 'activity',
  columns: {
    position: 'bigint NOT NULL',
    stream: 'text COLLATE "C" NOT NULL',
    revision: 'bigint NOT NULL',
    company_id: 'bigint',
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
  repeated: 'impossible',
  past: {
    of: [],
    rows: ({ company, at }) => `SELECT * FROM read.activity WHERE company_id = ${company} AND recorded_at <= ${at}`,
  },
  indexes: [
    'company_id, position',
    'firm_id, position',
    // The history of a company file: of an operation, of a user, of a device.
    '(company_id, operation_id) WHERE company_id IS NOT NULL',
    '(company_id, user_id, position) WHERE company_id IS NOT NULL',
    '(company_id, device_id, position) WHERE company_id IS NOT NULL AND device_id IS NOT NULL',
    '(firm_id, position) WHERE company_id IS NULL',
    '(client_mutation_id, stream) WHERE client_mutation_id IS NOT NULL',
  ],
});

/** The feed of a company file and its history in one: every change of a record, numbered without a hole. */
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
    // What an event has changed.
    'company_id, position, seq',
    // Whatever is no coming into being is the smaller part, and is what one looks for.
    "(company_id, seq) WHERE NOT (op = 'upsert' AND version = 1)",
  ],
  past: {
    of: ['activity'],
    rows: ({ company }) => `SELECT * FROM read.changes WHERE company_id = ${company}
      AND position <= (SELECT position FROM past_activity ORDER BY position DESC LIMIT 1)`,
  },
});

/**
 * What rows were before they changed: the columns that got other values, and until when they had the earlier ones. With the rows
 * as they are now they make the tables of any earlier moment; a row that is gone for good is gone from those too.
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
