import { expect } from 'chai';
import fc from 'fast-check';
import { companyFile } from '../../../domain/company-file.ts';
import type { CountryCode } from '../../../domain/country-packs/index.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import { ADJUSTMENT_KINDS, assetEvents, DISPOSAL_KINDS } from '../../../domain/fixed-assets/asset-events.ts';
import { computeBookValue, type AssetState } from '../../../domain/fixed-assets/asset-state.ts';
import { createFilePlanning, computePlannedUntil } from '../../../domain/fixed-assets/asset-plan.ts';
import { packFixedAssets, unpackFixedAssets } from '../../../domain/fixed-assets/state.ts';
import type { Json } from '../../../domain/json.ts';
import { add, compare, divide, isZero, multiply, negate, subtract, sum, ZERO } from '../../../domain/money.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { buildCreateRecord } from '../../support/company-file-samples.ts';
import { assetBooks, openYear, planOf, tryOut, type AssetBooks } from './samples.ts';
import { asset, commandOf, CUSTOMER, OWN_ACCOUNT, put, step, undoOf } from './steps.ts';
import { balancesUntil, projected, tableOfYear, type BookedByHand } from './table-of-events.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 50);
const YEARS = ['2026', '2027', '2028'];

describe('Fixed assets, whatever happens to them', () => {
  it('have plans that come to cost less residual value, with what rounding leaves in the last year', () => {
    fc.assert(
      fc.property(asset, fc.constantFrom<CountryCode>('BE', 'FR', 'LU'), (wanted, country) => {
        const books = opened(country);
        const id = put(books, wanted);
        if (id === null) return;
        const { fields } = books.file.fixedAssets.byId.get(id)!;
        const { cost, residual_value, method, duration_months: months } = fields;
        const expected = method === 'none' ? ZERO : subtract(cost, residual_value);
        const amounts = Object.values(planOf(books, id));
        expect(sum(amounts)).to.equal(expected);
        expect(amounts.filter((amount) => amount.startsWith('-'))).to.deep.equal([]);
        if (method !== 'linear' || fields.is_opening_given) return;
        // Every whole year but the last takes the same, to the cent, and the first one by its days.
        const yearly = (parts: number, of: number) =>
          divide(multiply(expected, String(12 * parts)), String(months! * of), 2);
        for (const amount of amounts.slice(1, -1)) expect(amount).to.equal(yearly(1, 1));
        if (amounts.length > 1) expect(amounts[0]).to.equal(yearly(...daysInUse(fields.in_service_on, country)));
      }),
      { numRuns: RUNS },
    );
  });

  it('are worth something between nothing and what was paid, and say what the accounts say, year by year', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(
        fc.array(asset, { minLength: 1, maxLength: 3 }),
        fc.array(step, { minLength: 8, maxLength: 20 }),
        fc.constantFrom<CountryCode>('BE', 'FR', 'LU'),
        (assets, steps, country) => {
          const books = opened(country);
          const byHand: BookedByHand[] = [];
          const ids = assets.flatMap((one) => put(books, one) ?? []);
          if (ids.length === 0) return;
          for (const id of ids) byHand.push(...purchaseOf(books.file.fixedAssets.byId.get(id)!));
          const done: (readonly DomainEvent[])[] = [];
          for (const one of steps) {
            if (one.do === 'close') closeFirstYear(books);
            const command = commandOf(books, one, ids, done);
            if (command === null) continue;
            const before = books.file;
            const outcome = tryOut(books, command);
            if (isRefusal(outcome)) continue;
            done.push(outcome);
            if (one.do === 'undo') canBeUndone(books, outcome, before);
            byHand.push(...bookedWith(outcome, before.fixedAssets.byId, books.file.fixedAssets.byId));
            for (const event of outcome) note(seen, event);
            for (const id of ids) holds(books, books.file.fixedAssets.byId.get(id)!);
          }
          agrees(books, byHand);
          const stored = throughStore(books.file.fixedAssets);
          for (const id of ids)
            expect(JSON.stringify(stored.byId.get(id))).to.equal(JSON.stringify(books.file.fixedAssets.byId.get(id)));
        },
      ),
      { numRuns: RUNS },
    );
    const everything = [
      ...Object.keys(assetEvents).filter((type) => !['FixedAssetCreated', 'FixedAssetsPurged'].includes(type)),
      ...ADJUSTMENT_KINDS,
      ...DISPOSAL_KINDS,
    ];
    expect(everything.filter((kind) => !seen.has(kind))).to.deep.equal([]);
  });
});

/** Undoing an undo gives the assets from before. */
function canBeUndone({ file, events }: AssetBooks, undone: readonly DomainEvent[], before: AssetBooks['file']): void {
  const books = { file, events: [...events] };
  const again = tryOut(books, undoOf(books, undone));
  if (isRefusal(again)) throw new Error(`An undo cannot be undone: ${JSON.stringify(again.facts)}`);
  expect(withoutVersions(books.file)).to.equal(withoutVersions(before));
}

const withoutVersions = ({ fixedAssets }: AssetBooks['file']): string =>
  JSON.stringify([...fixedAssets.byId.values()], (name, value: unknown) =>
    name === 'version' || name === 'since' ? undefined : value,
  );

/** Days of the first year from one on, and those of the year. */
function daysInUse(from: string, country: CountryCode): [number, number] {
  const [year, month, day] = from.split('-').map(Number) as [number, number, number];
  if (country === 'FR') return [(12 - month) * 30 + 31 - Math.min(day, 30), 360];
  const passed = (Date.UTC(year, month - 1, day) - Date.UTC(year, 0, 1)) / 86_400_000;
  const days = year % 4 === 0 ? 366 : 365;
  return [days - passed, days];
}

