import { journals } from '../../domain/journals/journal.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { loadCompaniesByIds, type CompanyRow } from '../../projections/companies/queries.ts';
import { listFiscalYears, listFiscalYearsOfCompanies } from '../../projections/fiscal-years/queries.ts';
import { listRecords, listRecordsOfCompanies } from '../../projections/records/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import type { RouteRequest } from '../http/routing/route.ts';
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

/** The same for many files, in batches. */
export async function* readCompaniesWithDetails(
  { services: { pool, signedUrls }, language }: Request,
  companies: readonly CompanyRow[],
) {
  for (let start = 0; start < companies.length; start += FILES_AT_ONCE) {
    const some = companies.slice(start, start + FILES_AT_ONCE);
    const ids = some.map(({ id }) => id);
    const [years, journalRows] = await Promise.all([
      listFiscalYearsOfCompanies(pool, ids),
      listRecordsOfCompanies(pool, journals, ids),
    ]);
    const yearsByCompany = groupByCompany(years);
    const journalsByCompany = groupByCompany(journalRows);
    yield some.map((row) =>
      presentCompanyWithDetails(
        row,
        yearsByCompany.get(row.id) ?? [],
        (journalsByCompany.get(row.id) ?? []).map((journal) => journalApi.present(journal, language)),
        language,
        signedUrls,
      ),
    );
  }
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
