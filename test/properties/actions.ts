import { isOpeningJournalMissing } from '../../domain/fiscal-years/journal.ts';
import fc from 'fast-check';
import type { CompanyFileCommand } from '../../domain/company-file.ts';
import { addDays, addMonths, getNextDay } from '../../domain/dates.ts';
import type { DomainEvent } from '../../domain/event.ts';
import {
  ACCRUAL_KINDS,
  countAccrualLetteringIds,
  countAccrualLineIds,
  type AccrualKind,
} from '../../domain/fiscal-years/accruals.ts';
import { countMaxLines } from '../../domain/fiscal-years/closing.ts';
import { listClosingEntryIds, countReversalLines } from '../../domain/fiscal-years/reopening.ts';
import type { EntryFacts, LetteringFacts } from '../../domain/ledger/entry-facts.ts';
import type { EarlierPair } from '../../domain/ledger/reversal.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { proposeMatches } from '../../domain/lettering/automatic.ts';
import { MOST_COMBINED } from '../../domain/lettering/combinations.ts';
import type { WriteOffIds } from '../../domain/lettering/difference.ts';
import { asAmount, balancesOfYear, countsFor, type BookLettering } from './books.ts';
import type { Cast } from './cast.ts';
import { choice, date, one, sometimes } from './choices.ts';
import { execute, type Company } from './company.ts';
import { posting, postingCommand, type RequestedPosting } from './documents.ts';
import { factsOf, letteringFacts, lineToLetter, openLinesOf, paymentTaxFor } from './facts.ts';

/**
 * What people do in a company file, as plain data that shrinks well: what an action means is found out when its turn comes,
 * from what is there by then. Numbers choose among what there is, and go round.
 */
export type Action =
  | { readonly do: 'post'; readonly entry: RequestedPosting }
  | { readonly do: 'post batch'; readonly entries: readonly RequestedPosting[] }
  | { readonly do: 'reverse'; readonly entry: number; readonly date: string | null }
  | { readonly do: 'amend'; readonly entry: number; readonly label: string | null; readonly dueDate: string }
  | { readonly do: 'lock' | 'unlock'; readonly period: number }
  | {
      readonly do: 'open year';
      readonly where: 'before' | 'after';
      readonly months: number;
      readonly byQuarter: boolean;
    }
  | {
      readonly do: 'change year';
      readonly year: number;
      readonly code: string | null;
      readonly starts_on: string | null;
      readonly ends_on: string | null;
    }
  | { readonly do: 'delete year' | 'close' | 'reopen'; readonly year: number }
  | { readonly do: 'bring balances'; readonly year: number; readonly amount: string; readonly party: number }
  | { readonly do: 'accrue'; readonly year: number; readonly kinds: readonly AccrualKind[]; readonly amount: string }
  | { readonly do: 'letter'; readonly line: number; readonly others: number; readonly partial: boolean }
  | { readonly do: 'letter automatically' }
  | { readonly do: 'unletter'; readonly lettering: number }
  | { readonly do: 'allow difference'; readonly amount: string }
  | { readonly do: 'change record'; readonly what: RecordChange; readonly which: number };

const RECORD_CHANGES = [
  'switch account',
  'switch side',
  'trash account',
  'switch journal',
  'switch third party',
  'merge third parties',
  'merge third parties',
  'restore third party',
  'switch lettering',
] as const;
type RecordChange = (typeof RECORD_CHANGES)[number];

const doing = <Name extends Action['do']>(...names: Name[]) => fc.constantFrom(...names);

export const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: doing('post'), entry: posting }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: doing('post batch'), entries: fc.array(posting, { minLength: 1, maxLength: 4 }) }),
  },
  { weight: 5, arbitrary: fc.record({ do: doing('reverse'), entry: choice, date: sometimes(date, 2) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: doing('amend'),
      entry: choice,
      label: sometimes(fc.constantFrom('a', 'b'), 2),
      dueDate: date,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: doing('lock', 'unlock'), period: choice }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: doing('open year'),
      where: fc.constantFrom('after', 'before'),
      months: fc.constantFrom(12, 1, 24, 25),
      byQuarter: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: doing('change year'),
      year: choice,
      code: sometimes(fc.constantFrom('24/25', 'premier', '2024'), 2),
      starts_on: sometimes(date, 6),
      ends_on: sometimes(date, 3),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: doing('close', 'close', 'reopen', 'reopen', 'delete year'), year: choice }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: doing('bring balances'),
      year: choice,
      amount: fc.constantFrom('10.00', '0.00', '33.33'),
      party: choice,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: doing('accrue'),
      year: choice,
      kinds: fc.array(fc.constantFrom(...ACCRUAL_KINDS), { minLength: 1, maxLength: 3 }),
      amount: fc.constantFrom('10.00', '0.01', '0.00'),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({ do: doing('letter'), line: choice, others: fc.nat({ max: 63 }), partial: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: doing('letter automatically') }) },
  { weight: 2, arbitrary: fc.record({ do: doing('unletter'), lettering: choice }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: doing('allow difference'), amount: fc.constantFrom('15.00', '0.00', '99999.00') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: doing('change record'), what: fc.constantFrom(...RECORD_CHANGES), which: choice }),
  },
);

