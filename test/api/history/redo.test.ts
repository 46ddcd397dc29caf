import { expect } from 'chai';
import { buildExampleIban } from '../../../api/bank/example-file.ts';
import { buildCodaFile } from '../../support/bank-files.ts';
import { expectStatus, type Answer, type AnswerBody, type List } from '../../support/client.ts';
import { linesOf } from '../ledger/support.ts';
import { useHistory } from './support.ts';

/** Every kind of operation is undone, the undo is undone, and so on: each time the books are what they were. */

const IBAN = buildExampleIban(1);
const DAY = { entry_date: '2026-03-06', value_date: '2026-03-06' };

describe('Undo of an undo', () => {
  const books = useHistory();
  const at = (rest: string) => `${books.file.path}/${rest}`;
  const client = () => books.firm.client;

  /** What must be the same: ids, versions, times and reversal entries do not count. */
  const state = async (): Promise<string> => {
    const list = async (path: string, pick: (row: AnswerBody) => unknown): Promise<string[]> => {
      const body = await client().ok<List | AnswerBody[]>(at(path));
      return (Array.isArray(body) ? body : body.data).map((row) => JSON.stringify(pick(row))).sort();
    };
    const parts = [
      await books.balances(),
      await list('open-items?per_page=200', ({ account_id, third_party_id, amount }) => [
        account_id,
        third_party_id,
        amount,
      ]),
      await list('bank-transactions?per_page=200', ({ id, status, matched_amount, third_party }) => [
        id,
        status,
        matched_amount,
        (third_party as AnswerBody | null)?.id,
      ]),
      await list('recurring-entries', ({ id, posted_count, last_on }) => [id, posted_count, last_on]),
      await list('vat-declarations', (one) => [one.period, one.status, one.boxes, one.amount_due, one.comment]),
      await list('fixed-assets', (one) => [
        one.id,
        one.status,
        one.cost,
        one.book_value,
        one.depreciated_amount,
        one.duration_months,
        one.account_id,
      ]),
      await list('fiscal-years', ({ code, is_closed }) => [code, is_closed]),
    ];
    return JSON.stringify(parts, null, 1);
  };

  /** Undoes what a request did, and the undo; twice if asked. The last turn leaves it done. */
  const turns = async (act: () => Promise<Answer<AnswerBody>>, times = 1): Promise<Answer<AnswerBody>> => {
    const before = await state();
    const answer = await act();
    expect(answer.status, answer.text).to.be.oneOf([200, 201, 204]);
    const after = await state();
    expect(after, 'nothing was done').to.not.equal(before);
    let operation = answer.headers.get('x-operation-id')!;
    for (const expected of Array.from({ length: times }, () => [before, after]).flat()) {
      const { body } = await client().get(`${books.file.path}/history/operations/${operation}`);
      expect(body.can_revert, JSON.stringify(body.blocked_by)).to.equal(true);
      operation = await books.undo(operation);
      expect(await state()).to.equal(expected);
    }
    return answer;
  };

  let statements = 0;
  const received = async (amount: string, communication = ''): Promise<number> => {
    statements += 1;
    const content = buildCodaFile({
      iban: IBAN,
      number: String(statements),
      opening_date: '2026-03-05',
      closing_date: '2026-03-06',
      opening_balance: `${statements}.00`,
      movements: [{ amount, communication, ...DAY }],
    });
    const part = { field: 'files[]', name: `s${statements}.cod`, content, type: 'application/octet-stream' };
    const sent = await client().expect(201).upload<AnswerBody>('POST', at('coda-files'), [part]);
    const [file] = sent.files as readonly AnswerBody[];
    const { data } = await client().ok<List>(at(`bank-transactions?coda_file_id=${file!.id}`));
    return data[0]!.id;
  };

  before(async () => {
    await client().created(at('journals'), {
      code: 'K1',
      label: 'Bank',
      type: 'bank',
      iban: IBAN,
      control_account_id: books.file.account('550000'),
    });
  });

  it('books a transaction of the bank again, in full and in part', async () => {
    const party = await books.party();
    const item = await books.item('121.00', { party, entry_date: '2026-03-01' });
    const id = await received('121.00');
    const match = (body: object) => client().post(at(`bank-transactions/${id}/match`), body);
    await turns(() => match({ items: [{ line_id: item, amount: '21.00' }] }));
    await turns(() => match({ items: [{ line_id: item }] }), 2);
    await turns(() => client().post(at(`bank-transactions/${id}/unmatch`), {}));
  });

  it('books again what was matched automatically', async () => {
    const party = await books.party({ name: 'Auto' });
    await books.item('33.10', { party, entry_date: '2026-03-01', reference: 'VF-2026/0417' });
    await books.item('44.60', { party, entry_date: '2026-03-01', reference: 'VF-2026/0418' });
    const id = await received('77.70', 'vf2026 0417 et VF 2026-04 18 merci');
    await turns(() => client().post(at('bank-transactions/auto-match'), { transaction_ids: [id] }));
  });

  it('refuses to book a transaction again that was booked otherwise, and names it', async () => {
    const id = await received('10.00');
    const lines = (account: string) => ({ lines: [{ account, amount: '10.00' }] });
    const match = await client().post(at(`bank-transactions/${id}/match`), lines('580000'));
    const undone = await books.undo(match);
    await client()
      .expect(200)
      .post(at(`bank-transactions/${id}/match`), lines('499000'));
    const [reason] = await books.blocked(undone);
    expect(reason).to.deep.include({ code: 'transaction_already_matched', resource: 'bank-transactions', id });
  });

  it('posts recurring entries again', async () => {
    const template = {
      journal_id: books.file.journal('OD'),
      label: 'Rent {month}',
      lines: [
        { account: '610000', debit: '900.00' },
        { account: '440000', credit: '900.00' },
      ],
    };
    const schedule = { unit: 'month', starts_on: '2026-01-31', month_end: true, until: '2026-04-30' };
    const { id } = await client().created(at('recurring-entries'), { kind: 'free', label: 'Rent', template, schedule });
    const run = await turns(() => client().post(at(`recurring-entries/${id}/run`), { until: '2026-02-28' }), 2);
    await turns(() => client().post(at(`recurring-entries/${id}/confirm`), { dates: ['2026-03-31'] }));
    const next = async () => (await client().ok(at(`recurring-entries/${id}`))).next_on;
    expect(run.body.posted).to.have.length(2);
    expect(await next()).to.include('2026-04-30');
  });

  it('draws up, refreshes, validates, reopens and deletes a VAT return again', async () => {
    const sale = (amount: string) =>
      expectStatus(
        client().post(at('entries/invoice'), {
          journal_id: books.file.journal('VEN'),
          third_party_id: customer,
          entry_date: '2026-01-10',
          lines: [{ account: '700000', amount, vat_code: 'S-21' }],
        }),
        201,
      );
    const customer = await books.party({ name: 'TVA' });
    await sale('1000.00');
    await turns(() => client().post(at('vat-declarations'), { year: 2026, period: 1 }));
    const find = async () => (await client().ok<List>(at('vat-declarations'))).data[0]!;
    const one = async (rest = '') => at(`vat-declarations/${(await find()).id}${rest}`);
    await turns(async () => client().patch(await one(), { comment: 'Vu' }));
    await sale('50.00');
    const refreshed = await client().post(await one('/refresh'), {});
    const undone = await books.undo(refreshed);
    expect((await client().ok(await one())).has_moved).to.equal(true);
    await books.undo(undone);
    expect((await client().ok(await one())).has_moved).to.equal(false);
    await turns(async () => client().post(await one('/validate'), {}), 2);
    await turns(async () => client().post(await one('/reopen'), {}));
    // The entry that came in the meantime is in no validated return.
    const { headers } = await client().post(await one('/validate'), {});
    const open = await books.undo(headers.get('x-operation-id')!);
    await sale('1.00');
    const [reason] = await books.blocked(open);
    expect(reason).to.deep.include({ code: 'undo_vat_moved', resource: 'vat-declarations' });
    await turns(async () => client().delete(await one()), 2);
  });

  it('changes the value of fixed assets again', async () => {
    const line = linesOf(
      await books.posted({
        entry_date: '2026-01-01',
        lines: [
          { account: '241000', debit: '12000.00', label: 'Van' },
          { account: '550000', credit: '12000.00' },
        ],
      }),
    )[0]!.id;
    const { id } = await client().created(at('fixed-assets'), {
      label: 'Van',
      category: 'vehicles',
      acquired_on: '2026-01-01',
      cost: '12000.00',
      origin_line_id: line,
    });
    const post = (what: string, body: object) => client().post(at(`fixed-assets/${what}`), body);
    await turns(() => post('depreciate', { until: '2026-03-31' }));
    await turns(() => post(`${id}/events`, { kind: 'impairment', date: '2026-04-01', amount: '100.00' }));
    await turns(() => post(`${id}/events`, { kind: 'life', date: '2026-04-02', duration_months: 30 }));
    const third_party_id = await books.party({ name: 'Acheteur' });
    await turns(
      () =>
        post(`${id}/dispose`, {
          kind: 'sale',
          disposed_on: '2026-06-30',
          proceeds: '9000.00',
          third_party_id,
          vat_code: 'S-21',
        }),
      2,
    );
  });
});
