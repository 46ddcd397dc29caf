import { sql } from 'kysely';
import type pg from 'pg';
import type { SettingValues } from '../../domain/companies/settings.ts';
import type { CalendarYear, FilingCompany } from '../../domain/annual-filings/calendar.ts';
import { INTRACOM_BOXES } from '../../domain/vat-declarations/form.ts';
import type { QueryCreator } from '../support/compiler.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, date, flag } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/** Data for the calendars of many company files: four statements for any number of files. */

export type CalendarFile = FilingCompany & Pick<FileRow, 'id' | 'public_token' | 'name' | 'code' | 'first_open_day'>;
type FileRow = RowOfStatement<typeof filesStatement>;

/** Only the settings that the calendar uses, because hundreds of files are read at once. */
const SETTINGS = sql<SettingValues>`jsonb_strip_nulls(jsonb_build_object(
  'vat_regimes', c.settings -> 'vat_regimes', 'vat.filings', c.settings -> 'vat.filings',
  'annual_accounts.general_meeting_date', c.settings -> 'annual_accounts.general_meeting_date'))`;
const FIRST_DAY = sql<string | null>`(select min(f.starts_on) from read.fiscal_years f
  where f.company_id = c.id and f.deleted_at is null)`;

const FIRST_OPEN_DAY = sql<string | null>`(select min(f.starts_on) from read.fiscal_years f
  where f.company_id = c.id and f.deleted_at is null and f.closed_at is null)`;

/** In the order of their dates; a company has few. */
const FISCAL_YEARS = sql<readonly CalendarYear[]>`(select coalesce(jsonb_agg(jsonb_build_object(
    'id', y.id, 'code', y.code, 'starts_on', y.starts_on, 'ends_on', y.ends_on,
    'is_filed', coalesce(a.status = 'filed', false)) order by y.starts_on), '[]'::jsonb)
  from read.fiscal_years y left join read.annual_filings a on a.company_id = y.company_id and a.id = y.id
  where y.company_id = c.id and y.deleted_at is null)`;

const selectFiles = (db: QueryCreator) =>
  db
    .selectFrom('read.companies as c')
    .select(['c.id', 'c.public_token', 'c.name', 'c.code', 'c.country_pack', 'c.vat_regime'])
    .select([SETTINGS.as('settings'), FIRST_DAY.as('first_day'), FIRST_OPEN_DAY.as('first_open_day')])
    .select(FISCAL_YEARS.as('fiscal_years'));

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
      ])
      .where('d.company_id', '=', anyOf(companies))
      .where('d.deleted_at', 'is', null)
      .where('d.ends_on', '>=', since)
      .orderBy('d.starts_on')
      .orderBy('d.id'),
);

const listingsStatement = statement('vat-calendar-listings', { companies: bigints }, (db, { companies }) =>
  db
    .selectFrom('read.vat_listings')
    .select(['company_id', 'kind', 'period_type', 'year', 'period'])
    .where('company_id', '=', anyOf(companies)),
);

// The boxes of all three countries: none of them has another meaning in another country.
const monthsStatement = statement(
  'vat-calendar-intracom-months',
  { companies: bigints, since: date },
  (db, { companies, since }) =>
    db
      .selectFrom('read.vat_boxes')
      .select(['company_id', sql<string>`to_char(entry_date, 'YYYY-MM')`.as('month')])
      .where('company_id', '=', anyOf(companies))
      .where('entry_date', '>=', since)
      .where('box', '=', sql<string>`any(${sql.lit(`{${INTRACOM_BOXES.join(',')}}`)}::text[])`)
      .where('amount', '!=', '0')
      .groupBy(['company_id', sql`to_char(entry_date, 'YYYY-MM')`]),
);

/** First day of a file without a fiscal year. */
const NEVER = '9999-12-31';

function groupByCompany<Row extends { readonly company_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const known = groups.get(row.company_id);
    if (known) known.push(row);
    else groups.set(row.company_id, [row]);
  }
  return groups;
}

async function withFilings(pool: pg.Pool, found: readonly FileRow[], since: string): Promise<CalendarFile[]> {
  const companies = found.map(({ id }) => id);
  const [returns, listings, months] = await Promise.all([
    returnsStatement.all(pool, { companies, since }),
    listingsStatement.all(pool, { companies }),
    monthsStatement.all(pool, { companies, since }),
  ]);
  const [returnsByFile, listingsByFile, monthsByFile] = [
    groupByCompany(returns),
    groupByCompany(listings),
    groupByCompany(months),
  ];
  return found.map((file) => ({
    ...file,
    first_day: file.first_day ?? NEVER,
    returns: returnsByFile.get(file.id) ?? [],
    listings: listingsByFile.get(file.id) ?? [],
    intracom_months: (monthsByFile.get(file.id) ?? []).map(({ month }) => month),
  }));
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
  return withFilings(pool, found, since);
}

export async function findCalendarFile(
  pool: pg.Pool,
  companyId: number,
  since: string,
): Promise<CalendarFile | undefined> {
  const file = await fileStatement.first(pool, { id: companyId });
  return file && (await withFilings(pool, [file], since))[0];
}
