import { expect } from 'chai';
import { buildExampleIban } from '../../../api/bank/example-file.ts';
import { expectRefusal, expectStatus, type AnswerBody, type List } from '../../support/client.ts';
import { buildCamtFile, buildCodaFile, type WrittenMovement } from '../../support/bank-files.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Chart {
  readonly country: string;
  readonly receivable: string;
  readonly payable: string;
  readonly sales: string;
  readonly purchases: string;
  readonly bank: string;
  readonly loss: string;
  readonly gain: string;
}

const CHARTS: readonly Chart[] = [
  {
    ...{ country: 'BE', receivable: '400000', payable: '440000', sales: '700000', purchases: '604000' },
    ...{ bank: '550800', loss: '654000', gain: '754000' },
  },
  {
    ...{ country: 'FR', receivable: '411000', payable: '401000', sales: '707000', purchases: '607000' },
    ...{ bank: '512800', loss: '656000', gain: '756000' },
  },
  {
    ...{ country: 'LU', receivable: '4011', payable: '44111', sales: '7061', purchases: '6061' },
    ...{ bank: '513180', loss: '6562', gain: '7562' },
  },
];

let ibans = 400;
let statements = 0;

interface Bank {
  readonly iban: string;
  readonly currency: string;
}

/** A company file with items and bank accounts in several currencies. */
function createScene(firm: TestFirm, file: TestCompany, chart: Chart) {
  const at = (rest: string) => `${file.path}/${rest}`;
  const { client } = firm;
  return {
    at,
    async openBank(number: string, currency: string): Promise<Bank> {
      const iban = buildExampleIban((ibans += 1));
      const account = await client.created(at('accounts'), { number, label: `Bank ${currency}`, currency });
      const ofAccount = { type: 'bank', iban, control_account_id: account.id, currency };
      await client.created(at('journals'), { code: `K${ibans}`, label: 'Bank', ...ofAccount });
      return { iban, currency };
    },
    setRate: (currency: string, on: string, rate: string) =>
      client.created(at('exchange-rates'), { currency, on, rate }),
    /** An invoice, or a bill if it is negative; gives its open line. */
    async invoice(base: string, currency_amount: string, entry_date: string, currency: string | null, more = {}) {
      const isBill = base.startsWith('-');
      const [account, other] = isBill ? [chart.payable, chart.purchases] : [chart.receivable, chart.sales];
      const [own, opposite] = isBill ? ['credit', 'debit'] : ['debit', 'credit'];
      const size = base.replace('-', '');
      const negated = isBill ? currency_amount.slice(1) : `-${currency_amount}`;
      const members = (amount: string) => (currency === null ? {} : { currency, currency_amount: amount });
      const lines = [
        { account, [own]: size, ...members(currency_amount) },
        { account: other, [opposite]: size, ...members(negated) },
      ];
      const entry = await client.created(at('entries'), { journal_id: file.journal('OD'), entry_date, lines, ...more });
      return (entry.lines as AnswerBody[])[0]!.id;
    },
    upload({ iban, currency }: Bank, day: string, amount: string, more: Partial<WrittenMovement> = {}) {
      statements += 1;
      const content = buildCodaFile({
        ...{ iban, currency, number: String(statements), opening_date: day, closing_date: day },
        opening_balance: '0.00',
        movements: [{ amount, entry_date: day, value_date: day, ...more }],
      });
      const part = { field: 'files[]', name: `s${statements}.cod`, content, type: 'application/octet-stream' };
      return client.upload<AnswerBody>('POST', at('coda-files'), [part]);
    },
    /** A movement with the amounts and charges that a bank states. */
    async receiveConverted({ iban, currency }: Bank, day: string, movement: Partial<WrittenMovement>, amounts: string) {
      statements += 1;
      const content = buildCamtFile('02', {
        ...{ iban, currency, number: String(statements), opening_date: day, closing_date: day },
        opening_balance: '0.00',
        movements: [{ amount: '1.00', entry_date: day, value_date: day, counterpart_name: 'X', ...movement }],
      }).replace('<RltdPties>', `${amounts}<RltdPties>`);
      const part = { field: 'files[]', name: `s${statements}.xml`, content, type: 'application/xml' };
      const sent = await expectStatus(client.upload<AnswerBody>('POST', at('coda-files'), [part]), 201);
      const [imported] = sent.files as readonly AnswerBody[];
      return (await client.ok<List>(at(`bank-transactions?coda_file_id=${imported!.id}`))).data[0]!;
    },
    async suggestions(id: number) {
      return (await client.ok<List>(at(`bank-transactions/${id}/suggestions`))).data;
    },
    async receive(bank: Bank, day: string, amount: string, more: Partial<WrittenMovement> = {}) {
      const sent = await expectStatus(this.upload(bank, day, amount, more), 201);
      const [imported] = sent.files as readonly AnswerBody[];
      return (await client.ok<List>(at(`bank-transactions?coda_file_id=${imported!.id}`))).data[0]!;
    },
    /** Leaves the chart without an account of this number. */
    async rename(number: string) {
      const found = await client.ok<AnswerBody[]>(at(`accounts?q=${number}`));
      const { id } = found.find((account) => account.number === number)!;
      await expectStatus(client.patch(at(`accounts/${String(id)}`), { number: `${number}99` }), 200);
    },
    match: (id: number, body: object) => client.post(at(`bank-transactions/${id}/match`), body),
    async open() {
      const { data } = await client.ok<List>(at('open-items?per_page=200&as_of=2027-12-31'));
      return Object.fromEntries(data.map((row) => [row.id, row.amount as string]));
    },
  };
}

