import { expect } from 'chai';
import { readReportedBooks } from '../../../api/e-reporting/routes.ts';
import type { AnswerBody } from '../../support/client.ts';
import { openFrenchCompany } from '../../support/french-companies.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { linesOf } from '../ledger/support.ts';

interface Report {
  readonly period: string;
  readonly transactions: readonly Readonly<Record<string, unknown>>[];
  readonly payments: readonly Readonly<Record<string, unknown>>[];
  readonly fingerprint: string;
}

describe('E-reporting of a French company file', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;
  let consumer: AnswerBody;
  let last = 0;

  before('open a company file with customers', async () => {
    firm = await service.newFirm();
    file = await openFrenchCompany(service, firm);
    consumer = await newCustomer({ name: 'Mme Martin' });
  });

  const newCustomer = (fields: object): Promise<AnswerBody> =>
    firm.client.created(`${file.path}/third-parties`, { type: 'customer', country: 'FR', ...fields });
  const sell = async (third_party_id: number, vat_code: string, fields: object = {}) => {
    const document = await firm.client.created(`${file.path}/documents`, {
      direction: 'sale',
      number: `R-${(last += 1)}`,
      document_date: '2026-10-05',
      third_party_id,
      lines: [{ description: 'Vente', amount_net: '100.00', vat_code, account: '706000' }],
      ...fields,
    });
    const { entry } = (await firm.client.created(`${file.path}/documents/${document.id}/book`, {})) as unknown as {
      entry: AnswerBody;
    };
    return { document, entry };
  };
  const report = async (period: string): Promise<Report> =>
    (await firm.client.expect(200).get(`${file.path}/e-reporting/${period}`)) as unknown as Report;

  it('has the sales to consumers and abroad, less their credit notes, and the payments of services', async () => {
    const empty = await report('2026-10');
    expect(empty).to.deep.include({ period: '2026-10', transactions: [], payments: [] });
    const { document, entry } = await sell(consumer.id, 'S-E-20');
    await sell(consumer.id, 'S-20', {
      lines: [{ description: 'Livre', amount_net: '30.00', vat_code: 'S-20', account: '707000' }],
    });
    await sell(consumer.id, 'S-20', {
      is_credit_note: true,
      lines: [{ description: 'Retour', amount_net: '10.00', vat_code: 'S-20', account: '707000' }],
    });
    const company = await newCustomer({ name: 'Parc SAS', enterprise_number: '552100554' });
    await sell(company.id, 'S-20');
    const abroad = await newCustomer({ name: 'Schmidt GmbH', country: 'DE', vat_number: 'DE136695976' });
    await sell(abroad.id, 'S-20', { document_date: '2026-10-12' });

    const month = await report('2026-10');
    expect(month.transactions).to.deep.equal([
      {
        ...{ kind: 'b2c', date: '2026-10-05', category: 'TLB1', rate: '20.00' },
        ...{ base: '20.00', tax: '4.00', currency: 'EUR', count: 2 },
      },
      {
        ...{ kind: 'b2c', date: '2026-10-05', category: 'TPS1', rate: '20.00' },
        ...{ base: '100.00', tax: '20.00', currency: 'EUR', count: 1 },
      },
      {
        ...{ kind: 'international', date: '2026-10-12', category: 'TLB1', rate: '20.00' },
        ...{ base: '100.00', tax: '20.00', currency: 'EUR', count: 1 },
      },
    ]);
    expect(month.fingerprint).to.not.equal(empty.fingerprint);
    expect((await report('2026-10')).fingerprint).to.equal(month.fingerprint);
    expect((await report('2026-10-2')).transactions).to.have.length(1);
    expect((await report('2026-10-3')).transactions).to.deep.equal([]);

    const receivable = (one: AnswerBody) => linesOf(one).find(({ account }) => account.number === '411000')!.id;
    const payment = await firm.client.created(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-10-20',
      lines: [
        { account: '530000', debit: '60.00' },
        { account: '411000', credit: '60.00', third_party_id: consumer.id },
      ],
    });
    await firm.client.created(`${file.path}/lettering`, {
      line_ids: [receivable(entry), receivable(payment)],
      partial: true,
    });
    expect((await report('2026-10-2')).payments).to.deep.equal([
      { date: '2026-10-20', rate: '20.00', amount: '60.00', document_id: document.id },
    ]);
  });

  it('counts a merged customer as the one it was merged into, and says when there is too much', async () => {
    const [known, double] = [
      await newCustomer({ name: 'Nord SAS', enterprise_number: '732829320' }),
      await newCustomer({ name: 'Nord' }),
    ];
    await sell(double.id, 'S-20', { document_date: '2026-11-03' });
    expect((await report('2026-11')).transactions).to.have.length(1);
    await firm.client.expect(200).post(`${file.path}/third-parties/${double.id}/merge`, { into: known.id });
    expect((await report('2026-11')).transactions).to.deep.equal([]);
    await sell(consumer.id, 'S-20', { document_date: '2026-11-04' });
    const { pool } = service.core;
    const period = { from: '2026-11-01', to: '2026-11-30' };
    expect((await readReportedBooks(pool, file.id, period, 1))!.sales).to.have.length(1);
    expect(await readReportedBooks(pool, file.id, period, 0)).to.equal(null);
  });

  it('exists for periods and in France only', async () => {
    const { errors } = await firm.client.refused(422).get(`${file.path}/e-reporting/2026-13`);
    expect(Object.keys(errors)).to.deep.equal(['period']);
    const belgian = await service.newCompany(firm.client, { name: 'Menuiserie', code: 'BE1' });
    await firm.client.refused(422, 'e_reporting_france_only').get(`${belgian.path}/e-reporting/2026-10`);
  });
});