function note(seen: Set<string>, { type, data }: DomainEvent): void {
  if (!Object.hasOwn(assetEvents, type)) return;
  seen.add(type);
  if (typeof data['kind'] === 'string') seen.add(data['kind']);
}

const files = new Map<CountryCode, AssetBooks>();

/** Three open years, a customer and an account of one's own; made once for each country. */
function opened(country: CountryCode): AssetBooks {
  const known = files.get(country) ?? assetBooks(country, { legal_form_code: country === 'BE' ? '000' : null });
  if (!files.has(country)) {
    openYear(known, 2027);
    openYear(known, 2028);
    tryOut(
      known,
      buildCreateRecord('accounts', 900_002, { number: OWN_ACCOUNT, label: 'Amortissements', type: 'asset' }),
    );
    tryOut(known, buildCreateRecord('third-parties', CUSTOMER, { type: 'customer', name: 'Client', country }));
    files.set(country, known);
  }
  return { file: known.file, events: [...known.events] };
}

function closeFirstYear(books: AssetBooks): void {
  const year = books.file.fiscalYears.find(({ id }) => id === 1)!;
  if (year.closing) return;
  const data = { id: 1, version: year.version + 1, next_fiscal_year_id: books.file.fiscalYears[1]!.id, result: '0.00' };
  const event = { type: 'FiscalYearClosed', data };
  books.file = companyFile.evolve(books.file, event);
  books.events.push(event);
}

/** As its buyer books it, and the opening balance of what was depreciated before. */
function purchaseOf({ fields }: AssetState): readonly BookedByHand[] {
  const { account_id, depreciation_account_id, acquired_on, cost, opening_depreciation, opening_until } = fields;
  const opening = { account_id: depreciation_account_id ?? 0, date: opening_until ?? '' };
  return [
    { account_id, date: acquired_on, amount: cost },
    ...(isZero(opening_depreciation) ? [] : [{ ...opening, amount: negate(opening_depreciation) }]),
  ];
}

const opposite = (booked: BookedByHand): BookedByHand => ({ ...booked, amount: negate(booked.amount) });

type Assets = AssetBooks['file']['fixedAssets']['byId'];

/** What people book besides: a purchase that is put right, an addition that was bought. */
function bookedWith(events: readonly DomainEvent[], before: Assets, after: Assets): readonly BookedByHand[] {
  return events.flatMap(({ type, data }): readonly BookedByHand[] => {
    const id = data['id'] as number;
    const [was, is] = [before.get(id), after.get(id)];
    if (type === 'FixedAssetChanged' && was!.moves === 0)
      return [...purchaseOf(was!).map(opposite), ...purchaseOf(is!)];
    if (type === 'FixedAssetTrashed') return purchaseOf(was!).map(opposite);
    if (type === 'FixedAssetRestored') return purchaseOf(is!);
    if (data['kind'] !== 'addition') return [];
    const bought = {
      account_id: was!.fields.account_id,
      date: data['date'] as string,
      amount: data['amount'] as string,
    };
    return [type === 'FixedAssetAdjusted' ? bought : opposite(bought)];
  });
}

function holds(books: AssetBooks, state: AssetState): void {
  const value = computeBookValue(state);
  const gross = add(state.cost, state.revalued);
  expect(compare(value, ZERO), `book value ${value}`).to.be.at.least(0);
  expect(compare(value, gross), `book value ${value} of ${gross}`).to.be.at.most(0);
  for (const amount of [state.cost, state.revalued, state.depreciated, state.impaired, state.residual_value])
    expect(amount.startsWith('-'), JSON.stringify(state)).to.equal(false);
  if (state.disposed_on !== null || state.fields.method === 'none') return;
  // The rest of its plan leaves the residual value, or nothing that is above it.
  const ahead = subtract(computePlannedUntil(state, '2190-12-31', createFilePlanning(books.file)), state.posted);
  const end = subtract(value, ahead);
  expect(compare(end, ZERO), `at the end ${end}`).to.be.at.least(0);
  expect(compare(end, state.residual_value), `at the end ${end}`).to.be.at.most(0);
}

/** Each year begins with what the one before has ended with, and ends with what the entries have put on the accounts. */
function agrees({ file, events }: AssetBooks, byHand: readonly BookedByHand[]): void {
  const rows = projected(events);
  let ended: readonly string[] | null = null;
  for (const year of YEARS) {
    const span = { from: `${year}-01-01`, to: `${year}-12-31` };
    const balances = balancesUntil(events, byHand, span.to);
    const { table, accounts } = tableOfYear(rows, balances, span, file);
    for (const { account, difference } of accounts) expect(difference, `${account.number} in ${year}`).to.equal(ZERO);
    const { opening_gross, opening_depreciation, closing_gross, closing_depreciation, book_value } = table.totals;
    if (ended) expect([opening_gross, opening_depreciation], year).to.deep.equal(ended);
    ended = [closing_gross, closing_depreciation];
    expect(table.totals.transfers).to.equal(ZERO);
    if (year !== YEARS.at(-1)) continue;
    // Nothing happens behind the last year: the assets themselves say the same.
    const living = [...file.fixedAssets.byId.values()].filter(({ is_trashed }) => !is_trashed);
    expect(book_value).to.equal(sum(living.map(computeBookValue)));
  }
}

const throughStore = (state: AssetBooks['file']['fixedAssets']) =>
  unpackFixedAssets(JSON.parse(JSON.stringify(packFixedAssets(state))) as Json);
