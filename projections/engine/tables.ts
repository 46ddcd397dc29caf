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
  indexes: [
    'company_id, position',
    'firm_id, position',
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
  indexes: ['company_id, resource, record_id'],
});

export const readTables: readonly ReadTable[] = [
  activity,
  changes,
  ...subjects.flatMap(({ tables }): readonly ReadTable[] => tables),
];
