import type { ExampleCompany, Scene } from '../http/routing/example.ts';

const FILE = '/v1/companies/{company}';

/** A separate company file with an open item in dollars, because a revaluation concerns all of them. */
async function prepareItem({ after, otherCompany }: Scene): Promise<ExampleCompany> {
  const company = await otherCompany();
  await after(`POST ${FILE}/entries`, {
    company,
    body: {
      journal_id: company.journal('OD'),
      entry_date: '2026-11-10',
      lines: [
        { account: '400000', debit: '9090.91', currency: 'USD', currency_amount: '10000.00', exchange_rate: '1.1' },
        { account: '700000', credit: '9090.91', currency: 'USD', currency_amount: '-10000.00', exchange_rate: '1.1' },
      ],
    },
  });
  return company;
}

const toRequest = (company: ExampleCompany) => ({ company, params: { id: company.fiscalYear.id } });

export const prepareRevaluation = async (scene: Scene) => ({
  ...toRequest(await prepareItem(scene)),
  body: { rates: { USD: '1.2000' } },
});

export async function prepareRevalued({ after }: Scene) {
  const { company } = await after(`POST ${FILE}/fiscal-years/{id}/revaluation`);
  return toRequest(company);
}
