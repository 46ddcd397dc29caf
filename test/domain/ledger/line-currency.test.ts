import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import type { EntryLine, PostedEntry } from '../../../domain/ledger/entry-events.ts';
import type { RequestedLine } from '../../../domain/ledger/entry.ts';
import { copyEntry } from '../../../domain/ledger/copy-entry.ts';
import { buildReversal } from '../../../domain/ledger/reversal.ts';
import {
  buildCreateRecord,
  buildLine,
  buildPostEntry,
  decided,
  findAccountId,
  openedEvents,
  openedFile,
  replay,
} from '../../support/company-file-samples.ts';
import { givenFor, refusedAt } from '../../support/given.ts';
import { booksOf, YEAR } from '../fiscal-years/support.ts';
import { factsOf } from './facts.ts';

const given = givenFor(companyFile);

const dollars = decided(
  buildCreateRecord('accounts', 90_001, { number: '550900', label: 'Banque USD', currency: 'USD' }),
  openedFile,
);
const history = [...openedEvents, ...dollars];
const file = replay(dollars, openedFile);

const postLines = (...lines: readonly RequestedLine[]) => buildPostEntry({ entryId: 7, lines });
const inDollars = (account: string, debit: string, credit: string, currency_amount: string, exchange_rate?: string) =>
  buildLine(account, debit, credit, { currency: 'USD', currency_amount, ...(exchange_rate && { exchange_rate }) });

const postedLines = (command: ReturnType<typeof postLines>): readonly EntryLine[] => {
  const [event] = given(history).when(command).events;
  return (event!.data as unknown as PostedEntry).lines;
};

describe('a line in a currency', () => {
  it('keeps its currency, amount and rate beside debit and credit', () => {
    const [receivable, sale] = postedLines(
      postLines(
        inDollars('400000', '9090.91', '0.00', '10000.00', '1.10000000'),
        inDollars('700000', '0.00', '9090.91', '-10000.00'),
      ),
    );
    expect(receivable).to.include({ currency: 'USD', currency_amount: '10000.00', exchange_rate: '1.1' });
    expect(sale).to.include({ currency: 'USD', currency_amount: '-10000.00', exchange_rate: '1.09999989' });
  });

  it('has no members in the currency of the company file', () => {
    const euros = { currency: 'EUR', currency_amount: '10.00', exchange_rate: null };
    const [line, other] = postedLines(
      postLines(buildLine('400000', '10.00', '0.00', euros), buildLine('700000', '0.00', '10.00')),
    );
    for (const one of [line, other]) expect(one).not.to.have.any.keys('currency', 'currency_amount', 'exchange_rate');
  });

  it('may hold nothing in the currency, such as an exchange difference posted by hand, and then has no rate', () => {
    const [line] = postedLines(
      postLines(inDollars('550900', '12.00', '0.00', '0.00'), buildLine('754000', '0.00', '12.00')),
    );
    expect(line).to.include({ currency: 'USD', currency_amount: '0.00' }).and.not.to.have.property('exchange_rate');
  });

  const other = buildLine('700000', '0.00', '10.00');
  const cases: readonly (readonly [title: string, line: RequestedLine, field: string, code: string])[] = [
    [
      'without currency on an account kept in one',
      buildLine('550900', '10.00', '0.00'),
      'currency',
      'currency_missing',
    ],
    [
      'in another currency than its account',
      buildLine('550900', '10.00', '0.00', { currency: 'GBP', currency_amount: '8.00' }),
      'currency',
      'currency_mismatch',
    ],
    [
      'in the currency of the file on an account kept in another',
      buildLine('550900', '10.00', '0.00', { currency: 'EUR', currency_amount: '10.00' }),
      'currency',
      'currency_mismatch',
    ],
    [
      'in an unknown currency',
      buildLine('400000', '10.00', '0.00', { currency: 'XYZ', currency_amount: '8.00' }),
      'currency',
      'currency_unknown',
    ],
    ['without its amount', buildLine('400000', '10.00', '0.00', { currency: 'USD' }), 'currency_amount', 'required'],
    [
      'with an amount but no currency',
      buildLine('400000', '10.00', '0.00', { currency_amount: '8.00' }),
      'currency',
      'currency_missing',
    ],
    [
      'with an amount of the other sign',
      inDollars('400000', '10.00', '0.00', '-11.00'),
      'currency_amount',
      'currency_amount_of_other_sign',
    ],
    [
      'with a rate that is more than a cent away',
      inDollars('400000', '10.00', '0.00', '11.00', '1.2'),
      'exchange_rate',
      'exchange_rate_disagrees',
    ],
    [
      'with a rate of zero',
      inDollars('400000', '10.00', '0.00', '11.00', '0'),
      'exchange_rate',
      'exchange_rate_invalid',
    ],
  ];
  for (const [title, line, field, code] of cases)
    it(`is refused ${title}`, () =>
      given(history)
        .when(postLines(line, other))
        .then(refusedAt([`lines.0.${field}`, code])));

  it('is mirrored by a reversal and repeated by a copy', () => {
    const [event] = decided(
      postLines(inDollars('550900', '10.00', '0.00', '11.00'), inDollars('700000', '0.00', '10.00', '-11.00')),
      file,
    );
    const after = replay([event!], file);
    const posted = event!.data as unknown as PostedEntry;
    const facts = factsOf(posted, after);
    const ids = { entryId: 8, lineIds: [81, 82], letteringIds: [], entry_date: posted.entry_date, label: null };
    const reversal = buildReversal(facts, ids, after).find(({ type }) => type === 'EntryPosted')!;
    const reversed = (reversal.data as PostedEntry).lines;
    expect(reversed.map(({ currency_amount }) => currency_amount)).to.deep.equal(['-11.00', '11.00']);
    expect(reversed[0]).to.include({ currency: 'USD', exchange_rate: '1.1' });
    const takeIds = (_table: string, count: number) => Array.from({ length: count }, (_, index) => 90 + index);
    const copy = copyEntry(facts, posted.entry_date, { file: after, takeIds });
    expect(copy.data.lines.map(({ currency_amount }) => currency_amount)).to.deep.equal(['11.00', '-11.00']);
    expect(copy.data.lines[0]).not.to.have.property('currency_settled');
  });
});

