import type { FiledBox, FilingFormat, ManualValue } from '../../domain/annual-filings/filing-events.ts';
import type { FilingStatus } from '../../domain/annual-filings/state.ts';
import { json, table, text, type Past, type RowOf } from '../support/table.ts';

/** Annual accounts of a fiscal year, which gives them their id; without a row until something is entered or filed. */
export const annualFilings = table({
  name: 'annual_filings',
  columns: {
    id: 'bigint NOT NULL',
    company_id: 'bigint NOT NULL',
    status: text<FilingStatus>('NOT NULL'),
    /** Null: the form follows from the company. */
    form: 'text',
    manual: json<readonly ManualValue[]>('NOT NULL'),
    /** Of the filing that counts; null for a draft. */
    filed_version: 'integer',
    version: 'integer NOT NULL',
    seq: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    updated_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
  },
  key: ['id'],
  repeated: 'updated',
  past: 'kept',
  indexes: ['company_id, id'],
});

/** What was filed. Filings that were undone stay. */
export const annualFilingVersions = table({
  name: 'annual_filing_versions',
  columns: {
    fiscal_year_id: 'bigint NOT NULL',
    version: 'integer NOT NULL',
    company_id: 'bigint NOT NULL',
    form: 'text NOT NULL',
    filed_on: 'date NOT NULL',
    reference: 'text',
    boxes: json<readonly FiledBox[]>('NOT NULL'),
    fingerprint: 'text NOT NULL',
    /** When the books were read: the position of the log. */
    computed_position: 'bigint NOT NULL',
    created_at: 'timestamptz NOT NULL',
    created_by: 'bigint',
  },
  key: ['fiscal_year_id', 'version'],
  repeated: 'impossible',
  past: buildPast('annual_filing_versions'),
  indexes: ['company_id, fiscal_year_id, version'],
});

/** The files of each filing. */
export const annualFilingFiles = table({
  name: 'annual_filing_files',
  columns: {
    fiscal_year_id: 'bigint NOT NULL',
    version: 'integer NOT NULL',
    format: text<FilingFormat>('NOT NULL'),
    company_id: 'bigint NOT NULL',
    name: 'text NOT NULL',
    mime: 'text NOT NULL',
    size: 'bigint NOT NULL',
    sha256: 'text NOT NULL',
    created_at: 'timestamptz NOT NULL',
  },
  key: ['fiscal_year_id', 'version', 'format'],
  repeated: 'impossible',
  past: buildPast('annual_filing_files'),
  indexes: ['(sha256)'],
});

/** Rows never change. */
function buildPast(name: string): Past {
  return {
    of: [],
    buildRows: ({ company, at }) =>
      `SELECT f.* FROM read.${name} f WHERE f.company_id = ${company} AND f.created_at <= ${at}`,
  };
}

declare module '../database.ts' {
  interface Database {
    readonly 'read.annual_filings': RowOf<typeof annualFilings>;
    readonly 'read.annual_filing_versions': RowOf<typeof annualFilingVersions>;
    readonly 'read.annual_filing_files': RowOf<typeof annualFilingFiles>;
  }
}
