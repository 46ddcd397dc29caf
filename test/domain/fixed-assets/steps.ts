import fc from 'fast-check';
import { evolveUndoFacts, NO_UNDO_FACTS, previewUndo, type CompanyFileCommand } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import { ADJUSTMENT_KINDS, DISPOSAL_KINDS } from '../../../domain/fixed-assets/asset-events.ts';
import type { RequestedAsset } from '../../../domain/fixed-assets/fields.ts';
import { computeBookValue } from '../../../domain/fixed-assets/asset-state.ts';
import type { UndoFacts } from '../../../domain/history/undo.ts';
import type { UndoChanges } from '../../../domain/history/index.ts';
import { isZero, min } from '../../../domain/money.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { runAllSteps } from '../../../domain/steps.ts';
import { findAccountId } from '../../support/company-file-samples.ts';
import { adjustment, creation, depreciation, disposal, newIds, tryOut, type AssetBooks } from './samples.ts';
import { earlierOf } from '../../support/earlier-events.ts';

/** Everything that can happen to fixed assets, in any order. */

export const CUSTOMER = 900_001;
/** Depreciation of whoever wants it apart. */
export const OWN_ACCOUNT = '288888';

const dayAfter = (days: number): string => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10);
/** Often so few that every cent of a share counts. */
const cents = (max: number) =>
  fc
    .oneof(
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) },
      { weight: 3, arbitrary: fc.integer({ min: 1, max }) },
    )
    .map((value) => (value / 100).toFixed(2));
/** Within the three years of the file, often where one of them ends or begins. */
const day = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 1095 }).map(dayAfter) },
  { weight: 1, arbitrary: fc.constantFrom('2026-01-01', '2026-12-31', '2027-01-01', '2027-12-31', '2028-02-29') },
);

export const asset = fc.record({
  cost: cents(2_000_000),
  residual: fc.integer({ min: 0, max: 100 }),
  method: fc.constantFrom('linear', 'linear', 'declining', 'manual', 'one_off', 'none' as const),
  duration_months: fc.integer({ min: 1, max: 130 }),
  category: fc.constantFrom('machinery', 'vehicles', 'software', 'buildings'),
  acquired_on: fc.integer({ min: -800, max: 700 }).map(dayAfter),
  /** Of what is depreciated, in per cent; null: as the plan says. */
  opening: fc.option(fc.integer({ min: 0, max: 100 })),
  isApart: fc.boolean(),
});
export type Wanted = typeof asset extends fc.Arbitrary<infer One> ? One : never;

