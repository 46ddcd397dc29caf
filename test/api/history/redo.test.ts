import { expect } from 'chai';
import { expectStatus, type Answer, type AnswerBody, type List } from '../../support/client.ts';
import { linesOf } from '../ledger/support.ts';
import { openBank, readState, receive } from './state.ts';
import { useHistory } from './support.ts';

/** Every kind of operation is undone, the undo is undone, and so on: each time the books are what they were. */

describe('Undo of an undo', () => {
  const books = useHistory();
  const at = (rest: string) => `${books.file.path}/${rest}`;
  const client = () => books.firm.client;

  const state = () => readState(books);

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

  const received = (amount: string, communication?: string) => receive(books, amount, communication);

  before(() => openBank(books));

  it('books a transaction of the bank again, in full and in part', async () => {
    const party = await books.party();
    const item = await books.item('121.00', { party, entry_date: '2026-03-01' });
    const id = await received('121.00');
    const match = (body: object) => client().post(at(`bank-transactions/${id}/match`), body);
    await turns(() => match({ items: [{ line_id: item, amount: '21.00' }] }));
    await turns(() => match({ items: [{ line_id: item }] }), 2);
    const matched = await state();
    // By its revision: the entries that belong to it are posted again too.
    await client()
      .expect(200)
      .post(at(`bank-transactions/${id}/unmatch`));
    const [revision] = await books.history(`resource=bank-transactions&record_id=${id}`);
    expect(revision!.can_revert, JSON.stringify(revision)).to.equal(true);
    await expectStatus(books.revert(String(revision!.id)), 200);
    expect(await state()).to.equal(matched);
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
    // A filed return that was reopened is filed again.
    await client()
      .expect(200)
      .post(await one('/validate'));
    await client()
      .expect(200)
      .post(await one('/filed'), { filed_on: '2026-04-10', reference: 'INTERVAT-1' });
    const filed = await state();
    const reopened = await client().post(await one('/reopen'), { reason: 'Error' });
    await books.undo(reopened);
    expect(await state()).to.equal(filed);
    expect(await client().ok(await one())).to.include({ status: 'filed', filing_reference: 'INTERVAT-1' });
    await client()
      .expect(200)
      .post(await one('/reopen'), { reason: 'Error' });
    // The entry that came in the meantime is in no validated return.
    const { headers } = await client().post(await one('/validate'), {});
    const open = await books.undo(headers.get('x-operation-id')!);
    await sale('1.00');
    const [reason] = await books.blocked(open);
    expect(reason).to.deep.include({ code: 'undo_vat_moved', resource: 'vat-declarations' });
    await turns(async () => client().delete(await one()), 2);
  });

  it('posts an opening balance again, once', async () => {
    const file = await books.service.newCompany(client(), {});
    const path = `${file.path}/fiscal-years/${file.fiscalYearId}/opening-balance`;
    const party = await client().created(`${file.path}/third-parties`, { type: 'customer', name: 'Client' });
    const lines = [
      { account: '400000', debit: '40.00', third_party_id: party.id },
      { account: '100000', credit: '40.00' },
    ];
    const posted = await client().post(path, { lines });
    expect(posted.status, posted.text).to.equal(201);
    const revert = async (operation: unknown) =>
      (await expectStatus(client().post(`${file.path}/history/operations/${String(operation)}/revert`), 200))
        .operation_id;
    const open = async () =>
      (await client().ok<List>(`${file.path}/open-items`)).data.map(({ amount }) => amount as string);
    const undone = await revert(posted.headers.get('x-operation-id'));
    expect(await open()).to.deep.equal([]);
    const again = await revert(undone);
    expect(await open()).to.deep.equal(['40.00']);
    await client().refused(422, 'opening_balance_exists').post(path, { lines });
    const last = await revert(again);
    await client().expect(201).post(path, { lines });
    const blocked = await client().post(`${file.path}/history/operations/${String(last)}/revert`);
    expect(blocked.body).to.include({ code: 'revert_blocked', reason: 'opening_balance_exists' });
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
