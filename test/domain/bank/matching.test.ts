import { expect } from 'chai';
import { assertEventShape } from '../../../commands/support/event-schemas.ts';
import type { MatchTransactions } from '../../../domain/bank/match.ts';
import type { RequestedMatch, TransactionToMatch } from '../../../domain/bank/match-request.ts';
import { countMatchLines } from '../../../domain/bank/match-entry.ts';
import type { RequestedMatchLine } from '../../../domain/bank/match-lines.ts';
import type { BankEvent } from '../../../domain/bank/bank-events.ts';
import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import type { EntryEvent } from '../../../domain/ledger/entry-events.ts';
import type { LetteringEvent } from '../../../domain/lettering/lettering-events.ts';
import type { LineToLetter } from '../../../domain/lettering/lettering.ts';
import { isZero, subtract, sum } from '../../../domain/money.ts';
import { findAccountId, MARCH, openedEvents, buildPeriodLocked } from '../../support/company-file-samples.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';
import { openLine } from '../lettering/samples.ts';

const given = givenFor(companyFile);
const BANK = 5;
const made = (resource: string, id: number, data: object): DomainEvent => ({
  type: 'RecordsCreated',
  data: { resource, records: [{ id, data: data as JsonRecord }] },
});
const bank = made('journals', BANK, {
  code: 'BNP',
  label: 'Banque',
  type: 'bank',
  control_account_id: findAccountId('550000'),
  is_active: true,
});
const party = made('third-parties', 7, { type: 'customer', code: 'C1', name: 'Hôtel', ibans: [], is_active: true });
const books = [...openedEvents, bank, party];
const writesOff = (max: string): DomainEvent => ({
  type: 'CompanySettingsChanged',
  data: { version: 2, changes: { 'auto_entries.reconciliation_difference.max_amount': max }, previous: {} },
});

const transaction = (fields: Partial<TransactionToMatch> = {}): TransactionToMatch => ({
  id: 1,
  version: 1,
  status: 'pending',
  amount: '121.00',
  matched_amount: '0.00',
  ignored_reason: null,
  journal_id: BANK,
  entry_date: '2026-03-20',
  statement_number: '12',
  sequence: 3,
  counterpart_name: null,
  communication: null,
  structured_communication: null,
  ...fields,
});
const pay = (line: LineToLetter, amount: string | null = null, reopen = false) => ({
  line_id: line.line_id,
  amount,
  reopen,
});
const onAccount = (account: string, amount: string, fields: Partial<RequestedMatchLine> = {}): RequestedMatchLine => ({
  account,
  account_id: null,
  amount,
  third_party_id: null,
  vat_code: null,
  vat_code_id: null,
  label: null,
  ...fields,
});
const match = (
  open: readonly LineToLetter[],
  requested: Partial<RequestedMatch>,
  command: Partial<MatchTransactions> = {},
): MatchTransactions => {
  const one: RequestedMatch = {
    transaction: transaction(),
    items: [],
    lines: [],
    write_off: false,
    label: null,
    origin: 'manual',
    ...requested,
  };
  const ids = (count: number, first: number) => Array.from({ length: count }, (_, index) => first + index);
  return {
    type: 'MatchTransactions',
    matches: [one],
    open,
    reopening: [],
    baseVersion: null,
    entryIds: [900],
    lineIds: ids(countMatchLines(one), 910),
    letteringIds: ids(one.items.length, 980),
    ...command,
  };
};

type Any = EntryEvent | LetteringEvent | BankEvent;
const eventsOf = (command: MatchTransactions, ...history: readonly DomainEvent[]) => {
  const events = given(...books, ...history).when(command).events as readonly Any[];
  events.forEach((event) => assertEventShape(event));
  return events;
};
const sides = (events: readonly Any[]) => {
  const entry = events.find((event) => event.type === 'EntryPosted')!.data;
  return entry.lines.map(({ account_id, debit, credit }) => [account_id, subtract(debit, credit)]);
};

