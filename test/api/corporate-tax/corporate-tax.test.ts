import { expect } from 'chai';
import { expectRefusal, expectStatus, type AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

type Posting = readonly [account: string, debit: string, credit: string];

interface Line {
  readonly code: string;
  readonly label: string;
  readonly amount: string;
  readonly source: string;
  readonly details: readonly { readonly account: string | null; readonly label: string; readonly amount: string }[];
}

describe('The corporate tax of a fiscal year', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;

  const open = async (country: string): Promise<TestCompany> => {
    firm ??= await service.newFirm();
    return service.newCompany(firm.client, {
      country_pack: country,
      fiscal_year: { code: '2026', starts_on: '2026-01-01', ends_on: '2026-12-31' },
    });
  };
  const pathOf = (file: TestCompany) => `${file.path}/corporate-tax/${file.fiscalYearId}`;
  const show = (file: TestCompany, query = '') => firm.client.ok(`${pathOf(file)}${query}`);
  const listLines = (answer: AnswerBody) =>
    Object.fromEntries((answer.lines as Line[]).map((line) => [line.code, line]));
  async function book(file: TestCompany, postings: readonly Posting[]): Promise<void> {
    await firm.client.created(`${file.path}/entries`, {
      journal_id: file.journal('OD'),
      entry_date: '2026-06-30',
      lines: postings.map(([account, debit, credit]) => ({ account, debit, credit })),
    });
  }
  /** Posts the proposed entry as it is, and checks that nothing is left to book. */
  async function bookProvision(file: TestCompany): Promise<void> {
    const { tax, taxable, proposed_entry: proposed } = await show(file);
    await firm.client.created(`${file.path}/entries`, proposed);
    expect(await show(file)).to.deep.include({ tax, taxable, proposed_entry: null });
  }

  it('is estimated line by line in Belgium, corrected by hand and booked', async () => {
    const file = await open('BE');
    await book(file, [
      ['550000', '98400.00', '0.00'],
      ['614100', '400.00', '0.00'],
      ['615200', '1000.00', '0.00'],
      ['640400', '200.00', '0.00'],
      ['700000', '0.00', '100000.00'],
    ]);
    await book(file, [
      ['412000', '5000.00', '0.00'],
      ['550000', '0.00', '5000.00'],
    ]);
    const before = new Date().toISOString();
    const answer = await show(file);
    expect(answer).to.include({ is_estimate: true, provisional: true, country: 'BE', version: 0 });
    expect(answer).to.include({ taxable: '99110.00', tax: '24777.50', prepayments: '5000.00', balance: '19777.50' });
    expect(listLines(answer)['disallowed_6152']).to.deep.equal({
      code: 'disallowed_6152',
      label: 'Disallowed: Restaurant expenses (31 %)',
      amount: '310.00',
      source: 'ledger',
      details: [{ account: '615200', label: 'Restaurant expenses', amount: '310.00', percent: '31.00' }],
    });
    const lines = [{ code: 'carried_losses', amount: '10000.00', reason: 'Perte de 2025' }];
    const changed = await firm.client.patch<AnswerBody>(pathOf(file), { lines });
    expect([changed.status, changed.body.version, changed.body.tax]).to.deep.equal([200, 1, '22277.50']);
    expect(listLines(changed.body)['losses_used']).to.deep.include({
      amount: '-10000.00',
      details: [{ account: null, label: 'Perte de 2025', amount: '10000.00', percent: null }],
    });
    expect(await show(file, `?known_at=${before}`)).to.include({ version: 0, tax: '24777.50' });
    const stale = await firm.client.patch<AnswerBody>(pathOf(file), { lines: [] }, { 'X-Base-Version': '0' });
    expect([stale.status, stale.body.code]).to.deep.equal([409, 'conflict']);
    await bookProvision(file);
    const operation = changed.headers.get('x-operation-id');
    await expectStatus(firm.client.post(`${file.path}/history/operations/${operation}/revert`, {}), 200);
    expect(await show(file)).to.include({ version: 2, tax: '24777.50' });
  });

  it('takes the rates and the disallowed expenses from the settings', async () => {
    const file = await open('BE');
    await book(file, [
      ['550000', '79000.00', '0.00'],
      ['611200', '1000.00', '0.00'],
      ['700000', '0.00', '80000.00'],
    ]);
    const corporate_tax = { reduced_rate: true, disallowed: [{ accounts: '6112', percent: '25.00' }] };
    await expectStatus(firm.client.patch(`${file.path}/settings`, { corporate_tax }), 200);
    const answer = await show(file);
    expect(answer).to.include({ taxable: '79250.00', tax: '15850.00' });
    expect((answer.rates as { percent: string }[]).map(({ percent }) => percent)).to.deep.equal(['20.00']);
    const luxembourgish = await open('LU');
    await book(luxembourgish, [
      ['513101', '27500.00', '0.00'],
      ['7021', '0.00', '27500.00'],
    ]);
    await expectStatus(
      firm.client.patch(`${luxembourgish.path}/settings`, { corporate_tax: { municipal_rate: '300.00' } }),
      200,
    );
    expect(listLines(await show(luxembourgish))['municipal_tax']!.amount).to.equal('900.00');
    const twice = [...corporate_tax.disallowed, ...corporate_tax.disallowed];
    const refused = await firm.client.patch<AnswerBody>(`${file.path}/settings`, {
      corporate_tax: { disallowed: twice },
    });
    expect(refused.status).to.equal(422);
    expect(refused.body.errors).to.have.property('corporate_tax.disallowed.1.accounts');
  });

  it('is estimated in France and in Luxembourg', async () => {
    const french = await open('FR');
    await book(french, [
      ['512000', '199000.00', '0.00'],
      ['658200', '1000.00', '0.00'],
      ['706000', '0.00', '200000.00'],
    ]);
    await book(french, [
      ['444000', '10000.00', '0.00'],
      ['512000', '0.00', '10000.00'],
    ]);
    expect(await show(french)).to.include({ taxable: '200000.00', tax: '50000.00', balance: '40000.00' });
    await bookProvision(french);
    expect(await show(french)).to.include({ prepayments: '10000.00', balance: '40000.00' });
    const luxembourgish = await open('LU');
    await book(luxembourgish, [
      ['513101', '179000.00', '0.00'],
      ['6481', '1000.00', '0.00'],
      ['7021', '0.00', '180000.00'],
    ]);
    expect(await show(luxembourgish)).to.include({ taxable: '180000.00', tax: '38788.75' });
    await bookProvision(luxembourgish);
  });

  it('says the same after the closing of the year', async () => {
    const file = await open('BE');
    await book(file, [
      ['550000', '1000.00', '0.00'],
      ['700000', '0.00', '1000.00'],
    ]);
    const { proposed_entry: _open, provisional: _provisional, ...before } = await show(file);
    await bookProvision(file);
    await expectStatus(firm.client.post(`${file.path}/fiscal-years/${file.fiscalYearId}/close`, {}), 200);
    const closed = await show(file);
    expect(closed).to.include({ tax: before.tax, taxable: before.taxable, provisional: false, proposed_entry: null });
  });

  it('is refused for a year of another file, an unknown line and a file that pays another tax', async () => {
    const file = await open('BE');
    const other = await open('BE');
    expect((await firm.client.get(`${file.path}/corporate-tax/${other.fiscalYearId}`)).status).to.equal(404);
    const lines = [{ code: 'wealth', amount: '1.00', reason: 'Why' }];
    await expectRefusal(firm.client.patch(pathOf(file), { lines }), 422, 'validation_failed');
    const association = await service.newCompany(firm.client, { country_pack: 'BE', legal_form_code: '017' });
    const refused = await firm.client.get<AnswerBody>(pathOf(association));
    expect([refused.status, refused.body.code]).to.deep.equal([422, 'corporate_tax_not_applicable']);
  });
});
