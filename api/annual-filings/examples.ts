import type { Scene } from '../http/routing/example.ts';

const FILE = '/v1/companies/{company}';

/** The fiscal year of the shared company file. */
export const useYear = ({ company }: Scene) => ({ params: { fiscalYear: company.fiscalYear.id } });

/** A separate company file whose year is over, because filed accounts take no changes. */
export async function prepareFiling({ after, otherCompany }: Scene) {
  const company = await otherCompany();
  const { answer } = await after(`POST ${FILE}/fiscal-years`, {
    company,
    body: { code: '2025', starts_on: '2025-01-01', ends_on: '2025-12-31' },
  });
  return { company, params: { fiscalYear: answer.id }, body: { filed_on: '2026-07-01', reference: 'NBB-2026-1' } };
}