const postings = (entry: unknown) =>
  ((entry as AnswerBody).lines as AnswerBody[]).map(({ account, debit, credit, currency_amount }) => [
    (account as AnswerBody).number,
    debit,
    credit,
    currency_amount,
  ]);

describe('Payments in foreign currency', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  before(async () => void (firm = await service.newFirm()));

  for (const chart of CHARTS) {
    const { country, receivable, payable, bank, loss, gain } = chart;
    it(`book the worked examples of ${country} to the cent, on accounts that an older chart lacks`, async () => {
      const file = await service.newCompany(firm.client, { country_pack: country, country, locale: 'fr' });
      const scene = createScene(firm, file, chart);
      await scene.rename(loss);
      await scene.rename(gain);
      await firm.client.created(scene.at('fiscal-years'), { starts_on: '2027-01-01', ends_on: '2027-12-31' });
      const dollars = await scene.openBank(bank, 'USD');
      await scene.setRate('USD', '2026-12-04', '1.1200');
      await scene.setRate('USD', '2027-01-20', '1.1500');
      const invoice = await scene.invoice('9090.91', '10000.00', '2026-11-10', 'USD');
      const bill = await scene.invoice('-2222.22', '-2400.00', '2026-11-20', 'USD');
      const first = await scene.receive(dollars, '2026-12-05', '4000.00');
      expect(first).to.include({ currency: 'USD', amount: '4000.00' });
      const part = await expectStatus(scene.match(first.id, { items: [{ line_id: invoice }] }), 200);
      expect(part.exchange_difference).to.equal('64.93');
      expect(postings(part.entry)).to.deep.equal([
        [bank, '3571.43', '0.00', '4000.00'],
        [receivable, '0.00', '3636.36', '-4000.00'],
        [loss, '64.93', '0.00', null],
      ]);
      expect(await scene.open()).to.deep.equal({ [invoice]: '5454.55', [bill]: '-2222.22' });
      const last = await scene.receive(dollars, '2027-01-20', '6000.00');
      const rest = await expectStatus(scene.match(last.id, { items: [{ line_id: invoice }] }), 200);
      expect(postings(rest.entry)).to.deep.equal([
        [bank, '5217.39', '0.00', '6000.00'],
        [receivable, '0.00', '5454.55', '-6000.00'],
        [loss, '237.16', '0.00', null],
      ]);
      const paid = await scene.receive(dollars, '2027-01-20', '-2400.00');
      const settled = await expectStatus(scene.match(paid.id, { items: [{ line_id: bill }] }), 200);
      expect(postings(settled.entry)).to.deep.equal([
        [bank, '0.00', '2086.96', '-2400.00'],
        [payable, '2222.22', '0.00', '2400.00'],
        [gain, '0.00', '135.26', null],
      ]);
      expect(await scene.open()).to.deep.equal({});
      const { data } = await firm.client.ok<List>(scene.at('bank-accounts'));
      expect(data.find(({ currency }) => currency === 'USD')).to.include({
        ledger_balance: '7600.00',
        base_ledger_balance: '6701.86',
      });
    });
  }
});

