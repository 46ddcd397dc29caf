import { journals } from '../../domain/journals/journal.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { loadCompaniesByIds } from '../../projections/companies/queries.ts';
import { listFiscalYears } from '../../projections/fiscal-years/queries.ts';
import { listRecords } from '../../projections/records/queries.ts';
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
