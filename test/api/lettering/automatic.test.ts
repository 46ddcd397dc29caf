import { expect } from 'chai';
import { letterAutomatically, proposeLetterings } from '../../../commands/lettering/letter-automatically.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import type { CommandPath } from '../../../commands/support/command-path.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { linesOf } from '../ledger/support.ts';
import { useBooks } from './support.ts';

describe('Automatic lettering', () => {
  const books = useBooks();
  let customer: number;

  const post = (body: object, query = '', headers = {}) =>
    books.firm.client.post(`${books.file.path}/lettering/auto${query}`, body, headers);
  const auto = (body: object, query = '', headers = {}) => expectStatus(post(body, query, headers), 200);
  const data = (body: AnswerBody) => body.data as AnswerBody[];
  const setMost = async (max_amount: number) => {
    const settings = { auto_entries: { reconciliation_difference: { max_amount } } };
    await books.firm.client.expect(200).patch(`${books.file.path}/settings`, settings);
  };

  beforeEach(async () => {
    customer = await books.party();
  });

  async function someItems(party: number): Promise<number[]> {
    return [
      await books.item('100.00', { party, entry_date: '2026-01-10', reference: '+++010/8068/17183+++' }),
      await books.item('-100.00', { party, entry_date: '2026-02-10', label: 'VIR 010806817183' }),
      await books.item('60.00', { party, entry_date: '2026-01-11', reference: 'F-2026/002' }),
      await books.item('-60.00', { party, entry_date: '2026-02-11', label: 'Facture F2026002' }),
      await books.item('31.00', { party, entry_date: '2026-01-12' }),
      await books.item('-31.00', { party, entry_date: '2026-02-12' }),
      await books.item('7.00', { party, entry_date: '2026-01-13' }),
      await books.item('4.00', { party, entry_date: '2026-01-14' }),
      await books.item('-11.00', { party, entry_date: '2026-02-14' }),
      await books.item('999.00', { party, entry_date: '2026-02-14' }),
    ];
  }

  it('proposes and explains, and records nothing', async () => {
    const items = await someItems(customer);
    const head = await books.service.core.log.readHead();
    const answer = await post({ third_party_id: customer });
    expect(answer.headers.get('x-operation-id')).to.equal(null);
    expect(await books.service.core.log.readHead()).to.equal(head);
    expect(answer.body).to.deep.include({
      applied: false,
      items: 10,
      matched_items: 9,
      is_complete: true,
      total: 4,
      by_reason: { structured_communication: 1, reference: 1, amount: 1, amount_and_date: 0, combination: 1 },
    });
    const found = data(answer.body);
    expect(found.map((one) => [one.reason, one.confidence, one.explanation, one.total, one.difference])).to.deep.equal([
      [
        'structured_communication',
        1,
        'Both sides have the structured communication +++010/8068/17183+++.',
        '100.00',
        '0.00',
      ],
      ['reference', 0.95, 'Both sides have the reference F-2026/002.', '60.00', '0.00'],
      ['amount', 0.9, 'These are the only two items of this amount.', '31.00', '0.00'],
      ['combination', 0.6, 'The amounts of these 3 items cancel each other out exactly.', '11.00', '0.00'],
    ]);
    expect(found[3]).to.deep.include({
      lettering_id: null,
      code: null,
      difference_entry_id: null,
      settled_on: '2026-02-14T00:00:00.000000Z',
    });
    expect((found[3]!.lines as AnswerBody[]).map((line) => [line.line_id, line.amount])).to.deep.equal([
      [items[6], '7.00'],
      [items[7], '4.00'],
      [items[8], '-11.00'],
    ]);
    expect(Object.keys(await books.openItems(`third_party_id=${customer}`))).to.have.length(10);
  });

  it('applies what it proposes, in one operation', async () => {
    const items = await someItems(customer);
    const proposed = data(await auto({ third_party_id: customer }));
    const answer = await post({ third_party_id: customer, apply: true });
    expect(answer.headers.get('x-operation-id')).to.be.a('string');
    const applied = data(answer.body);
    const withoutIds = ({ lettering_id: _id, code: _code, ...rest }: AnswerBody) => rest;
    expect(applied.map(withoutIds)).to.deep.equal(proposed.map(withoutIds));
    expect(answer.body).to.include({ applied: true, items: 10, matched_items: 9, total: 4 });
    expect(await books.openItems(`third_party_id=${customer}`)).to.deep.equal({ [items[9]!]: '999.00' });
    const list = (await books.firm.client.get(`${books.file.path}/lettering?third_party_id=${customer}`)).body;
    expect(data(list).map(({ id, origin, reason }) => [id, origin, reason])).to.deep.equal(
      applied.toReversed().map((one) => [one.lettering_id, 'automatic', one.reason]),
    );
    expect(data(list)[0]!.explanation).to.equal('The amounts of these 3 items cancel each other out exactly.');
    const nothing = await post({ third_party_id: customer, apply: true });
    expect([nothing.status, nothing.body.total, nothing.headers.get('x-operation-id')]).to.deep.equal([200, 0, null]);
  });

  it('speaks every language', async () => {
    await someItems(customer);
    const member = await books.service.newMember(books.firm, 'encoder', { locale: null });
    const texts = new Set<string>();
    for (const language of LANGUAGES) {
      const { body } = await member.client.post(
        `${books.file.path}/lettering/auto`,
        { third_party_id: customer },
        { 'Accept-Language': language },
      );
      for (const one of data(body)) texts.add(one.explanation as string);
    }
    expect(texts.size).to.equal(4 * LANGUAGES.length);
  });

  it('keeps to an account, a day and a number of items', async () => {
    await someItems(customer);
    const count = async (body: object) => (await auto({ third_party_id: customer, ...body })).total;
    expect(await count({ account_id: books.file.account('400000') })).to.equal(4);
    expect(await count({ account_id: books.file.account('440000') })).to.equal(0);
    expect(await count({ as_of: '2026-02-10' })).to.equal(1);
    expect(await count({ max_items: 2 })).to.equal(3);
    expect(data(await auto({ third_party_id: customer }, '?per_page=3&page=2'))).to.have.length(1);
  });

  it('writes a small difference off only where the lines say that they belong together', async () => {
    const items = [
      await books.item('100.00', { party: customer, entry_date: '2026-01-10', reference: 'F-7001' }),
      await books.item('-99.98', { party: customer, entry_date: '2026-02-10', label: 'F-7001' }),
      await books.item('50.00', { party: customer, entry_date: '2026-01-10' }),
      await books.item('-49.98', { party: customer, entry_date: '2026-02-10' }),
    ];
    expect((await auto({ third_party_id: customer })).total).to.equal(0);
    await setMost(0.02);
    const [proposal] = data(await auto({ third_party_id: customer }));
    expect(proposal).to.deep.include({ reason: 'reference', difference: '0.02', total: '100.00' });
    const [applied] = data(await auto({ third_party_id: customer, apply: true }));
    await setMost(0);
    expect(applied).to.include({ difference: '0.02', total: '100.00' });
    expect(applied!.difference_entry_id).to.be.a('number');
    expect(applied!.lines).to.have.length(3);
    expect(await books.openItems(`third_party_id=${customer}`)).to.deep.equal({
      [items[2]!]: '50.00',
      [items[3]!]: '-49.98',
    });
  });

  it('refuses what it cannot look at', async () => {
    const bad = {
      apply: 'perhaps',
      account_id: 999_999_999,
      third_party_id: 999_999_999,
      as_of: 'now',
      max_items: 7,
    };
    for (const apply of [false, true])
      for (const [field, value] of Object.entries(bad)) {
        const { status, body } = await post({ apply, [field]: value });
        expect([field, status, Object.keys(body.errors)]).to.deep.equal([field, 422, [field]]);
      }
    const expense = await post({ account_id: books.file.account('612400') });
    expect(expense.body.errors).to.deep.equal({ account_id: ['Lines of this account cannot be matched.'] });
  });

  /** Entries of many lines: invoices of different amounts, and payments of the same. */
  async function manyItems(party: number, pairs: number): Promise<void> {
    const amount = (index: number) => `${index + 1}.00`;
    for (let from = 0; from < pairs; from += 499) {
      const some = Array.from({ length: Math.min(499, pairs - from) }, (_, index) => from + index);
      const lines = some.flatMap((index) => [
        { account: '400000', debit: amount(index), third_party_id: party },
        { account: '400000', credit: amount(index), third_party_id: party },
      ]);
      expect(linesOf(await books.posted({ entry_date: '2026-03-01', lines }))).to.have.length(2 * some.length);
    }
  }

  it('letters a thousand items at once', async () => {
    await manyItems(customer, 500);
    const before = await books.service.core.log.readHead();
    const answer = await auto({ third_party_id: customer, apply: true });
    expect(answer).to.deep.include({ items: 1_000, matched_items: 1_000, total: 500, last_page: 10 });
    const events = (await books.service.events(books.file.id)).filter(({ position }) => position > before);
    expect(new Set(events.map(({ metadata }) => metadata.operation_id)).size).to.equal(1);
    expect(await books.openItems(`third_party_id=${customer}`)).to.deep.equal({});
  });

  it('goes on in further appends when one is too small, and where it was interrupted', async () => {
    await manyItems(customer, 200);
    const { core } = books.service;
    const context = {
      ...createSystemContext('test'),
      userId: books.firm.admin.id,
      clientMutationId: `parts-${customer}`,
    };
    const request = { third_party_id: customer, maxItems: 6 };
    let appends = 0;
    const small = (stopAfter: number): CommandPath => ({
      ...core.commands,
      maxAppendBytes: 20_000,
      execute(...requested) {
        appends += 1;
        if (appends > stopAfter) throw new Error('The power went out');
        return core.commands.execute(...requested);
      },
    });
    let failure: unknown;
    await letterAutomatically({ ...core, commands: small(2) }, books.file.id, request, context).catch(
      (error: unknown) => (failure = error),
    );
    expect(String(failure)).to.contain('The power went out');
    const left = (await auto({ third_party_id: customer })).total as number;
    expect(left).to.be.within(1, 199);
    const resumed = await letterAutomatically({ ...core, commands: small(Infinity) }, books.file.id, request, {
      ...context,
      isResumed: true,
    });
    if (isRefusal(resumed)) throw new Error('refused');
    expect(resumed.letterings).to.have.length(200);
    expect(resumed.items).to.equal(400);
    expect(new Set(resumed.letterings.map(({ id }) => id)).size).to.equal(200);
    expect(await books.openItems(`third_party_id=${customer}`)).to.deep.equal({});
  });

  it('looks at any number of items, portion by portion', async () => {
    // A single one that has more than a portion, and several that do not fill one; an invoice of each is not paid.
    const parties = [customer, await books.party(), await books.party(), await books.party()];
    for (const [index, party] of parties.entries()) {
      await manyItems(party, index === 0 ? 20 : 3);
      await books.item('7777.00', { party, account: '416000', entry_date: '2026-03-02' });
      await manyItems(party, 1);
    }
    const { core } = books.service;
    const request = { maxItems: 2 };
    const extent = { usual: 9, largest: 12, most: 1_000 };
    const whole = await proposeLetterings(core, books.file.id, request, [0, 1_000]);
    const parts = await proposeLetterings(core, books.file.id, request, [0, 1_000], extent);
    const page = await proposeLetterings(core, books.file.id, request, [5, 9], extent);
    const first = await proposeLetterings(core, books.file.id, request, [0, 1_000], { ...extent, most: 9 });
    if (isRefusal(whole) || isRefusal(parts) || isRefusal(page) || isRefusal(first)) throw new Error('refused');
    const lines = ({ matches }: typeof whole) => matches.map((match) => match.lines.map(({ line_id }) => line_id));
    const own = whole.reasons.length;
    expect(own).to.be.at.least(20 + 3 * 3 + 4);
    const ordered = (all: number[][]) => all.map((some) => some.join()).sort();
    expect(ordered(lines(parts))).to.deep.equal(ordered(lines(whole)));
    expect(lines(page)).to.deep.equal(lines(parts).slice(5, 9));
    expect(page.reasons).to.deep.equal(parts.reasons);
    for (const { items, matched, isComplete } of [whole, parts])
      expect([items, matched, isComplete]).to.deep.equal([whole.items, 2 * own, true]);
    expect(first.isComplete).to.equal(false);
    expect(first.reasons.length).to.be.within(1, own - 1);

    const context = {
      ...createSystemContext('test'),
      userId: books.firm.admin.id,
      clientMutationId: `portions-${customer}`,
    };
    let turns = 0;
    const stopping: CommandPath = {
      ...core.commands,
      execute(...requested) {
        turns += 1;
        if (turns > 4) throw new Error('The power went out');
        return core.commands.execute(...requested);
      },
    };
    let failure: unknown;
    await letterAutomatically({ ...core, commands: stopping }, books.file.id, request, context, extent).catch(
      (error: unknown) => (failure = error),
    );
    expect(String(failure)).to.contain('The power went out');
    const resumed = await letterAutomatically(core, books.file.id, request, { ...context, isResumed: true }, extent);
    if (isRefusal(resumed)) throw new Error('refused');
    expect(new Set(resumed.letterings.map(({ id }) => id)).size).to.equal(own);
    expect([resumed.items, resumed.matched, resumed.isComplete]).to.deep.equal([whole.items, 2 * own, true]);
    for (const party of parties)
      expect(Object.values(await books.openItems(`third_party_id=${party}`))).to.deep.equal(['7777.00']);
  });

  it('acts once for one mutation id', async () => {
    await someItems(customer);
    const mutation = { 'X-Client-Mutation-Id': `auto-${customer}` };
    const body = { third_party_id: customer, apply: true };
    const first = await auto(body, '', mutation);
    const again = await post(body, '', mutation);
    expect(again.headers.get('x-idempotent-replay')).to.equal('1');
    expect(again.body).to.deep.equal(first);
  });
});