/** Gives what was recorded, which is nothing where it was refused or there was nothing to do. */
export function perform(company: Company, cast: Cast, requested: Action): readonly DomainEvent[] {
  const command = commandFor(company, cast, requested);
  const decision = command === null ? [] : execute(company, command);
  return isRefusal(decision) ? [] : decision;
}

/** Null where there is nothing yet that it could be done to. */
export function commandFor(company: Company, cast: Cast, requested: Action): CompanyFileCommand | null {
  const { books } = company;
  switch (requested.do) {
    case 'post':
      return postingCommand(company, cast, requested.entry);
    case 'post batch':
      return { type: 'PostBatch', entries: requested.entries.map((entry) => postingCommand(company, cast, entry)) };
    case 'reverse': {
      const reversed = one([...books.entries.keys()], requested.entry);
      return reversed === undefined ? null : reversal(company, reversed, requested.date);
    }
    case 'amend': {
      const amended = one([...books.entries.keys()], requested.entry);
      if (amended === undefined) return null;
      const changes = { label: requested.label, due_date: requested.dueDate };
      return { type: 'AmendEntry', facts: factsOf(company, amended), changes, baseVersion: null };
    }
    case 'lock':
    case 'unlock':
      return movedLock(company, requested.do === 'unlock', requested.period);
    case 'open year':
      return anotherYear(company, requested);
    case 'change year': {
      const { code, starts_on, ends_on } = requested;
      const changes = { ...(code && { code }), ...(starts_on && { starts_on }), ...(ends_on && { ends_on }) };
      const id = one([...books.years.keys()], requested.year)!;
      return { type: 'UpdateFiscalYear', id, periodIds: company.newIds(30), changes, baseVersion: null };
    }
    case 'delete year':
      return { type: 'DeleteFiscalYear', id: one([...books.years.keys()], requested.year)!, baseVersion: null };
    case 'close':
      return closing(company, one([...books.years.keys()].reverse(), requested.year)!);
    case 'reopen': {
      const closed = company.file.fiscalYears.filter(({ closing: isClosed }) => isClosed);
      return reopening(company, one(closed.length > 0 ? closed : company.file.fiscalYears, requested.year)!.id);
    }
    case 'bring balances':
      return openingBalance(company, cast, requested);
    case 'accrue':
      return accruals(company, cast, requested);
    case 'letter':
      return letteringByHand(company, cast, requested);
    case 'letter automatically':
      return automaticLettering(company);
    case 'unletter': {
      const lettering = one(
        [...books.letterings.values()].filter(({ isUndone }) => !isUndone),
        requested.lettering,
      );
      return lettering ? unlettering(company, lettering) : null;
    }
    case 'allow difference':
      return {
        type: 'ChangeCompanySettings',
        changes: { 'auto_entries.reconciliation_difference.max_amount': requested.amount },
        baseVersion: null,
      };
    case 'change record':
      return changedRecord(company, cast, requested.what, requested.which);
  }
}

export function reversal(company: Company, entryId: number, entry_date: string | null): CompanyFileCommand {
  const facts = factsOf(company, entryId);
  const earlier = earlierPair(company, facts);
  return {
    type: 'ReverseEntry',
    facts,
    ...(earlier && { earlier }),
    entryId: company.newId(),
    lineIds: company.newIds(facts.lines.length),
    letteringIds: company.newIds(2 * facts.lines.length),
    entry_date,
    label: null,
    today: company.today,
    baseVersion: null,
    ...paymentTaxFor(company, letteredWith(facts.letterings), 1),
  };
}

const letteredWith = (letterings: readonly LetteringFacts[]): number[] =>
  letterings.flatMap(({ lines }) => lines.map(({ entry_id }) => entry_id));

function earlierPair(company: Company, { reversed_entry_id }: EntryFacts): EarlierPair | null {
  const reversal = reversed_entry_id === null ? null : factsOf(company, reversed_entry_id);
  const first = reversal?.reversed_entry_id ?? null;
  return first === null ? null : { entry: factsOf(company, first), reversal: reversal! };
}