describe('A bank account in foreign currency', () => {
  const service = useService({ from: 'books' });
  const chart = CHARTS[0]!;
  let firm: TestFirm;
  let scene: ReturnType<typeof createScene>;
  let dollars: Bank;
  let euros: Bank;
  const DAY = '2026-03-06';

  before(async () => {
    firm = await service.newFirm();
    const file = await service.newCompany(firm.client);
    scene = createScene(firm, file, chart);
    dollars = await scene.openBank('550800', 'USD');
    euros = await scene.openBank('550900', 'EUR');
    await scene.setRate('USD', DAY, '1.25');
    await scene.setRate('GBP', DAY, '0.80');
  });

  it('takes statements in its currency alone', async () => {
    const wrong = { ...dollars, currency: 'GBP' };
    const refused = await expectRefusal(scene.upload(wrong, DAY, '1.00'), 422, 'statement_currency');
    expect(refused.message).to.include('GBP').and.include('USD');
    const shown = await scene.receive(dollars, DAY, '12.50');
    expect(shown).to.include({ currency: 'USD', amount: '12.50', status: 'pending' });
  });

  it('pays items in its currency, with fees and credit notes, and leaves no cent', async () => {
    const [invoice, note] = [
      await scene.invoice('1000.00', '1100.00', '2026-01-10', 'USD'),
      await scene.invoice('-90.91', '-100.00', '2026-01-15', 'USD', {}),
    ];
    const { id } = await scene.receive(dollars, DAY, '987.65');
    const body = {
      items: [{ line_id: invoice }, { line_id: note }],
      lines: [{ account: '657000', amount: '-12.35', label: 'Fee' }],
    };
    const dry = await expectStatus(scene.match(id, { ...body, dry_run: true }), 200);
    const matched = await expectStatus(scene.match(id, body), 200);
    expect(dry.exchange_difference).to.equal(matched.exchange_difference);
    expect(postings(matched.entry)).to.deep.equal([
      ['550800', '790.12', '0.00', '987.65'],
      ['400000', '0.00', '1000.00', '-1100.00'],
      ['440000', '90.91', '0.00', '100.00'],
      ['657000', '9.88', '0.00', '12.35'],
      ['654000', '109.09', '0.00', null],
    ]);
    expect(await scene.open()).to.deep.equal({});
    const undone = await expectStatus(firm.client.post(scene.at(`bank-transactions/${id}/unmatch`), {}), 200);
    expect((undone.reversal as AnswerBody).lines).to.have.length(5);
    expect(await scene.open()).to.deep.equal({ [invoice]: '1000.00', [note]: '-90.91' });
    const again = await expectStatus(scene.match(id, body), 200);
    expect(postings(again.entry)).to.deep.equal(postings(matched.entry));
  });

  it('takes the rate of the request before that of the day, and none is guessed', async () => {
    const line_id = await scene.invoice('-400.00', '-500.00', '2026-01-10', 'USD');
    const early = await scene.receive(dollars, '2026-02-01', '-500.00');
    const refused = await expectRefusal(scene.match(early.id, { items: [{ line_id }] }), 422, 'rate_unknown');
    expect(refused).to.include({ currency: 'USD', on: '2026-02-01' });
    const { entry } = await expectStatus(scene.match(early.id, { items: [{ line_id }], exchange_rate: '1.28' }), 200);
    expect(postings(entry)).to.deep.equal([
      ['550800', '0.00', '390.63', '-500.00'],
      ['440000', '400.00', '0.00', '500.00'],
      ['754000', '0.00', '9.37', null],
    ]);
  });

  it('pays items in euros and in pounds through the rate of the payment', async () => {
    const [inEuros, inPounds] = [
      await scene.invoice('-80.00', '', '2026-01-10', null),
      await scene.invoice('-120.00', '-100.00', '2026-01-10', 'GBP'),
    ];
    const one = await scene.receive(dollars, DAY, '-100.00');
    const paid = await expectStatus(scene.match(one.id, { items: [{ line_id: inEuros }] }), 200);
    expect(postings(paid.entry)).to.deep.equal([
      ['550800', '0.00', '80.00', '-100.00'],
      ['440000', '80.00', '0.00', null],
    ]);
    // 100 pounds are worth 156.25 dollars on the day: the bank took 157.50.
    const other = await scene.receive(dollars, DAY, '-157.50');
    const { entry, letterings } = await expectStatus(scene.match(other.id, { items: [{ line_id: inPounds }] }), 200);
    expect(postings(entry)).to.deep.equal([
      ['550800', '0.00', '126.00', '-157.50'],
      ['440000', '120.00', '0.00', '100.00'],
      ['654000', '6.00', '0.00', null],
    ]);
    expect((letterings as AnswerBody[])[0]).to.include({ currency: 'GBP' });
    expect(await scene.open()).to.deep.equal({});
  });

  it('in euros pays an item in dollars: the whole of it, or the part that it is worth, or what is told', async () => {
    const invoice = await scene.invoice('900.00', '1000.00', '2026-01-10', 'USD');
    const part = await scene.receive(euros, DAY, '200.00');
    const first = await expectStatus(scene.match(part.id, { items: [{ line_id: invoice }] }), 200);
    expect(postings(first.entry)).to.deep.equal([
      ['550900', '200.00', '0.00', null],
      ['400000', '0.00', '225.00', '-250.00'],
      ['654000', '25.00', '0.00', null],
    ]);
    const told = await scene.receive(euros, DAY, '81.00');
    const body = { items: [{ line_id: invoice, amount: '80.00', currency_amount: '90.00' }] };
    const second = await expectStatus(scene.match(told.id, body), 200);
    expect(second.transaction).to.include({ status: 'pending', matched_amount: '80.00' });
    expect(postings(second.entry)[1]).to.deep.equal(['400000', '0.00', '81.00', '-90.00']);
    const rest = await scene.receive(euros, DAY, '530.00');
    const third = await expectStatus(scene.match(rest.id, { items: [{ line_id: invoice }] }), 200);
    expect(postings(third.entry)).to.deep.equal([
      ['550900', '530.00', '0.00', null],
      ['400000', '0.00', '594.00', '-660.00'],
      ['654000', '64.00', '0.00', null],
    ]);
    expect(await scene.open()).to.deep.equal({});
  });

  it('is matched by itself with items of its currency alone', async () => {
    const more = { reference: 'VF-2026/0991' };
    const invoice = await scene.invoice('500.00', '600.00', '2026-01-10', 'USD', more);
    const other = await scene.invoice('600.00', '700.00', '2026-01-10', 'GBP', { reference: 'VF-2026/0992' });
    const inDollars = await scene.receive(dollars, DAY, '600.00', { communication: 'VF-2026/0991' });
    const inEuros = await scene.receive(euros, DAY, '600.00', { communication: 'VF-2026/0992' });
    const [best] = await scene.suggestions(inDollars.id);
    expect(best).to.include({ is_certain: true });
    expect((best!.items as AnswerBody[])[0]).to.include({ line_id: invoice, open_amount: '600.00', currency: 'USD' });
    expect(postings(best!.entry)).to.deep.equal([
      ['550800', '480.00', '0.00', '600.00'],
      ['400000', '0.00', '500.00', '-600.00'],
      ['654000', '20.00', '0.00', null],
    ]);
    const body = { transaction_ids: [inDollars.id, inEuros.id] };
    const report = await expectStatus(firm.client.post(scene.at('bank-transactions/auto-match'), body), 200);
    expect(report).to.include({ matched: 1 });
    expect(await scene.open()).to.deep.equal({ [other]: '600.00' });
    const [named] = await scene.suggestions(inEuros.id);
    expect(named).to.include({ is_certain: false });
    expect((named!.items as AnswerBody[])[0]).to.include({ line_id: other, currency: 'GBP' });
    await expectStatus(scene.match(inEuros.id, { items: [{ line_id: other, currency_amount: '700.00' }] }), 200);
  });

  it('suggests what the bank converted, and its charges as a line of their own, with the reasons', async () => {
    const line_id = await scene.invoice('900.00', '1000.00', '2026-01-10', 'USD', { reference: 'VF-2026/0993' });
    const { id, ...shown } = await scene.receiveConverted(
      euros,
      DAY,
      { amount: '787.50', communication: 'VF-2026/0993' },
      '<AmtDtls><InstdAmt><Amt Ccy="USD">1000.00</Amt></InstdAmt><CntrValAmt><Amt Ccy="EUR">800.00</Amt><CcyXchg>' +
        '<SrcCcy>USD</SrcCcy><XchgRate>1.25</XchgRate></CcyXchg></CntrValAmt></AmtDtls>',
    );
    expect(shown).to.include({ original_amount: 'USD 1000.00', charges: '12.50', exchange_rate: '1.25' });
    const [best] = await scene.suggestions(id);
    expect((best!.reasons as AnswerBody[]).map(({ message }) => message)).to.deep.equal([
      'The communication contains the reference VF-2026/0993.',
      'The bank converted USD 1000.00 at the rate 1.25.',
      'The bank deducted 12.50 in charges.',
    ]);
    expect((best!.lines as AnswerBody[])[0]).to.include({ account: '657200', amount: '-12.50' });
    expect(postings(best!.entry)).to.deep.equal([
      ['550900', '787.50', '0.00', null],
      ['400000', '0.00', '900.00', '-1000.00'],
      ['657200', '12.50', '0.00', null],
      ['654000', '100.00', '0.00', null],
    ]);
    const { items, lines } = best as unknown as { items: AnswerBody[]; lines: AnswerBody[] };
    const body = {
      items: items.map((item) => ({ line_id, amount: item.amount, currency_amount: item.currency_amount })),
      lines: lines.map(({ account, amount }) => ({ account, amount })),
    };
    const { entry } = await expectStatus(scene.match(id, body), 200);
    expect(postings(entry)).to.deep.equal(postings(best!.entry));
  });

  it('refuses two different amounts of one currency, and more than is open', async () => {
    const line_id = await scene.invoice('100.00', '110.00', '2026-01-10', 'USD');
    const { id } = await scene.receive(dollars, DAY, '200.00');
    const send = (item: object) => scene.match(id, { items: [{ line_id, ...item }] });
    const differing = await expectStatus(send({ amount: '10.00', currency_amount: '11.00' }), 422);
    expect(Object.keys(differing.errors)).to.deep.equal(['items.0.currency_amount']);
    const large = await expectStatus(send({ currency_amount: '110.01' }), 422);
    expect(Object.keys(large.errors)).to.deep.equal(['items.0.currency_amount']);
    await expectStatus(send({ currency_amount: '110.00' }), 200);
  });
});
