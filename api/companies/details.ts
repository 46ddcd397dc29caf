import { journals } from '../../domain/journals/journal.ts';
import type { Language } from '../../domain/language.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { companiesByIds } from '../../projections/companies/queries.ts';
import { fiscalYearsOf } from '../../projections/fiscal-years/queries.ts';
import { listRecords } from '../../projections/records/queries.ts';
import { presentRecord } from '../records/present.ts';
import type { Services } from '../services.ts';
import { presentCompany, presentCompanyWithDetails } from './company.ts';

export async function companyWithDetails({ pool }: Services, companyId: number, language: Language) {
  const [companies, years, journalRows] = await Promise.all([
    companiesByIds(pool, [companyId]),
    fiscalYearsOf(pool, companyId),
    listRecords(pool, journals, companyId, { equal: {}, search: null }),
  ]);
  return presentCompanyWithDetails(
    companies[0]!,
    years,
    journalRows.map((row) => presentRecord(journals, row, language)),
    language,
  );
}

/** A conflict shows what the server has, so that the client can merge. */
export async function withServerData({ pool }: Services, companyId: number, refusal: Refusal): Promise<Refusal> {
  if (refusal.code !== 'conflict') return refusal;
  const [row] = await companiesByIds(pool, [companyId]);
  return { ...refusal, facts: { ...refusal.facts, server_data: row ? presentCompany(row) : null } };
}