function movedLock({ books }: Company, isLocked: boolean, which: number): CompanyFileCommand | null {
  const periods = [...books.years.values()]
    .flatMap(({ id, periods: ofYear }) => ofYear.map((period) => ({ year: id, period })))
    .filter(({ period }) => period.isLocked === isLocked);
  if (periods.length === 0) return null;
  const { year, period } = periods[(which * 5) % periods.length]!;
  return { type: isLocked ? 'UnlockPeriod' : 'LockPeriod', id: year, periodId: period.id, baseVersion: null };
}

function anotherYear(
  company: Company,
  { where, months, byQuarter }: Extract<Action, { do: 'open year' }>,
): CompanyFileCommand {
  const years = [...company.books.years.values()].sort((a, b) => (a.starts_on < b.starts_on ? -1 : 1));
  const starts_on = where === 'after' ? getNextDay(years.at(-1)!.ends_on) : addMonths(years[0]!.starts_on, -months);
  const ends_on = addDays(where === 'after' ? addMonths(starts_on, months) : years[0]!.starts_on, -1);
  return {
    type: 'OpenFiscalYear',
    id: company.newId(),
    periodIds: company.newIds(30),
    requested: { code: null, starts_on, ends_on, period_length: byQuarter ? 'quarter' : 'month' },
  };
}

export function closing(company: Company, yearId: number): CompanyFileCommand {
  const balances = [...balancesOfYear(company.books, yearId)]
    .filter(([, balance]) => balance !== 0n)
    .map(([account_id, balance]) => ({ account_id, balance: asAmount(balance) }));
  return {
    type: 'CloseFiscalYear',
    id: yearId,
    baseVersion: null,
    journalId: null,
    facts: { balances, found: {}, today: company.today },
    ids: {
      entries: company.newIds(3),
      lines: company.newIds(countMaxLines(balances.length)),
      fiscalYear: company.newId(),
      periods: company.newIds(30),
      ...(isOpeningJournalMissing(company.file) && { journal: company.newId() }),
    },
  };
}

export function reopening(company: Company, yearId: number): CompanyFileCommand {
  const year = company.file.fiscalYears.find(({ id }) => id === yearId);
  const entries = (year?.closing ? listClosingEntryIds(year.closing) : []).map((id) => {
    const facts = factsOf(company, id);
    const [lineIds, letteringIds] = [company.newIds(countReversalLines(facts)), company.newIds(facts.lines.length)];
    return { facts, entryId: company.newId(), lineIds, letteringIds };
  });
  return { type: 'ReopenFiscalYear', id: yearId, baseVersion: null, entries };
}

function openingBalance(
  company: Company,
  cast: Cast,
  { year, amount, party }: Extract<Action, { do: 'bring balances' }>,
): CompanyFileCommand {
  const line = (account_id: number, debit: string, credit: string, third_party_id: number | null) => ({
    at: 'lines.0',
    account: null,
    account_id,
    debit,
    credit,
    label: null,
    third_party_id,
    third_party: null,
    due_date: '2024-01-31',
    reference: 'F-7',
  });
  return {
    type: 'PostOpeningBalance',
    id: one([...company.books.years.keys()].reverse(), year)!,
    baseVersion: null,
    journal_id: null,
    label: null,
    lines: [
      line(cast.customers, amount, '0.00', one(cast.customerIds, party)!),
      line(cast.others[1]!, '0.00', amount, null),
    ],
    entryId: company.newId(),
    lineIds: company.newIds(2),
  };
}

function accruals(
  company: Company,
  { expenses, income }: Cast,
  { year, kinds, amount }: Extract<Action, { do: 'accrue' }>,
): CompanyFileCommand {
  return {
    type: 'PostAccruals',
    id: one([...company.books.years.keys()], year)!,
    baseVersion: null,
    journal_id: null,
    label: null,
    // Of different amounts, so that they do not come to nothing together.
    items: kinds.map((kind, index) => ({
      kind,
      account: null,
      account_id: kind.endsWith('to_receive') ? expenses[0]! : income[0]!,
      amount: index === 0 ? amount : `${index}.07`,
      vat_amount: '0.00',
      counterpart_account: null,
      label: null,
      third_party_id: null,
    })),
    ids: {
      entries: [company.newId(), company.newId()],
      lines: company.newIds(countAccrualLineIds(kinds.length)),
      letterings: company.newIds(countAccrualLetteringIds(kinds.length)),
    },
  };
}

