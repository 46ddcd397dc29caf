import { expect } from 'chai';
import { expectRefusal, expectStatus, type Answer, type AnswerBody, type List } from '../../support/client.ts';
import { linesOf } from '../ledger/support.ts';
import { useHistory } from '../history/support.ts';

describe('Lettering in foreign currency', () => {
  const books = useHistory();
  let customer: number;

  /** A line of an account in currency, debit or (negative) credit, with its base amount. */
  async function item(base: string, currency_amount: string, entry_date: string, currency: string | null = 'USD') {
    const [own, other] = base.startsWith('-') ? ['credit', 'debit'] : ['debit', 'credit'];
    const size = base.replace('-', '');
    const members = currency === null ? {} : { currency, currency_amount };
    const lines = [
      { account: '400000', [own]: size, third_party_id: customer, ...members },
      { account: '580000', [other]: size },
    ];
    return linesOf(await books.posted({ entry_date, lines }))[0]!.id;
  }
  const post = (lineIds: readonly number[], fields: object = {}) =>
    books.firm.client.post(`${books.file.path}/lettering`, { line_ids: lineIds, ...fields });
  const open = () => books.openItems(`third_party_id=${customer}`);
  const entry = async (id: unknown) => (await books.firm.client.get(`${books.file.path}/entries/${String(id)}`)).body;
  const postings = (body: AnswerBody) =>
    (body.lines as AnswerBody[]).map(({ account, debit, credit, currency, currency_amount }) => [
      (account as AnswerBody).number,
      debit,
      credit,
      currency,
      currency_amount,
    ]);

  async function findAccount(number: string) {
    const { body } = await books.firm.client.get<AnswerBody[]>(`${books.file.path}/accounts?q=${number}`);
    return body.find((account) => account.number === number);
  }
  /** Leaves the chart without an account of this number, as in a file of an earlier version. */
  async function rename(number: string, to: string) {
    const { id } = (await findAccount(number))!;
    await expectAnswer(200, books.firm.client.patch(`${books.file.path}/accounts/${String(id)}`, { number: to }));
  }

  beforeEach(async () => {
    customer = await books.party();
  });

  // The first test: the number of an account that is used cannot be changed.
  it('creates the account of the difference in a file whose chart lacks it, by hand and automatically', async () => {
    await rename('654000', '654990');
    await rename('754000', '754990');
    const invoice = await item('909.09', '1000.00', '2026-01-10');
    const payment = await item('-892.86', '-1000.00', '2026-02-05');
    const dry = await expectAnswer(200, post([invoice, payment], { dry_run: true }));
    expect(dry.body).to.include({ difference: '16.23' });
    expect(await findAccount('654000')).to.equal(undefined);
    const made = await expectAnswer(201, post([invoice, payment]));
    const loss = ['654000', '16.23', '0.00', null, null];
    expect(postings(await entry(made.body.exchange_entry_id))[1]).to.deep.equal(loss);
    expect(await findAccount('754000')).to.equal(undefined);
    const undone = await books.undo(made);
    expect(await findAccount('654000')).to.include({ type: 'expense' });
    await books.undo(undone);
    expect(await open()).to.deep.equal({});

    await item('-909.09', '-1000.00', '2026-01-10');
    await item('892.86', '1000.00', '2026-02-05');
    const auto = (fields: object) =>
      books.firm.client.post(`${books.file.path}/lettering/auto`, { third_party_id: customer, ...fields });
    expect((await expectAnswer(200, auto({}))).body.data).to.have.length(1);
    expect(await findAccount('754000')).to.equal(undefined);
    await expectAnswer(200, auto({ apply: true }));
    expect(await open()).to.deep.equal({});
    expect(await findAccount('754000')).to.include({ type: 'income' });
  });

  it('closes on the amount in the currency and books the difference at once', async () => {
    const invoice = await item('9090.91', '10000.00', '2026-01-10');
    const payment = await item('-8928.57', '-10000.00', '2026-02-05');
    const { body } = await expectAnswer(201, post([invoice, payment]));
    expect(body).to.include({ currency: 'USD', total: '9090.91', difference: '162.34', difference_entry_id: null });
    const lines = body.lines as AnswerBody[];
    expect(lines.map(({ amount, currency_amount }) => [amount, currency_amount])).to.deep.equal([
      ['9090.91', '10000.00'],
      ['-8928.57', '-10000.00'],
      ['-162.34', '0.00'],
    ]);
    const difference = await entry(body.exchange_entry_id);
    expect(difference).to.include({ origin: 'exchange_difference', entry_date: '2026-02-05T00:00:00.000000Z' });
    expect(postings(difference)).to.deep.equal([
      ['400000', '0.00', '162.34', 'USD', '0.00'],
      ['654000', '162.34', '0.00', null, null],
    ]);
    expect(await open()).to.deep.equal({});
  });

  it('takes the carrying amount of a part in proportion, and the rest with the last payment', async () => {
    const invoice = await item('9090.91', '10000.00', '2026-01-10');
    const first = await item('-3571.43', '-4000.00', '2026-02-05');
    const last = await item('-5217.39', '-6000.00', '2026-03-20');
    const one = await expectAnswer(201, post([invoice, first], { partial: true }));
    expect(one.body).to.include({ difference: '64.93' });
    expect(await open()).to.deep.equal({ [invoice]: '5454.55', [last]: '-5217.39' });
    const two = await expectAnswer(201, post([invoice, last]));
    expect(two.body).to.include({ difference: '237.16' });
    expect(await open()).to.deep.equal({});
  });

  it('gains when a debt is paid for less, and books nothing when nothing is left', async () => {
    const bill = await item('-2222.22', '-2400.00', '2026-01-20');
    const paid = await item('2142.86', '2400.00', '2026-02-20');
    const { body } = await expectAnswer(201, post([bill, paid]));
    expect(postings(await entry(body.exchange_entry_id))[1]).to.deep.equal(['754000', '0.00', '79.36', null, null]);
    const [a, b] = [await item('100.00', '110.00', '2026-01-20'), await item('-100.00', '-110.00', '2026-01-21')];
    const even = await expectAnswer(201, post([a, b]));
    expect(even.body).to.include({ exchange_entry_id: null, difference: '0.00' });
  });

  it('refuses lines that do not balance in the currency, or that have different ones', async () => {
    const invoice = await item('9090.91', '10000.00', '2026-01-10');
    const less = await item('-9090.91', '-9999.00', '2026-02-05');
    const euros = await item('-9000.00', '', '2026-02-05', null);
    const refused = await expectRefusal(post([invoice, less]), 422, 'lettering_unbalanced');
    expect(refused).to.include({ difference: '1.00', currency: 'USD' });
    await expectRefusal(post([invoice, euros]), 422, 'lettering_currencies');
    await expectRefusal(
      post([invoice, euros], { across_currencies: true, partial: true }),
      422,
      'lettering_currencies',
    );
    const dry = await expectAnswer(200, post([invoice, euros], { across_currencies: true, dry_run: true }));
    expect(dry.body).to.include({ difference: '90.91', currency: null });
    const { body } = await expectAnswer(201, post([invoice, euros], { across_currencies: true }));
    expect(postings(await entry(body.exchange_entry_id))[0]).to.deep.equal(['400000', '0.00', '90.91', null, null]);
    expect(await open()).to.deep.equal({ [less]: '-9090.91' });
  });

  it('reverses the difference when it is undone, by a request or in the history, and books it again', async () => {
    const invoice = await item('909.09', '1000.00', '2026-01-10');
    const payment = await item('-892.86', '-1000.00', '2026-02-05');
    const before = await open();
    const { body } = await expectAnswer(201, post([invoice, payment]));
    await expectStatus(books.firm.client.delete(`${books.file.path}/lettering/${String(body.id)}`), 204);
    expect(await open()).to.deep.equal(before);
    expect(await entry(body.exchange_entry_id)).to.include({ status: 'reversed' });
    const again = await expectAnswer(201, post([invoice, payment]));
    expect(again.body).to.include({ difference: '16.23' });
    const [balances, undone] = [await books.balances(), await books.undo(again)];
    expect(await open()).to.deep.equal(before);
    await books.undo(undone);
    expect(await open()).to.deep.equal({});
    expect(await books.balances()).to.deep.equal(balances);
  });

  it('is found by amounts in the currency alone, when it is automatic', async () => {
    const invoice = await item('909.09', '1000.00', '2026-01-10');
    await item('-892.86', '-1000.00', '2026-02-05');
    const pounds = await item('-909.09', '-800.00', '2026-02-05', 'GBP');
    const euros = await item('-1000.00', '', '2026-02-05', null);
    const auto = (fields: object) =>
      expectAnswer(
        200,
        books.firm.client.post(`${books.file.path}/lettering/auto`, { third_party_id: customer, ...fields }),
      );
    const proposed = (await auto({})).body;
    expect((proposed.data as AnswerBody[]).map(({ difference, currency }) => [difference, currency])).to.deep.equal([
      ['16.23', 'USD'],
    ]);
    await auto({ apply: true });
    expect(await open()).to.deep.equal({ [pounds]: '-909.09', [euros]: '-1000.00' });
    const { body } = await books.firm.client.get<List>(`${books.file.path}/lettering?third_party_id=${customer}`);
    expect(body.data[0]).to.include({ currency: 'USD', difference: '16.23' });
    expect((body.data[0]!.lines as AnswerBody[])[0]).to.include({ line_id: invoice });
  });
});

async function expectAnswer(status: number, sent: Promise<Answer<AnswerBody>>) {
  const answer = await sent;
  expect(answer.status, answer.text).to.equal(status);
  return answer;
}
