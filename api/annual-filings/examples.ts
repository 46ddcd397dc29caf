import type { Scene } from '../http/routing/example.ts';

const FILE = '/v1/companies/{company}';

/** The fiscal year of the shared company file. */
export const useYear = ({ company }: Scene) => ({ params: { fiscalYear: company.fiscalYear.id } });

/** The books of this file are empty: others may post what no administration accepts. */
export async function useYearToPrint({ abroad }: Scene) {
  const company = await abroad('LU');
  return { company, params: { fiscalYear: company.fiscalYear.id }, query: { format: 'pdf' as const } };
}

/** A separate company file whose year is over, because filed accounts take no changes. */
export async function prepareFiling({ after, otherCompany }: Scene) {
  const company = await otherCompany();
  const { answer } = await after(`POST ${FILE}/fiscal-years`, {
    company,
    body: { code: '2025', starts_on: '2025-01-01', ends_on: '2025-12-31' },
  });
  const address = { street: 'Rue Haute', house_number: '1', postal_code: '1000', city: 'Bruxelles' };
  await after(`PATCH ${FILE}`, { company, body: { legal_form_code: '014', ...address } });
  const director = { first_name: 'Anne', last_name: 'Dupont', function: 'Administratrice', country: 'BE' };
  await after(`PATCH ${FILE}/settings`, {
    company,
    body: {
      annual_accounts: {
        general_meeting_date: '2026-05-28',
        valuation_rules: 'Amortissements linéaires.',
        directors: [{ ...director, ...address }],
      },
      legal: { rpm_district: 'Bruxelles' },
    },
  });
  return { company, params: { fiscalYear: answer.id }, body: { filed_on: '2026-07-01', reference: 'NBB-2026-1' } };
}
