import { NO_UNDO_FACTS, previewUndo, undoRules } from '../../domain/company-file.ts';
import { buildSettingsTree } from '../../domain/companies/settings.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { KnownLettering } from '../../domain/lettering/undo-facts.ts';
import { getUndoRule, type UndoChanges } from '../../domain/history/index.ts';
import type { UndoFacts, UndoNeeds } from '../../domain/history/undo.ts';
import { toCanonicalJson, type Json, type JsonRecord } from '../../domain/json.ts';
import type { EntryFacts } from '../../domain/ledger/entry-facts.ts';
import { runAllSteps } from '../../domain/steps.ts';
import { withoutNulls } from '../../domain/records/packing.ts';
import { asAmount, balancesOf, balancesOfYear, openAmountsOf, type BookLettering } from './books.ts';
import type { Company } from './company.ts';
import { factsOf } from './facts.ts';
import { earlierOf } from '../support/earlier-events.ts';

/** Taking back what was done, with what commands gather put together from the books. */

export function undoing(company: Company, events: readonly DomainEvent[]): UndoChanges {
  const operationId = '5f0c8b1e-6f0a-4d55-9a80-2f6f0d7c1a11';
  const facts = undoFactsOf(company, events);
  const command: UndoChanges = {
    type: 'UndoChanges',
    operationId,
    events,
    only: null,
    facts,
    earlier: earlierOf([...company.opening, ...company.events], events),
    ids: {},
    today: company.today,
  };
  const { idsTaken } = runAllSteps(previewUndo(command, company.file));
  return { ...command, ids: Object.fromEntries([...idsTaken].map(([kind, count]) => [kind, company.newIds(count)])) };
}

function undoFactsOf(company: Company, events: readonly DomainEvent[]): UndoFacts {
  const { books } = company;
  const all = [...company.opening, ...company.events];
  const needs = events.flatMap((event): UndoNeeds[] => {
    const rule = getUndoRule(undoRules, event);
    return 'never' in rule || !rule.listNeeds ? [] : [rule.listNeeds(event.data as never, earlierOf(all, events))];
  });
  const letterings = new Map(
    needs.flatMap(({ letterings: ids = [] }) =>
      ids.map((id) => [id, knownLettering(books.letterings.get(id)!)] as const),
    ),
  );
  const entries = new Map<number, EntryFacts>();
  const read = (id: number | null | undefined): void => {
    if (id === null || id === undefined || entries.has(id)) return;
    const entry = factsOf(company, id);
    entries.set(id, entry);
    read(entry.reversed_entry_id);
    read(entry.reversed_by_entry_id);
  };
  needs.forEach(({ entries: ids = [] }) => ids.forEach(read));
  letterings.forEach(({ difference_entry_id }) => read(difference_entry_id));
  for (const { letterings: inForce } of [...entries.values()])
    for (const { id } of inForce) {
      letterings.set(id, knownLettering(books.letterings.get(id)!));
      read(letterings.get(id)!.difference_entry_id);
    }
  const years = needs.flatMap(({ fiscalYears = [] }) => fiscalYears.map((id) => yearOf(company, id)));
  return {
    ...NO_UNDO_FACTS,
    entries,
    letterings,
    fiscalYears: new Map(years.map((year) => [year.id, year])),
    yearBalances: new Map(
      needs.flatMap(({ yearBalances = [] }) => yearBalances.map((id) => [id, yearTotals(company, id)])),
    ),
  };
}

const yearTotals = ({ books }: Company, id: number): ReadonlyMap<number, string> =>
  new Map([...balancesOfYear(books, id)].map(([account, amount]) => [account, asAmount(amount)]));

/** Also one that was taken away: the events say what it was. */
function yearOf({ opening, events }: Company, id: number) {
  const year = { id, code: '', starts_on: '', ends_on: '' };
  for (const { type, data } of [...opening, ...events]) {
    if (data['id'] !== id) continue;
    if (type === 'FiscalYearOpened') Object.assign(year, data);
    if (type === 'FiscalYearUpdated') Object.assign(year, data['changes']);
  }
  return year;
}

function knownLettering({ isUndone, moved_tax, ...lettering }: BookLettering): KnownLettering {
  return { ...lettering, has_moved_tax: moved_tax !== undefined, is_undone: isUndone };
}

/**
 * Lines that came onto an account while it was not matched: nothing settles a reversal there with what it reverses, and once the
 * account is matched again both stand open. That is so of whoever switches it, whether by an undo or by hand.
 */
function postedUnmatched({ events, beginning }: Company): ReadonlySet<number> {
  const accounts = beginning.records['accounts']!.byId;
  const switched = new Map<number, boolean>();
  const lines = new Set<number>();
  for (const { type, data } of events) {
    const isOn = type === 'RecordUpdated' ? (data['changes'] as JsonRecord)['is_letterable'] : undefined;
    if (data['resource'] === 'accounts' && typeof isOn === 'boolean') switched.set(data['id'] as number, isOn);
    if (type !== 'EntryPosted') continue;
    for (const { id, account_id: account } of data['lines'] as readonly { id: number; account_id: number }[])
      if (!(switched.get(account) ?? accounts.get(account)?.data['is_letterable'] === true)) lines.add(id);
  }
  return lines;
}

/**
 * What counts as the same: balances, open items, living records, settings, years and their locks. Numbers go on, and an entry
 * that is posted again has other ids.
 */
export function stateOf(company: Company): string {
  const { books, file } = company;
  const isLetterable = (id: number) => file.records['accounts']!.byId.get(id)!.data['is_letterable'] === true;
  const unmatched = postedUnmatched(company);
  return toCanonicalJson({
    balances: balancesOf(books),
    open: openAmountsOf(books, (account, line) => isLetterable(account) && !unmatched.has(line)),
    records: changedRecords(company),
    settings: buildSettingsTree(file.identity.settings),
  });
}

/** Those that are not what they were in the beginning: of a chart of a thousand accounts, few ever change. */
function changedRecords({ beginning, file }: Company): Json {
  return Object.entries(file.records).flatMap(([name, { byId }]) =>
    [...byId.entries()]
      .filter(([id, record]) => record !== beginning.records[name]!.byId.get(id))
      // The journal of the balances carried forward is made by the first closing and stays once it has entries.
      .filter(([id]) => name !== 'journals' || beginning.records[name]!.byId.get(id) !== undefined)
      .map(([id, { data, isTrashed }]): Json => [name, id, isTrashed ? null : withoutNulls(data)])
      .filter((shown) => {
        const [, id] = shown as readonly [string, number];
        const before = beginning.records[name]!.byId.get(id);
        const was: Json = !before || before.isTrashed ? null : withoutNulls(before.data);
        return toCanonicalJson([name, id, was]) !== toCanonicalJson(shown);
      })
      .map((shown) => toCanonicalJson(shown))
      .sort(),
  );
}

/** Years by their dates, with what is locked; one that a closing has opened stays when the closing is taken back. */
export const yearsOf = ({ file }: Company): readonly string[] =>
  file.fiscalYears.map(({ code, starts_on, ends_on, periods, closing }) =>
    toCanonicalJson({
      code,
      starts_on,
      ends_on,
      closed: closing !== undefined,
      locks: periods.map(({ isLocked }) => isLocked),
    }),
  );
