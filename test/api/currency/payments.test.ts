import { expect } from 'chai';
import { buildExampleIban } from '../../../api/bank/example-file.ts';
import { buildCodaFile } from '../../support/bank-files.ts';
import { expectRefusal, expectStatus, type AnswerBody, type List } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

describe('A payment in foreign currency in France', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  let customer: number;
  let statements = 0;
  const DAY = '2026-03-10';
  const iban = buildExampleIban(870);
  const at = (rest: string) => `${file.path}/${rest}`;

  before('open a company file with a bank account in dollars', async () => {
    firm = await service.newFirm();
    file = await service.newCompany(firm.client, { country_pack: 'FR', country: 'FR', vat_regime: 'monthly' });
    const account = await firm.client.created(at('accounts'), { number: '512800', label: 'USD', currency: 'USD' });
    const journal = { type: 'bank', iban, control_account_id: account.id, currency: 'USD' };
    await firm.client.created(at('journals'), { code: 'BQ9', label: 'USD', ...journal });
    await firm.client.created(at('exchange-rates'), { currency: 'USD', on: '2026-03-02', rate: '1.2' });
    await firm.client.created(at('exchange-rates'), { currency: 'USD', on: DAY, rate: '1.5' });
    customer = (await firm.client.created(at('third-parties'), { type: 'customer', name: 'Acme Inc' })).id;
  });

  /** Books a sale of USD 1200 with its tax; gives its open line. */
  async function sell(number: string, vat_code: string, fields: object = {}): Promise<number> {
    const document = await firm.client.created(at('documents'), {
      ...{ direction: 'sale', number, document_date: '2026-03-02', third_party_id: customer, currency: 'USD' },
      lines: [{ description: 'Conseil', amount_net: '1000.00', account: '706000', vat_code }],
      ...fields,
    });
    const { entry } = await firm.client.created(at(`documents/${document.id}/book`), {});
    const lines = (entry as AnswerBody).lines as readonly AnswerBody[];
    return lines.find(({ account }) => (account as AnswerBody).number === '411000')!.id;
  }
  async function receive(amount: string): Promise<number> {
    statements += 1;
    const content = buildCodaFile({
      ...{ iban, currency: 'USD', number: String(statements), opening_date: DAY, closing_date: DAY },
      opening_balance: `${statements}.00`,
      movements: [{ amount, entry_date: DAY, value_date: DAY }],
    });
    const part = { field: 'files[]', name: `s${statements}.cod`, content, type: 'application/octet-stream' };
    const sent = await expectStatus(firm.client.upload<AnswerBody>('POST', at('coda-files'), [part]), 201);
    const [imported] = sent.files as readonly AnswerBody[];
    return (await firm.client.ok<List>(at(`bank-transactions?coda_file_id=${imported!.id}`))).data[0]!.id;
  }
  const match = (id: number, body: object) => firm.client.post(at(`bank-transactions/${id}/match`), body);
  const revert = async (operation: string) => {
    const done = await expectStatus(firm.client.post(at(`history/operations/${operation}/revert`), {}), 200);
    return done.operation_id as string;
  };
  async function readBalances(...numbers: readonly string[]): Promise<readonly string[]> {
    const body = await firm.client.ok(at(`reports/trial-balance?fiscal_year_id=${file.fiscalYearId}`));
    const rows = body.rows as { account: { number: string }; balance: string }[];
    return numbers.map((number) => rows.find(({ account }) => account.number === number)?.balance ?? '0.00');
  }

  it('makes the tax due in proportion to what is settled, at the rate of the document, and is undone with it', async () => {
    const line_id = await sell('D-1', 'S-E-20');
    const TAX = ['445741', '445711', '656000'];
    expect(await readBalances(...TAX)).to.deep.equal(['-166.67', '0.00', '0.00']);
    const answer = await match(await receive('300.00'), { items: [{ line_id }] });
    expect(answer.status, answer.text).to.equal(200);
    // A quarter: carried at 250.00, worth 200.00 at the rate of the payment.
    const after = ['-125.00', '-41.67', '50.00'];
    expect(await readBalances(...TAX)).to.deep.equal(after);
    const undone = await revert(answer.headers.get('x-operation-id')!);
    expect(await readBalances(...TAX)).to.deep.equal(['-166.67', '0.00', '0.00']);
    const redone = await revert(undone);
    expect(await readBalances(...TAX)).to.deep.equal(after);
    await revert(redone);
    const all = await match(await receive('1200.00'), { items: [{ line_id }] });
    expect(all.status, all.text).to.equal(200);
    expect(await readBalances(...TAX)).to.deep.equal(['0.00', '-166.67', '200.00']);
    expect((await firm.client.ok<List>(at('open-items?as_of=2026-12-31'))).data).to.deep.equal([]);
  });

  it('does not take a discount off by itself, which needs a credit note in the currency', async () => {
    const line_id = await sell('D-2', 'S-20', { discount: { percent: '2', days: 8 } });
    const id = await receive('1176.00');
    const body = { items: [{ line_id }], lines: [{ account: '665000', amount: '-24.00', vat_code: 'S-20' }] };
    await expectRefusal(match(id, body), 422, 'discount_in_currency');
    const { data } = await firm.client.ok(at(`bank-transactions/${id}/suggestions`));
    const reasons = (data as { reasons: AnswerBody[] }[]).flatMap((one) => one.reasons.map(({ code }) => code));
    expect(reasons).not.to.include('suggested_early_payment');
  });
});
