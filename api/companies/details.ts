import type pg from 'pg';
import { journals } from '../../domain/journals/journal.ts';
import type { Language } from '../../domain/language.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { loadCompaniesByIds, type CompanyRow } from '../../projections/companies/queries.ts';
import { listFiscalYears, listFiscalYearsOfCompanies } from '../../projections/fiscal-years/queries.ts';
import { listJournalsOfCompanies } from '../../projections/journals/of-companies.ts';
import { listRecords } from '../../projections/records/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { getBookToday } from '../http/reply/time.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { presentFiscalYear } from '../fiscal-years/fiscal-year.ts';
import { journalApi } from '../journals/journal.ts';
import { presentCompany, presentCompanyWithDetails } from './company.ts';

type Request = Pick<RouteRequest, 'services' | 'language'>;

export async function readCompanyWithDetails(request: Request, companyId: number) {
  return (await findCompanyWithDetails(request, companyId))!;
}

/** Null if the company file did not exist yet at the requested time. */
export async function findCompanyWithDetails({ services: { pool, signedUrls }, language }: Request, companyId: number) {
  const [companies, years, journalRows] = await Promise.all([
    loadCompaniesByIds(pool, [companyId]),
    listFiscalYears(pool, companyId),
    listRecords(pool, journals, companyId, { equal: {}, search: null }),
  ]);
  if (!companies[0]) return null;
  return presentCompanyWithDetails(
    companies[0],
    years,
    journalRows.map((row) => journalApi.present(row, language)),
    language,
    signedUrls,
  );
}

/** Company files read together: enough to ask rarely, few enough to answer others in between. */
const FILES_AT_ONCE = 100;

/** The same for many files, in batches. The next one is read while the previous one is presented. */
export async function* readCompaniesWithDetails(
  { services: { pool, signedUrls }, language }: Request,
  companies: readonly CompanyRow[],
) {
  const today = getBookToday();
  const readBatch = (start: number) => {
    const batch = readDetails(pool, companies.slice(start, start + FILES_AT_ONCE), language);
    // If the reader disconnects, no one waits for the last batch.
    batch.catch(() => undefined);
    return batch;
  };
  let next = companies.length === 0 ? null : readBatch(0);
  for (let start = FILES_AT_ONCE; next !== null; start += FILES_AT_ONCE) {
    const { some, years, journalRows } = await next;
    next = start < companies.length ? readBatch(start) : null;
    yield some.map((row) =>
      Object.assign(presentCompany(row, signedUrls, today), {
        fiscal_years: (years.get(row.id) ?? []).map((year) => presentFiscalYear(year, language)),
        journals: (journalRows.get(row.id) ?? []).map((journal) => journalApi.present(journal, language)),
      }),
    );
  }
}

async function readDetails(pool: pg.Pool, some: readonly CompanyRow[], language: Language) {
  const ids = some.map(({ id }) => id);
  const [years, journalRows] = await Promise.all([
    listFiscalYearsOfCompanies(pool, ids),
    listJournalsOfCompanies(pool, ids, language),
  ]);
  return { some, years: groupByCompany(years), journalRows: groupByCompany(journalRows) };
}

function groupByCompany<Row extends { readonly company_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const grouped = new Map<number, Row[]>();
  for (const row of rows) {
    const known = grouped.get(row.company_id);
    if (known) known.push(row);
    else grouped.set(row.company_id, [row]);
  }
  return grouped;
}

export function withServerCompany(
  { services }: Pick<Request, 'services'>,
  companyId: number,
  refusal: Refusal,
): Promise<Refusal> {
  return withServerData(refusal, async () => {
    const [row] = await loadCompaniesByIds(services.pool, [companyId]);
    return row ? presentCompany(row, services.signedUrls) : null;
  });
}
