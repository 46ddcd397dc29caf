import { sql } from 'kysely';
import type pg from 'pg';
import type { QueryCreator } from '../support/compiler.ts';
import { buildIsFreeSql } from '../../database/owners.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, optional, shape, text, texts } from '../support/parameters.ts';
import { unpreparedStatement, statement, type RowOfStatement } from '../support/statement.ts';

const SHOWN = [
  'i.id',
  'i.company_id',
  'i.batch_id',
  'i.parent_id',
  'i.original_name',
  'i.mime',
  'i.kind',
  'i.size',
  'i.sha256',
  'i.engine',
  'i.sheet',
  'i.read_sheet',
  'i.fields',
  'i.warnings',
  'i.suggestions',
  'i.preview_sha256',
  'i.preview_mime',
  'i.error_code',
  'i.duplicate_of_import_id',
  'i.duplicate_of_document_id',
  'i.duplicate_of_entry_id',
  'i.imported_document_id',
  'i.sources',
  'i.expanded_into',
  'i.page_count',
  'i.version',
  'i.created_at',
  'i.updated_at',
  'i.created_by',
  'i.deleted_at',
] as const;

export type ShownStatus =
  | 'queued'
  | 'analyzing'
  | 'ready'
  | 'needs_review'
  | 'duplicate'
  | 'error'
  | 'validated'
  | 'expanded';

/** A queued import is being analysed while it is claimed by a process; this is unknown for earlier moments. */
const isBeingAnalysed = sql<boolean>`a.import_id is not null`;
const shownStatus = sql<ShownStatus>`case when ${isBeingAnalysed} then 'analyzing' else i.status end`;

const selectImportsWithProgress = (db: QueryCreator, isNow: boolean) =>
  db.selectFrom('read.document_imports as i').leftJoin('ops.document_analyses as a', (join) =>
    join
      .onRef('a.import_id', '=', 'i.id')
      .on(sql<boolean>`a.claimed_until > now()`)
      .on(sql<boolean>`i.status in ('queued', 'error')`)
      .on(sql<boolean>`${sql.lit(isNow)}`),
  );

const selectShownImports = (db: QueryCreator, isNow: boolean) =>
  selectImportsWithProgress(db, isNow)
    .leftJoin('read.third_parties as t', (join) =>
      join
        .onRef('t.id', '=', 'i.third_party_id')
        .onRef('t.company_id', '=', 'i.company_id')
        .on('t.deleted_at', 'is', null),
    )
    .select(SHOWN)
    .select(shownStatus.as('status'))
    .select(['a.progress', 'a.step'])
    .select(['t.id as third_party_id', 't.code as third_party_code', 't.name as third_party_name'])
    .select(['t.type as third_party_type', 't.vat_number as third_party_vat_number']);

export type ImportRow = RowOfStatement<typeof byIds>;

const byIds = statement(
  'document-imports-by-ids',
  { companyId: bigint, ids: bigints, isNow: shape<boolean>() },
  (db, { companyId, ids, isNow }) =>
    selectShownImports(db, isNow).where('i.company_id', '=', companyId).where('i.id', '=', anyOf(ids)).orderBy('i.id'),
);

/** Including trashed imports, for the feed; ordered by id. */
export async function loadImportsByIds(
  pool: pg.Pool,
  companyId: number,
  ids: readonly number[],
  isNow = true,
): Promise<readonly ImportRow[]> {
  return ids.length === 0 ? [] : byIds.all(pool, { companyId, ids, isNow });
}

/** An import that is not trashed. */
export async function findImport(
  pool: pg.Pool,
  companyId: number,
  id: number,
  isNow = true,
): Promise<ImportRow | undefined> {
  const [row] = await loadImportsByIds(pool, companyId, [id], isNow);
  return row?.deleted_at === null ? row : undefined;
}

export interface ImportFilter {
  readonly batchId: string | undefined;
  readonly statuses: readonly string[] | undefined;
}

const filtered = {
  companyId: bigint,
  batchId: optional(text),
  statuses: optional(texts),
  isNow: shape<boolean>(),
};

const pageStatement = unpreparedStatement(
  { ...filtered, limit: bigint, offset: bigint },
  (db, { companyId, batchId, statuses, isNow, limit, offset }) =>
    selectShownImports(db, isNow)
      .where('i.company_id', '=', companyId)
      .where('i.deleted_at', 'is', null)
      .$if(batchId !== undefined, (query) => query.where(sql<boolean>`i.batch_id = ${batchId!}::uuid`))
      .$if(statuses !== undefined, (query) => query.where(sql<boolean>`${shownStatus} = ${anyOf(statuses!)}`))
      .orderBy('i.id', 'desc')
      .limit(limit)
      .offset(offset),
);

