import type { ErasedPart } from '../../domain/persons/person-events.ts';
import { json, table, text, type RowOf } from '../support/table.ts';

/** Erasures of personal data, without personal data. They are completed by a job and never change. */
export const personErasures = table({
  name: 'person_erasures',
  columns: {
    third_party_id: 'bigint NOT NULL',
    version: 'integer NOT NULL',
    company_id: 'bigint NOT NULL',
    part: text<ErasedPart>('NOT NULL'),
    fields: json<readonly string[]>('NOT NULL'),
    keys: json<readonly string[]>('NOT NULL'),
    kept_until: 'date',
    reason: 'text NOT NULL',
    /** Position of the event in the log. */
    position: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
  },
  key: ['third_party_id', 'version'],
  repeated: 'impossible',
  past: {
    of: [],
    buildRows: ({ company, at }) =>
      `SELECT * FROM read.person_erasures WHERE company_id = ${company} AND created_at <= ${at}`,
  },
  indexes: ['company_id, created_at'],
});

declare module '../database.ts' {
  interface Database {
    readonly 'read.person_erasures': RowOf<typeof personErasures>;
  }
}
