import { sql } from 'kysely';
import type pg from 'pg';
import type { SettingValues } from '../../domain/companies/settings.ts';
import type { CalendarCompany, KnownReturn } from '../../domain/vat-declarations/calendar.ts';
import { INTRACOM_BOXES } from '../../domain/vat-declarations/form.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, date, flag } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Data for the VAT calendars of many company files: two statements for any number of files. */

export type CalendarFile = CalendarCompany & Pick<FileRow, 'id' | 'public_token' | 'name' | 'code'>;
type FileRow = RowOfStatement<typeof filesStatement>;

/** Only the settings that the calendar uses, because hundreds of files are read at once. */
const SETTINGS = sql<SettingValues>`jsonb_strip_nulls(jsonb_build_object(
  'vat_regimes', c.settings -> 'vat_regimes', 'vat.filings', c.settings -> 'vat.filings'))`;
const FIRST_DAY = sql<string | null>`(select min(f.starts_on) from read.fiscal_years f
  where f.company_id = c.id and f.deleted_at is null)`;

const selectFiles = (db: QueryCreator) =>
  db
    .selectFrom('read.companies as c')
    .select(['c.id', 'c.public_token', 'c.name', 'c.code', 'c.country_pack', 'c.vat_regime'])
    .select([SETTINGS.as('settings'), FIRST_DAY.as('first_day')]);

const filesStatement = statement(
  'vat-calendar-files',
  { firmId: bigint, seesAll: flag, companies: bigints },
  (db, { firmId, seesAll, companies }) =>
    selectFiles(db)
      .where('c.firm_id', '=', firmId)
      .where('c.deleted_at', 'is', null)
      .where('c.is_active', '=', true)
      .where((eb) => eb.or([seesAll, eb('c.id', '=', anyOf(companies))])),
);

const fileStatement = statement('vat-calendar-file', { id: bigint }, (db, { id }) =>
  selectFiles(db).where('c.id', '=', id),
);

// The boxes of all three countries: none of them has another meaning in another country.
const HAS_INTRACOM = sql<boolean>`exists (select from jsonb_array_elements(d.boxes) b
  where b->>'box' = any(${sql.lit(`{${INTRACOM_BOXES.join(',')}}`)}::text[]))`;

const returnsStatement = statement(
  'vat-calendar-returns',
  { companies: bigints, since: date },
  (db, { companies, since }) =>
    db
      .selectFrom('read.vat_declarations as d')
      .select([
        'd.id',
        'd.company_id',
        'd.period_type',
        'd.year',
        'd.period',
        'd.starts_on',
        'd.ends_on',
        'd.due_on',
        'd.status',
        sql<boolean>`(d.requests ->> 'client_listing_nil')::boolean`.as('client_listing_nil'),
        HAS_INTRACOM.as('has_intracom'),
      ])
      .where('d.company_id', '=', anyOf(companies))
      .where('d.deleted_at', 'is', null)
      .where('d.ends_on', '>=', since)
      .orderBy('d.starts_on')
      .orderBy('d.id'),
);

/** First day of a file without a fiscal year. */
const NEVER = '9999-12-31';

async function withReturns(pool: pg.Pool, found: readonly FileRow[], since: string): Promise<CalendarFile[]> {
  const rows = await returnsStatement.all(pool, { companies: found.map(({ id }) => id), since });
  const byCompany = new Map<number, KnownReturn[]>();
  for (const row of rows) {
    const known = byCompany.get(row.company_id);
    if (known) known.push(row);
    else byCompany.set(row.company_id, [row]);
  }
  return found.map((file) => ({ ...file, first_day: file.first_day ?? NEVER, returns: byCompany.get(file.id) ?? [] }));
}

/** Files of the firm visible to the caller. Returns that ended before `since` are left out. */
export async function listCalendarFiles(
  pool: pg.Pool,
  firmId: number,
  companies: readonly number[] | 'all',
  since: string,
): Promise<CalendarFile[]> {
  const seesAll = companies === 'all';
  const found = await filesStatement.all(pool, { firmId, seesAll, companies: seesAll ? [] : companies });
  return withReturns(pool, found, since);
}

export async function findCalendarFile(
  pool: pg.Pool,
  companyId: number,
  since: string,
): Promise<CalendarFile | undefined> {
  const file = await fileStatement.first(pool, { id: companyId });
  return file && (await withReturns(pool, [file], since))[0];
}