const REVERSALS = ['impairment_reversal', 'impairment_reversal'] as const;
const which = fc.nat();
export const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('depreciate' as const), day }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      day,
      which,
      kind: fc.constantFrom(...ADJUSTMENT_KINDS, 'addition', ...REVERSALS),
      amount: cents(500_000),
      months: fc.integer({ min: 1, max: 200 }),
      category: fc.constantFrom('furniture', 'other', 'land'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('dispose' as const),
      day,
      which,
      kind: fc.constantFrom(...DISPOSAL_KINDS),
      proceeds: cents(900_000),
      isInvoiced: fc.boolean(),
      share: fc.constantFrom('100.00', '50.00', '33.33', '0.01'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      which,
      field: fc.constantFrom('label', 'cost', 'duration_months', 'category', 'account_id', 'depreciation_account_id'),
      cost: cents(2_000_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bin' as const), which }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('undo' as const), back: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
);
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** As it is asked for. */
export function requestedOf(wanted: Wanted, books: AssetBooks): RequestedAsset {
  const { cost, residual, opening, isApart, method, ...others } = wanted;
  const base = Math.round(Number(cost) * (100 - residual));
  const residual_value = ((Math.round(Number(cost) * 100) - base) / 100).toFixed(2);
  const half = Math.floor(base / 2);
  const inAYear = `${Number(wanted.acquired_on.slice(0, 4)) + 1}-06-30`;
  const item = (ends_on: string, amount: number) => ({
    fiscal_year_code: null,
    ends_on,
    amount: (amount / 100).toFixed(2),
  });
  return {
    ...others,
    method,
    cost,
    residual_value,
    ...(method === 'manual' && { plan: [item(inAYear, half), item('2031-12-31', base - half)] }),
    ...(opening !== null &&
      wanted.acquired_on < '2026-01-01' && { opening_depreciation: ((base * opening) / 10_000).toFixed(2) }),
    ...(isApart && method !== 'none' && { depreciation_account_id: findAccountId(OWN_ACCOUNT, books.file) }),
  };
}

export function put(books: AssetBooks, wanted: Wanted): number | null {
  const command = creation(requestedOf(wanted, books));
  return isRefusal(tryOut(books, command)) ? null : (command as { id: number }).id;
}

/** Null: there is nothing to be done. */
export function commandOf(
  books: AssetBooks,
  one: Step,
  ids: readonly number[],
  done: readonly (readonly DomainEvent[])[],
): CompanyFileCommand | null {
  if (one.do === 'depreciate') return depreciation(books, one.day);
  if (one.do === 'close') return null;
  if (one.do === 'undo') {
    const events = done.at(-1 - one.back);
    return events ? undoOf(books, events) : null;
  }
  const id = ids[one.which % ids.length]!;
  const state = books.file.fixedAssets.byId.get(id);
  // Things happen one after another; what comes too early is refused, and tested elsewhere.
  const notBefore = (date: string): string => [date, state?.last_on ?? date].sort()[1]!;
  switch (one.do) {
    case 'bin':
      return { type: state?.is_trashed ? 'RestoreFixedAsset' : 'TrashFixedAsset', id, baseVersion: null };
    case 'change': {
      const origin = { accountId: newIds(1)[0]!, origin: null, baseVersion: null };
      return { type: 'ChangeFixedAsset', id, changes: changesOf(books, one), ...origin };
    }
    case 'dispose': {
      const { kind, share } = one;
      const disposed_on = notBefore(one.day);
      const proceeds = kind === 'scrap' || kind === 'theft' ? null : one.proceeds;
      const third_party_id = kind === 'sale' && one.isInvoiced ? CUSTOMER : null;
      return disposal(books, id, { kind, disposed_on, share, proceeds, third_party_id });
    }
    case 'adjust': {
      const { months } = one;
      const date = notBefore(one.day);
      const isImpaired = state !== undefined && !isZero(state.impaired);
      // What is not impaired has nothing to be taken back yet.
      const kind = one.kind === 'impairment_reversal' && !isImpaired ? 'impairment' : one.kind;
      const most =
        kind === 'impairment_reversal'
          ? state!.impaired
          : kind === 'impairment' && state
            ? computeBookValue(state)
            : one.amount;
      const amount = kind === 'life' || kind === 'transfer' ? null : min(most, one.amount);
      const category = kind === 'transfer' ? one.category : null;
      return adjustment(id, { kind, date, amount, category, duration_months: kind === 'life' ? months : null });
    }
  }
}

function changesOf(books: AssetBooks, { field, cost }: Extract<Step, { do: 'change' }>): RequestedAsset {
  const file = books.file;
  const country = file.identity.country_pack;
  const other = findAccountId({ BE: '240000', FR: '218400', LU: '2234' }[country], file);
  switch (field) {
    case 'label':
      return { label: `Bien ${cost}` };
    case 'cost':
      return { cost };
    case 'duration_months':
      return { duration_months: 1 + ((Number(cost) % 100) | 0) };
    case 'category':
      return { category: 'furniture' };
    case 'account_id':
      return { account_id: other };
    case 'depreciation_account_id':
      return { depreciation_account_id: findAccountId(OWN_ACCOUNT, file) };
  }
}

/** What is known of all entries, from the events; accounts are those of now. */
const factsOf = ({ events, file }: AssetBooks): UndoFacts =>
  events.reduce((facts, event) => evolveUndoFacts(facts, event, file), NO_UNDO_FACTS);

export function undoOf(books: AssetBooks, events: readonly DomainEvent[]): UndoChanges {
  const command: UndoChanges = {
    type: 'UndoChanges',
    operationId: '5f0c8b1e-6f0a-4d55-9a80-2f6f0d7c1a11',
    events,
    only: null,
    facts: factsOf(books),
    earlier: earlierOf(books.events, events),
    ids: {},
    today: '2028-12-31',
  };
  const { idsTaken } = runAllSteps(previewUndo(command, books.file));
  return { ...command, ids: Object.fromEntries([...idsTaken].map(([kind, count]) => [kind, newIds(count)])) };
}
