import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

type Row = Record<string, string>;
interface Table {
  readonly groups: readonly { readonly account: { readonly number: string }; readonly assets: readonly Row[] }[];
  readonly totals: Row;
  readonly accounts: readonly { readonly account: { readonly number: string }; readonly difference: string }[];
  readonly is_reconciled: boolean;
}

/** Where vehicles and their depreciation stand, cash and equity. */
const COUNTRIES = {
  BE: { vehicles: '241000', accumulated: '241009', cash: '570000', equity: '100000' },
  FR: { vehicles: '218200', accumulated: '281820', cash: '530000', equity: '101300' },
  LU: { vehicles: '2232', accumulated: '22329', cash: '516', equity: '101' },
} as const;

describe('The table of fixed assets', () => {
  const service = useService();
  let firm: TestFirm;
  before(async () => {
    firm = await service.newFirm();
  });

  for (const [country, numbers] of Object.entries(COUNTRIES))
    it(`says what the accounts say in ${country}, whatever has happened and in every year`, async () => {
      const file = await service.newCompany(firm.client, {
        country_pack: country,
        country,
        fiscal_year: { starts_on: '2025-01-01', ends_on: '2025-12-31' },
      });
      const { must, post } = requestsOf(file, firm);
      const next = (await must('/fiscal-years', { starts_on: '2026-01-01', ends_on: '2026-12-31' })).id;
      const made = async (fields: object) =>
        (await must('/fixed-assets', { label: 'Bien', category: 'vehicles', duration_months: 60, ...fields })).id;
      const table = async (year: number): Promise<Table> => {
        const answer = await firm.client.ok(`${file.path}/fixed-assets/table?fiscal_year_id=${year}`);
        return answer as unknown as Table;
      };
      const agrees = async (year: number): Promise<Table> => {
        const found = await table(year);
        expect(found.accounts.filter(({ difference }) => difference !== '0.00')).to.deep.equal([]);
        expect(found.is_reconciled).to.equal(true);
        return found;
      };

      // One from earlier books, with its opening balance.
      await made({ acquired_on: '2024-01-01', cost: '6000.00', code: 'OLD' });
      await must(`/fiscal-years/${file.fiscalYearId}/opening-balance`, {
        lines: [
          { account: numbers.vehicles, debit: '6000.00' },
          { account: numbers.accumulated, credit: '1200.00' },
          { account: numbers.equity, credit: '4800.00' },
        ],
      });
      await post('2025-01-01', numbers.vehicles, '12000.00', numbers.cash);
      const van = await made({ acquired_on: '2025-01-01', cost: '12000.00', code: 'VAN' });
      await post('2025-03-01', numbers.vehicles, '3000.00', numbers.cash);
      const own = await must('/accounts', { number: '288888', label: 'À part', type: 'asset' });
      const apart = await made({
        acquired_on: '2025-03-01',
        cost: '3000.00',
        code: 'APART',
        depreciation_account_id: own.id,
      });
      // What was put wrongly on record is as if it had never been.
      await firm.client.patch(`${file.path}/fixed-assets/${van}`, { category: 'furniture' });
      await firm.client.patch(`${file.path}/fixed-assets/${van}`, { category: 'vehicles', duration_months: 60 });
      await agrees(file.fiscalYearId);

      await must('/fixed-assets/depreciate', { until: '2025-06-30' });
      const happens = (id: number, body: object) => must(`/fixed-assets/${id}/events`, body);
      await post('2025-07-01', numbers.vehicles, '1000.00', numbers.cash);
      await happens(van, { kind: 'addition', date: '2025-07-01', amount: '1000.00' });
      await happens(van, { kind: 'revaluation', date: '2025-08-01', amount: '500.00' });
      await happens(van, { kind: 'impairment', date: '2025-09-01', amount: '800.00' });
      await happens(van, { kind: 'impairment_reversal', date: '2025-10-01', amount: '300.00' });
      await must('/fixed-assets/depreciate', { until: '2025-12-31' });
      const first = await agrees(file.fiscalYearId);
      expect(first.totals).to.include({
        opening_gross: '6000.00',
        additions: '16000.00',
        revaluations: '500.00',
        closing_gross: '22500.00',
        opening_depreciation: '1200.00',
        impairment: '500.00',
        disposals: '0.00',
        transfers: '0.00',
      });
      expect(first.groups.map(({ account }) => account.number)).to.deep.equal([numbers.vehicles]);

      await happens(apart, { kind: 'transfer', date: '2026-02-01', category: 'furniture' });
      await happens(van, { kind: 'transfer', date: '2026-02-01', category: 'other' });
      const disposed = (id: number, body: object) => must(`/fixed-assets/${id}/dispose`, body);
      await disposed(van, { kind: 'sale', disposed_on: '2026-05-01', proceeds: '2000.00', share: '40' });
      const scrapped = await firm.client.post(`${file.path}/fixed-assets/${apart}/dispose`, {
        kind: 'scrap',
        disposed_on: '2026-06-01',
      });
      expect(scrapped.status, scrapped.text).to.equal(201);
      const second = await agrees(next);
      expect([second.totals.opening_gross, second.totals.opening_depreciation]).to.deep.equal([
        first.totals.closing_gross,
        first.totals.closing_depreciation,
      ]);
      expect(second.totals.transfers).to.equal('0.00');
      expect(second.groups.length).to.be.above(2);
      // The year before is as it was: what was moved since stood elsewhere then.
      expect(await agrees(file.fiscalYearId)).to.deep.equal(first);
      await firm.client.post(`${file.path}/history/operations/${scrapped.headers.get('x-operation-id')}/revert`, {});
      const undone = await agrees(next);
      expect(undone.totals.disposals).not.to.equal(second.totals.disposals);
    });

  it('counts what a disposal depreciates on its day, also where the year before it is closed', async () => {
    const file = await service.newCompany(firm.client, {
      fiscal_year: { starts_on: '2025-01-01', ends_on: '2025-12-31' },
    });
    const { must, post } = requestsOf(file, firm);
    await post('2025-07-01', '241000', '3650.00', '570000');
    const body = {
      label: 'Moto',
      category: 'vehicles',
      acquired_on: '2025-07-01',
      cost: '3650.00',
      duration_months: 60,
    };
    const { id } = await must('/fixed-assets', body);
    await must(`/fiscal-years/${file.fiscalYearId}/close`, {});
    const years = (await firm.client.get(`${file.path}/fiscal-years`)).body as unknown as AnswerBody[];
    const next = years.find((year) => year.id !== file.fiscalYearId)!.id;
    await must(`/fixed-assets/${id}/dispose`, { kind: 'scrap', disposed_on: '2026-01-01' });
    for (const year of [file.fiscalYearId, next]) {
      const answer = await firm.client.get(`${file.path}/fixed-assets/table?fiscal_year_id=${year}`);
      const { is_reconciled, totals } = answer.body as unknown as Table;
      expect(is_reconciled, answer.text).to.equal(true);
      expect(totals.depreciation).to.equal(year === next ? '368.00' : '0.00');
    }
  });
});

function requestsOf(file: TestCompany, { client }: TestFirm) {
  const must = async (path: string, body: object): Promise<AnswerBody> => {
    const answer = await client.post(`${file.path}${path}`, body);
    expect(answer.status, `${path}: ${answer.text}`).to.be.within(200, 201);
    return answer.body;
  };
  const post = (entry_date: string, account: string, amount: string, other: string) =>
    must('/entries', {
      journal_id: file.journal('OD'),
      entry_date,
      lines: [
        { account, debit: amount },
        { account: other, credit: amount },
      ],
    });
  return { must, post };
}