const countStatement = unpreparedStatement(filtered, (db, { companyId, batchId, statuses, isNow }) =>
  selectImportsWithProgress(db, isNow)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('i.company_id', '=', companyId)
    .where('i.deleted_at', 'is', null)
    .$if(batchId !== undefined, (query) => query.where(sql<boolean>`i.batch_id = ${batchId!}::uuid`))
    .$if(statuses !== undefined, (query) => query.where(sql<boolean>`${shownStatus} = ${anyOf(statuses!)}`)),
);

/** Newest first. */
export async function listImports(
  pool: pg.Pool,
  companyId: number,
  { batchId, statuses }: ImportFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  isNow: boolean,
): Promise<{ readonly rows: readonly ImportRow[]; readonly total: number }> {
  const given = { companyId, batchId, statuses, isNow };
  const [rows, count] = await Promise.all([
    pageStatement.all(pool, { ...given, limit, offset }),
    countStatement.first(pool, given),
  ]);
  return { rows, total: count?.total ?? 0 };
}

const batchStatement = statement(
  'document-import-batch',
  { companyId: bigint, batchId: text, isNow: shape<boolean>() },
  (db, { companyId, batchId, isNow }) =>
    selectImportsWithProgress(db, isNow)
      .select(shownStatus.as('status'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .select(
        sql<number>`sum(coalesce(a.progress, case when i.status = 'queued' then 0 else 100 end))::integer`.as(
          'progress',
        ),
      )
      .where('i.company_id', '=', companyId)
      .where('i.deleted_at', 'is', null)
      .where(sql<boolean>`i.batch_id = ${batchId}::uuid`)
      .groupBy(shownStatus),
);

/** Number of imports of a batch by status, and the sum of their progress. */
export async function countBatchByStatus(
  pool: pg.Pool,
  companyId: number,
  batchId: string,
  isNow: boolean,
): Promise<readonly RowOfStatement<typeof batchStatement>[]> {
  return batchStatement.all(pool, { companyId, batchId, isNow });
}

const imagesStatement = statement(
  'images-of-import-batch',
  { companyId: bigint, batchId: text, limit: bigint },
  (db, { companyId, batchId, limit }) =>
    db
      .selectFrom('read.document_imports as i')
      .select(['i.id', 'i.status', 'i.sheet', 'i.page_of', 'i.is_whole'])
      .where('i.company_id', '=', companyId)
      .where(sql<boolean>`i.batch_id = ${batchId}::uuid`)
      .where('i.kind', '=', 'image')
      .where('i.deleted_at', 'is', null)
      .where('i.status', 'not in', sql<never>`('expanded', 'validated')`)
      .orderBy('i.id')
      .limit(limit),
);

/** Images that arrived together, in their order. */
export async function listBatchImages(
  pool: pg.Pool,
  companyId: number,
  batchId: string,
  limit: number,
): Promise<readonly RowOfStatement<typeof imagesStatement>[]> {
  return imagesStatement.all(pool, { companyId, batchId, limit });
}

const linked = statement('linked-document-import', { companyToken: text, id: bigint }, (db, { companyToken, id }) =>
  db
    .selectFrom('read.companies as c')
    .innerJoin('read.document_imports as i', 'i.company_id', 'c.id')
    .select(['i.original_name', 'i.mime', 'i.sha256', 'i.preview_sha256', 'i.preview_mime'])
    .where('c.public_token', '=', companyToken)
    .where('c.deleted_at', 'is', null)
    .where('i.id', '=', id)
    .where('i.deleted_at', 'is', null),
);

/** The import of a signed link, which names the company file by its public token. */
export async function findLinkedImport(
  pool: pg.Pool,
  companyToken: string,
  id: number,
): Promise<RowOfStatement<typeof linked> | undefined> {
  return linked.first(pool, { companyToken, id });
}

/** Documents of a firm that are being analysed now count as if they came before its waiting ones. */
const turn = sql<number>`row_number() over (partition by c.firm_id order by i.id) + (
  select count(*) from ops.document_analyses a join read.companies b on b.id = a.company_id
  where b.firm_id is not distinct from c.firm_id and a.claimed_until > now())`;

const waitingStatement = unpreparedStatement({ limit: bigint }, (db, { limit }) =>
  db
    .selectFrom('read.document_imports as i')
    .innerJoin('read.companies as c', 'c.id', 'i.company_id')
    .select(['i.id', 'i.company_id', 'i.version', 'c.firm_id', turn.as('turn')])
    .where('i.status', '=', 'queued')
    .where('i.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from ops.document_analyses a where a.import_id = i.id
        and not ${sql.raw(buildIsFreeSql('a.claimed_until', 'a.claimed_by'))})`,
    )
    .orderBy('turn')
    .orderBy('i.id')
    .limit(limit),
);

/** Unclaimed imports that wait for analysis: firms take turns, each with its oldest document. */
export async function listWaitingImports(
  pool: pg.Pool,
  limit: number,
): Promise<readonly RowOfStatement<typeof waitingStatement>[]> {
  return waitingStatement.all(pool, { limit });
}
