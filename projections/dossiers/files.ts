import { sql } from 'kysely';
import type { Queryable } from '../../database/snapshot.ts';
import { bigint, date, integer } from '../support/parameters.ts';
import { fromRawSql, statement, type RowOfStatement } from '../support/statement.ts';

/** Files of a fiscal year: bank files, documents and entry attachments. */
export type DossierFile = RowOfStatement<typeof filesStatement>;

const FILES_AT_ONCE = 500;

/**
 * Hand-written SQL: one list of three kinds, in one order. Bank files belong to the years in which their statements end;
 * documents belong to the year of their date and to the year of their entry.
 */
const filesStatement = statement(
  'dossier-files',
  { companyId: bigint, yearId: bigint, from: date, to: date, kind: integer, afterId: bigint },
  (_db, { companyId, yearId, from, to, kind, afterId }) =>
    fromRawSql(sql<{
      readonly kind: 1 | 2 | 3;
      readonly id: number;
      readonly name: string;
      readonly mime: string | null;
      readonly sha256: string;
      readonly bytes: number;
      readonly day: string;
      readonly part: string;
    }>`
    select * from (
      select 1 as kind, f.id, f.original_name as name, null as mime, f.sha256, f.size as bytes, s.day, f.format as part
      from read.coda_files f
      join lateral (select max(day) as day from (
          select closing_date as day from read.bank_statements b where b.company_id = f.company_id and b.coda_file_id = f.id
          union all select entry_date from read.bank_batches b where b.company_id = f.company_id and b.coda_file_id = f.id) as days
        where day between ${from} and ${to}) as s on s.day is not null
      where f.company_id = ${companyId} and f.deleted_at is null
      union all
      select 2, d.id, d.file ->> 'name', d.file ->> 'mime', d.file ->> 'sha256', (d.file ->> 'size')::bigint, d.document_date,
        d.direction || 's'
      from read.documents d left join read.entries e on e.company_id = d.company_id and e.id = d.last_entry_id
      where d.company_id = ${companyId} and d.deleted_at is null and d.file is not null
        and (d.document_date between ${from} and ${to} or e.fiscal_year_id = ${yearId})
      union all
      select 3, a.id, a.name, a.mime, a.sha256, a.size, e.entry_date, j.code
      from read.entry_attachments a
      join read.entries e on e.company_id = a.company_id and e.id = a.entry_id
      join read.journals j on j.company_id = e.company_id and j.id = e.journal_id
      where a.company_id = ${companyId} and a.deleted_at is null and e.fiscal_year_id = ${yearId}
    ) as files
    where (kind, id) > (${kind}, ${afterId}) order by kind, id limit ${sql.lit(FILES_AT_ONCE)}`),
);

export interface DossierYear {
  readonly id: number;
  readonly starts_on: string;
  readonly ends_on: string;
}

/** Bank files, then documents, then entry attachments, a few hundred at a time. */
export async function* readYearFiles(
  db: Queryable,
  companyId: number,
  { id: yearId, starts_on: from, ends_on: to }: DossierYear,
): AsyncGenerator<DossierFile> {
  let last = { kind: 0, id: 0 };
  for (;;) {
    const rows = await filesStatement.all(db, { companyId, yearId, from, to, kind: last.kind, afterId: last.id });
    yield* rows;
    if (rows.length < FILES_AT_ONCE) return;
    last = rows.at(-1)!;
  }
}
