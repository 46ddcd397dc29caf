import type { Queryable } from '../../database/snapshot.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, integer } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

export type AnnualFilingRow = RowOfStatement<typeof byIdsStatement>;
export type FiledVersionRow = RowOfStatement<typeof versionsStatement>;
export type FiledFileRow = RowOfStatement<typeof filesStatement>;

const byIdsStatement = statement(
  'annual-filings-by-ids',
  { companyId: bigint, ids: bigints },
  (db, { companyId, ids }) =>
    db
      .selectFrom('read.annual_filings')
      .select(['id', 'status', 'form', 'manual', 'filed_version', 'version', 'created_at', 'updated_at'])
      .where('company_id', '=', companyId)
      .where('id', '=', anyOf(ids)),
);

export const readAnnualFilingsByIds = (
  db: Queryable,
  companyId: number,
  ids: readonly number[],
): Promise<AnnualFilingRow[]> => byIdsStatement.all(db, { companyId, ids });

const versionsStatement = statement(
  'annual-filing-versions',
  { companyId: bigint, yearIds: bigints },
  (db, { companyId, yearIds }) =>
    db
      .selectFrom('read.annual_filing_versions')
      .select(['fiscal_year_id', 'version', 'form', 'filed_on', 'reference', 'boxes', 'fingerprint'])
      .select(['computed_position', 'created_at'])
      .where('company_id', '=', companyId)
      .where('fiscal_year_id', '=', anyOf(yearIds))
      .orderBy('version'),
);

/** What was filed for fiscal years, in order, undone filings included. */
export const listFiledVersions = (
  db: Queryable,
  companyId: number,
  yearIds: readonly number[],
): Promise<FiledVersionRow[]> => versionsStatement.all(db, { companyId, yearIds });

const filesStatement = statement(
  'annual-filing-files',
  { companyId: bigint, yearId: bigint, version: integer },
  (db, { companyId, yearId, version }) =>
    db
      .selectFrom('read.annual_filing_files')
      .select(['format', 'name', 'mime', 'size', 'sha256'])
      .where('company_id', '=', companyId)
      .where('fiscal_year_id', '=', yearId)
      .where('version', '=', version),
);

export const listFiledFiles = (
  db: Queryable,
  companyId: number,
  yearId: number,
  version: number,
): Promise<FiledFileRow[]> => filesStatement.all(db, { companyId, yearId, version });
