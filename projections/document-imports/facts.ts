import { sql } from 'kysely';
import type pg from 'pg';
import type { KnownImport } from '../../domain/document-imports/imports.ts';
import type { Engine, PageSource, SheetRead } from '../../domain/document-imports/import-events.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints } from '../support/parameters.ts';
import { statement } from '../support/statement.ts';
import { isNotPurged } from '../support/trash.ts';

/** Facts for decisions about imports. */

export interface ImportFacts extends KnownImport {
  readonly original_name: string;
  readonly mime: string;
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  readonly engine: Engine | null;
  /** Extracted data; null before the analysis. */
  readonly read: SheetRead | null;
  readonly duplicate_of_import_id: number | null;
  readonly batch_id: string;
  readonly sources: readonly PageSource[] | null;
  /** Empty if it was neither split nor joined. */
  readonly expanded_into: readonly number[];
  /** Never split automatically again. */
  readonly is_whole: boolean;
}

const oneStatement = statement('import-facts', { companyId: bigint, id: bigint }, (db, { companyId, id }) =>
  db
    .selectFrom('read.document_imports as i')
    .select(['i.id', 'i.version', 'i.kind', 'i.status', 'i.original_name', 'i.mime', 'i.sha256', 'i.size', 'i.engine'])
    .select(['i.sheet', 'i.warnings', 'i.suggestions', 'i.duplicate_of_import_id'])
    .select(['i.batch_id', 'i.sources', 'i.expanded_into', 'i.is_whole'])
    .select(sql<boolean>`i.deleted_at is not null`.as('is_trashed'))
    .where('i.company_id', '=', companyId)
    .where('i.id', '=', id)
    .where(isNotPurged('i')),
);

/** Undefined if there is no such import. */
export async function loadDocumentImportFacts(
  pool: pg.Pool,
  companyId: number,
  id: number,
): Promise<ImportFacts | undefined> {
  const row = await oneStatement.first(pool, { companyId, id });
  if (!row) return undefined;
  const { sheet, warnings, suggestions, expanded_into, is_whole, ...facts } = row;
  const pages = { expanded_into: expanded_into ?? [], is_whole: is_whole === true };
  return { ...facts, ...pages, read: sheet && suggestions ? { sheet, warnings: warnings ?? [], suggestions } : null };
}

const severalStatement = statement('imports-facts', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  db
    .selectFrom('read.document_imports as i')
    .select(['i.id', 'i.version', 'i.kind', 'i.status', 'i.original_name', 'i.sha256', 'i.size', 'i.batch_id'])
    .select(['i.expanded_into', 'i.page_count'])
    .select(sql<boolean>`i.deleted_at is not null`.as('is_trashed'))
    .where('i.company_id', '=', companyId)
    .where('i.id', '=', anyOf(ids))
    .where(isNotPurged('i')),
);

/** Imports to split or join, by id; unknown ones are absent. */
export async function loadPagedImports(pool: pg.Pool, companyId: number, ids: readonly number[]) {
  const rows = ids.length === 0 ? [] : await severalStatement.all(pool, { companyId, ids });
  return new Map(rows.map((row) => [row.id, { ...row, expanded_into: row.expanded_into ?? [] }]));
}

const toUndo = statement('imports-to-undo', { companyId: bigint, ids: bigints }, (db, { companyId, ids }) =>
  db
    .selectFrom('read.document_imports as i')
    .select(['i.id', 'i.version', 'i.kind', 'i.status', 'i.expanded_into'])
    .select(sql<boolean>`i.deleted_at is not null`.as('is_trashed'))
    .where('i.company_id', '=', companyId)
    .where('i.id', '=', anyOf(ids)),
);

export async function loadImportsToUndo(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, KnownImport>> {
  if (ids.length === 0) return new Map();
  const rows = await toUndo.all(pool, { companyId, ids });
  return new Map(rows.map((row) => [row.id, { ...row, expanded_into: row.expanded_into ?? [] }]));
}