describe('accounts and journals in a currency', () => {
  it('have none if it is that of the company file', () => {
    const create = buildCreateRecord('accounts', 90_002, { number: '550901', label: 'Banque', currency: 'EUR' });
    const after = replay(decided(create, openedFile), openedFile);
    expect(after.records['accounts']!.byId.get(90_002)!.data['currency'] ?? null).to.equal(null);
  });

  it('keep it once they are used', () => {
    const used = decided(
      postLines(inDollars('550900', '10.00', '0.00', '11.00'), buildLine('700000', '0.00', '10.00')),
      file,
    );
    const change = {
      type: 'UpdateRecord',
      resource: 'accounts',
      id: 90_001,
      changes: { currency: 'GBP' },
      baseVersion: null,
    } as const;
    given(history, used)
      .when(change)
      .then(refusedAt(['currency', 'not_editable']));
  });

  it('agree, if the journal is one of a bank', () => {
    const bank = { code: 'USD', label: 'Banque USD', type: 'bank' };
    const create = (currency: string | null, control_account_id: number) =>
      given(history).when(buildCreateRecord('journals', 90_003, { ...bank, currency, control_account_id }));
    expect(create('USD', 90_001).events).to.have.length(1);
    create(null, 90_001).then(refusedAt(['currency', 'currency_mismatch']));
    create('USD', findAccountId('550000')).then(refusedAt(['currency', 'currency_mismatch']));
  });
});

describe('closing a year with amounts in currency', () => {
  it('carries each currency of an account forward in a line of its own', () => {
    const books = booksOf().post('2026-03-01', ['400000', '100.00', '0.00'], ['700000', '0.00', '100.00']);
    const account_id = books.account('400000');
    const currencies = [
      { account_id, currency: 'GBP', balance: '-20.00', currency_balance: '-18.00' },
      { account_id, currency: 'USD', balance: '90.00', currency_balance: '99.00' },
    ];
    const facts = { ...books.facts(), currencies };
    const ids = { ...books.closing().ids, lines: Array.from({ length: 40 }, (_, index) => 70_000 + index) };
    const closed = books.do(books.closing(YEAR, { facts, ids }));
    const opening = closed.latest.find(
      ({ type, data }) => type === 'EntryPosted' && (data as PostedEntry).origin === 'opening',
    )!.data as unknown as PostedEntry;
    const carried = opening.lines.filter((line) => line.account_id === account_id);
    expect(
      carried.map(({ debit, credit, currency, currency_amount }) => [debit, credit, currency, currency_amount]),
    ).to.deep.equal([
      ['30.00', '0.00', undefined, undefined],
      ['0.00', '20.00', 'GBP', '-18.00'],
      ['90.00', '0.00', 'USD', '99.00'],
    ]);
  });
});