/** Lines of the control accounts: the newest that is open, or settled already, and some more of its account and third party. */
function letteringByHand(
  company: Company,
  { customers, suppliers }: Cast,
  { line, others, partial }: Extract<Action, { do: 'letter' }>,
): CompanyFileCommand | null {
  const { books } = company;
  const lines = [...books.lines.values()].filter(({ accountId }) => [customers, suppliers].includes(accountId));
  const open = lines.filter(({ amount, settled }) => amount !== settled);
  const first = one(open.length > 1 ? open : lines, line);
  if (!first) return null;
  const party = countsFor(books, first.thirdPartyId);
  const mates = open.filter(
    (mate) => mate !== first && mate.accountId === first.accountId && countsFor(books, mate.thirdPartyId) === party,
  );
  const opposite = mates.find(({ amount, settled }) => amount - settled === first.settled - first.amount);
  // Odd numbers take the one line that settles it, if there is one; even ones take any.
  const chosen = others % 2 === 1 && opposite ? [opposite] : mates.filter((_, index) => (others >> (index % 6)) & 1);
  const picked = [first, ...chosen];
  if (picked.length === 1) return null;
  return {
    type: 'LetterLines',
    line_ids: picked.map(({ id }) => id),
    lines: picked
      .map((one) => lineToLetter(company, one))
      .sort((a, b) => a.entry_id - b.entry_id || a.line_number - b.line_number),
    partial,
    entry_date: null,
    journal_id: null,
    label: null,
    letteringId: company.newId(),
    writeOffIds: writeOffIds(company),
    ...paymentTaxFor(
      company,
      picked.map(({ entryId }) => entryId),
      1,
    ),
  };
}

const writeOffIds = (company: Company): WriteOffIds => ({
  entryId: company.newId(),
  lineIds: [company.newId(), company.newId()],
});

function automaticLettering(company: Company): CompanyFileCommand {
  const { matches } = proposeMatches(openLinesOf(company), MOST_COMBINED, company.file);
  return {
    type: 'LetterAutomatically',
    matches,
    letteringIds: company.newIds(matches.length),
    writeOffIds: matches.map(() => writeOffIds(company)),
    ...paymentTaxFor(
      company,
      matches.flatMap(({ lines }) => lines.map(({ entry_id }) => entry_id)),
      matches.length,
    ),
  };
}

export function unlettering(company: Company, lettering: BookLettering): CompanyFileCommand {
  const { difference_entry_id: difference } = lettering;
  const reversed = difference === undefined ? null : reversal(company, difference, null);
  return {
    type: 'UnletterLines',
    facts: letteringFacts(lettering),
    baseVersion: null,
    reversal: reversed?.type === 'ReverseEntry' ? reversed : null,
    ...paymentTaxFor(company, letteredWith([letteringFacts(lettering)]), 1),
  };
}

function changedRecord(company: Company, cast: Cast, what: RecordChange, which: number): CompanyFileCommand {
  const { records } = company.file;
  const switched = (resource: string, id: number, field: string): CompanyFileCommand => {
    const before = records[resource]!.byId.get(id)!.data[field] === true;
    return { type: 'UpdateRecord', resource, id, changes: { [field]: !before }, baseVersion: null };
  };
  const used = [...cast.expenses, ...cast.income, ...cast.others, cast.customers, cast.suppliers];
  const parties = [...cast.customerIds, ...cast.supplierIds];
  switch (what) {
    case 'switch account':
      return switched('accounts', one(used, which)!, 'is_active');
    case 'switch side': {
      const id = one([...cast.expenses, ...cast.others], which)!;
      const type = records['accounts']!.byId.get(id)!.data['type'] === 'expense' ? 'asset' : 'expense';
      return { type: 'UpdateRecord', resource: 'accounts', id, changes: { type }, baseVersion: null };
    }
    case 'switch lettering':
      return switched('accounts', one(used, which)!, 'is_letterable');
    case 'trash account':
      return { type: 'TrashRecord', resource: 'accounts', id: one(used, which)!, baseVersion: null };
    case 'switch journal':
      return switched('journals', one(Object.values(cast.journals), which)!, 'is_active');
    case 'switch third party':
      return switched('third-parties', one(parties, which)!, 'is_active');
    case 'merge third parties':
      return { type: 'MergeThirdParty', id: one(parties, which)!, into: one(parties, which + 1)!, baseVersion: null };
    case 'restore third party':
      return { type: 'RestoreRecord', resource: 'third-parties', id: one(parties, which)! };
  }
}