describe('A match', () => {
  const [customers, banks] = [findAccountId('400000'), findAccountId('550000')];

  it('posts one entry and letters each item, so that all balances', () => {
    const [invoice, note] = [openLine('141.00'), openLine('-20.00')];
    const events = eventsOf(match([invoice, note], { items: [pay(invoice), pay(note)] }));
    expect(events.map(({ type }) => type)).to.deep.equal(['EntryPosted', 'LinesLettered', 'BankTransactionsMatched']);
    expect(sides(events)).to.deep.equal([
      [banks, '121.00'],
      [customers, '-141.00'],
      [customers, '20.00'],
    ]);
    const [, lettered] = events as readonly [Any, Extract<LetteringEvent, { type: 'LinesLettered' }>];
    for (const { lines } of lettered.data.letterings)
      expect(isZero(sum(lines.map(({ amount }) => amount)))).to.equal(true);
  });

  it('pays as much as the transaction has where no amount is told, and leaves the rest', () => {
    const [first, second] = [openLine('100.00'), openLine('100.00')];
    const events = eventsOf(match([first, second], { items: [pay(first), pay(second)] }));
    expect(sides(events).map(([, amount]) => amount)).to.deep.equal(['121.00', '-100.00', '-21.00']);
    const part = eventsOf(match([first], { items: [pay(first)] })).at(-1) as Extract<
      BankEvent,
      { type: 'BankTransactionsMatched' }
    >;
    expect(part.data.matches[0]).to.deep.include({ amount: '100.00', is_whole: false });
  });

  it('takes the VAT out of what goes to an account, and tells it to the return', () => {
    const fee = onAccount('650000', '-12.10', { vat_code: 'P-S-21' });
    const events = eventsOf(match([], { transaction: transaction({ amount: '-12.10' }), lines: [fee] }));
    expect(sides(events)).to.deep.equal([
      [banks, '-12.10'],
      [findAccountId('650000'), '10.00'],
      [findAccountId('411000'), '2.10'],
    ]);
    const [effect] = events.find((event) => event.type === 'EntryPosted')!.data.vat!;
    expect(effect).to.deep.include({ base: '10.00', deductible: '2.10' });
  });

  it('writes a difference off as far as the settings allow', () => {
    const invoice = openLine('121.50');
    const command = match([invoice], { items: [pay(invoice)], write_off: true });
    given(...books)
      .when(command)
      .then(refused('match_difference_too_large', { field: 'write_off' }));
    const events = eventsOf(command, writesOff('1.00'));
    expect(sides(events).at(-1)![1]).to.equal('0.50');
    expect((events.at(-1) as Extract<BankEvent, { type: 'BankTransactionsMatched' }>).data.matches[0]).to.deep.include({
      amount: '121.00',
      is_whole: true,
      written_off: '0.50',
    });
  });

  it('opens again what a payment had settled that came back', () => {
    const invoice = openLine('0.00', { account_id: findAccountId('440000') });
    const payment = openLine('0.00', { account_id: findAccountId('440000') });
    const part = (line: LineToLetter, amount: string) => ({
      line_id: line.line_id,
      entry_id: line.entry_id,
      line_number: 1,
      amount,
    });
    const reopening = [{ id: 70, version: 1, lines: [part(invoice, '-121.00'), part(payment, '121.00')] }];
    const events = eventsOf(match([payment], { items: [pay(payment, null, true)] }, { reopening }));
    expect(events.map(({ type }) => type)).to.deep.equal([
      'LinesUnlettered',
      'EntryPosted',
      'LinesLettered',
      'BankTransactionsMatched',
    ]);
    expect(sides(events)).to.deep.equal([
      [banks, '121.00'],
      [findAccountId('440000'), '-121.00'],
    ]);
  });

  it('is refused for what is booked, set aside, settled, unknown or in a locked period', () => {
    const invoice = openLine('121.00');
    const of = (fields: Partial<TransactionToMatch>, open = [invoice]) =>
      given(...books).when(match(open, { transaction: transaction(fields), items: [pay(invoice)] }));
    of({ status: 'matched' }).then(refused('transaction_already_matched'));
    of({ status: 'ignored' }).then(refused('transaction_already_ignored'));
    of({}, []).then(refusedAt(['items.0.line_id', 'line_unknown']));
    of({}, [{ ...invoice, open: '0.00' }]).then(refusedAt(['items.0.line_id', 'line_settled']));
    of({ amount: '-121.00' }).then(refused('match_of_other_sign', { field: 'items' }));
    const command = match([invoice], { items: [pay(invoice)] });
    expect(given(...books, buildPeriodLocked(MARCH)).when(command).decision).to.deep.include({ code: 'period_locked' });
    expect(given(...books).when({ ...command, baseVersion: 4 }).decision).to.deep.include({ code: 'conflict' });
  });

  it('tells what goes to an account by the codes asked for, without the VAT that is taken out', () => {
    const code = (id: number, name: string) =>
      made('analytic-codes', id, { axis: 'PROJECT', code: name, label: name, is_active: true });
    const codes = [code(1, 'P1'), code(2, 'P2')];
    const share = (name: string, amount: string) => ({ code: name, code_id: null, share: null, amount });
    const fee = (analytics: RequestedMatchLine['analytics']) =>
      match([], {
        transaction: transaction({ amount: '-12.10' }),
        lines: [onAccount('650000', '-12.10', { vat_code: 'P-S-21', analytics })],
      });
    const events = eventsOf(fee([share('P1', '-9.68'), share('P2', '-2.42')]), ...codes);
    const { lines } = events.find((event) => event.type === 'EntryPosted')!.data;
    const told = lines.map(({ analytics = [] }) => analytics.map((part) => `${part.code} ${part.amount}`));
    expect(told).to.deep.equal([[], ['P1 8.00', 'P2 2.00'], []]);
    given(...books, ...codes)
      .when(fee([share('P1', '-9.68')]))
      .then(refusedAt(['lines.0.analytics', 'analytic_amounts_not_line']));
    const required = { axis: 'PROJECT', account_prefix: '65' };
    const setting: DomainEvent = {
      type: 'CompanySettingsChanged',
      data: { version: 2, changes: { 'analytics.required': [required] }, previous: {} },
    };
    given(...books, ...codes, setting)
      .when(fee(null))
      .then(refusedAt(['lines.0.analytics', 'analytic_required']));
  });

  it('is one of many in one operation, each on what the one before leaves', () => {
    const invoice = openLine('121.00');
    const one = (id: number, amount: string): RequestedMatch => ({
      transaction: transaction({ id, amount }),
      items: [pay(invoice, amount)],
      lines: [],
      write_off: false,
      label: null,
      origin: 'automatic',
      reason: 'reference',
    });
    const command: MatchTransactions = {
      type: 'MatchTransactions',
      matches: [one(1, '100.00'), one(2, '21.00')],
      open: [invoice],
      reopening: [],
      baseVersion: null,
      entryIds: [900, 901],
      lineIds: [1, 2, 3, 4, 5, 6],
      letteringIds: [980, 981],
    };
    const events = eventsOf(command);
    const numbers = events.flatMap((event) => (event.type === 'EntryPosted' ? [event.data.number] : []));
    expect(numbers).to.deep.equal([1, 2]);
    const more = { ...command, matches: [one(1, '100.00'), one(2, '22.00')] };
    given(...books)
      .when(more)
      .then(refusedAt(['items.0.amount', 'item_amount_too_large']));
  });
});
