import { sql } from 'kysely';
import type pg from 'pg';
import { buildSenderKeys, type Lesson } from '../../domain/document-imports/learning.ts';
import type { ExtractedSheet } from '../../domain/document-imports/sheet.ts';
import { bigint, texts } from '../support/parameters.ts';
import { fromRawSql, statement } from '../support/statement.ts';

/** Corrections of earlier documents of the same senders. */

/** Older corrections are ignored. */
const MOST_LESSONS = 100;

interface LessonRow {
  readonly read: ExtractedSheet;
  readonly corrected: ExtractedSheet;
  readonly chosen_id: number | null;
}

/**
 * Imports that a user corrected, or validated with another third party than suggested. Those in the recycle bin do not
 * count, nor those whose third party was deleted, even if it was created after the correction.
 */
const lessonsStatement = statement(
  'lessons-of-senders',
  { companyId: bigint, numbers: texts, ibans: texts, names: texts },
  (_db, { companyId, numbers, ibans, names }) =>
    fromRawSql<LessonRow>(sql`
    select l.read, l.corrected, l.chosen_id from (
      select i.id, i.updated_at, coalesce(i.read_sheet, i.sheet) as read, i.sheet as corrected,
        case when i.status = 'validated' and i.third_party_id is distinct from (i.suggestions ->> 'third_party_id')::bigint
          then coalesce(m.into_id, i.third_party_id) end as chosen_id,
        coalesce(m.into_id, i.third_party_id) as third_party_id,
        i.sheet -> 'counterparty' ->> 'vat_number' as vat_number,
        lower(i.sheet -> 'counterparty' ->> 'name') as name
      from read.document_imports i
      left join read.third_party_merges m on m.company_id = i.company_id and m.third_party_id = i.third_party_id
      where i.company_id = ${companyId} and i.deleted_at is null and i.sheet is not null and i.status <> 'expanded'
        and (i.sender_number = any (${numbers}) or i.sender_iban = any (${ibans}) or i.sender_name = any (${names}))
        and (i.read_sheet is not null or i.status = 'validated')
    ) as l
    where (l.read <> l.corrected or l.chosen_id is not null)
      and case when l.third_party_id is null then not exists (
          select from read.third_parties t where t.company_id = ${companyId} and t.deleted_at is not null
            and (t.vat_number = l.vat_number or (l.vat_number is null and lower(t.name) = l.name)))
        else exists (
          select from read.third_parties t where t.company_id = ${companyId} and t.id = l.third_party_id
            and t.deleted_at is null) end
    order by l.updated_at desc, l.id desc limit ${sql.lit(MOST_LESSONS)}`),
);

/** For documents of any of these senders, oldest first. */
export async function loadLessons(
  pool: pg.Pool,
  companyId: number,
  sheets: readonly ExtractedSheet[],
): Promise<readonly Lesson[]> {
  const keys = sheets.map(buildSenderKeys);
  const collectValues = (name: 'number' | 'iban' | 'name'): string[] => [
    ...new Set(keys.flatMap((key) => key[name] ?? [])),
  ];
  const sought = { numbers: collectValues('number'), ibans: collectValues('iban'), names: collectValues('name') };
  if (Object.values(sought).every(({ length }) => length === 0)) return [];
  const rows = await lessonsStatement.all(pool, { companyId, ...sought });
  return rows.map(({ read, corrected, chosen_id }) => ({ read, corrected, chosenId: chosen_id })).reverse();
}
