import { expect } from 'chai';
import fc from 'fast-check';
import type { CountryCode } from '../../../domain/country-packs/index.ts';
import { accumulatedAccount, impairmentAccount, revaluationAccount } from '../../../domain/fixed-assets/accounts.ts';
import { ADJUSTMENT_KINDS } from '../../../domain/fixed-assets/asset-events.ts';
import { bookValue, type AssetState } from '../../../domain/fixed-assets/one-asset.ts';
import { planningIn, plannedUntil } from '../../../domain/fixed-assets/planned.ts';
import { add, compare, isZero, negate, subtract, sum, ZERO } from '../../../domain/money.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { companyFile } from '../../../domain/company-file.ts';
import {
  adjustment,
  assetBooks,
  creation,
  depreciation,
  disposal,
  entriesIn,
  openYear,
  planOf,
  tryOut,
  type AssetBooks,
} from './samples.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 40);
const cents = (max: number) => fc.integer({ min: 1, max }).map((value) => (value / 100).toFixed(2));
const day = fc
  .integer({ min: 0, max: 1095 })
  .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10));

const asset = fc.record({
  cost: cents(2_000_000),
  residual: fc.integer({ min: 0, max: 100 }),
  method: fc.constantFrom('linear', 'declining', 'one_off', 'none' as const),
  duration_months: fc.integer({ min: 1, max: 130 }),
  acquired_on: fc
    .integer({ min: -800, max: 700 })
    .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)),
});

const step = fc.oneof(
  fc.record({ do: fc.constant('depreciate' as const), day }),
  fc.record({
    do: fc.constant('adjust' as const),
    day,
    kind: fc.constantFrom(...ADJUSTMENT_KINDS),
    amount: cents(500_000),
    months: fc.integer({ min: 1, max: 200 }),
    which: fc.nat(),
  }),
  fc.record({
    do: fc.constant('dispose' as const),
    day,
    kind: fc.constantFrom('sale', 'scrap', 'theft', 'private' as const),
    proceeds: cents(900_000),
    share: fc.constantFrom('100.00', '50.00', '33.33'),
    which: fc.nat(),
  }),
);

describe('Fixed assets, whatever happens to them', () => {
  it('have plans that come to cost less residual value', () => {
    fc.assert(
      fc.property(asset, fc.constantFrom<CountryCode>('BE', 'FR', 'LU'), (wanted, country) => {
        const books = opened(country);
        const id = put(books, wanted);
        if (id === null) return;
        const { cost, residual_value, method } = books.file.fixedAssets.byId.get(id)!.fields;
        const expected = method === 'none' ? ZERO : subtract(cost, residual_value);
        const amounts = Object.values(planOf(books, id));
        expect(sum(amounts)).to.equal(expected);
        expect(amounts.filter((amount) => amount.startsWith('-'))).to.deep.equal([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('are worth something between nothing and what was paid, and say what the accounts say', () => {
    let done = 0;
    fc.assert(
      fc.property(
        fc.array(asset, { minLength: 1, maxLength: 3 }),
        fc.array(step, { maxLength: 12 }),
        fc.constantFrom<CountryCode>('BE', 'FR', 'LU'),
        (assets, steps, country) => {
          const books = opened(country);
          const ids = assets.flatMap((one) => put(books, one) ?? []);
          if (ids.length === 0) return;
          const beginnings = ids.map((id) => books.file.fixedAssets.byId.get(id)!);
          const [from, start] = [books.events.length, books.file];
          for (const one of steps) {
            const command = commandOf(books, one, ids);
            const outcome = tryOut(books, command);
            if (isRefusal(outcome)) continue;
            done += 1;
            for (const id of ids) holds(books, books.file.fixedAssets.byId.get(id)!);
          }
          agrees(books, beginnings, { from, start });
          expect(JSON.stringify(throughStore(books).fixedAssets.byId.get(ids[0]!))).to.equal(
            JSON.stringify(books.file.fixedAssets.byId.get(ids[0]!)),
          );
        },
      ),
      { numRuns: RUNS },
    );
    expect(done).to.be.greaterThan(RUNS);
  });
});

const files = new Map<CountryCode, AssetBooks>();

/** Three open years; made once for each country. */
function opened(country: CountryCode): AssetBooks {
  const known = files.get(country) ?? assetBooks(country, { legal_form_code: country === 'BE' ? '000' : null });
  if (!files.has(country)) {
    openYear(known, 2027);
    openYear(known, 2028);
    files.set(country, known);
  }
  return { file: known.file, events: [...known.events] };
}

type Wanted = typeof asset extends fc.Arbitrary<infer One> ? One : never;
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function put(books: AssetBooks, { cost, residual, ...wanted }: Wanted): number | null {
  const residual_value = ((Number(cost) * residual) / 100).toFixed(2);
  const command = creation({ category: 'machinery', ...wanted, cost, residual_value });
  const outcome = tryOut(books, command);
  return isRefusal(outcome) ? null : (command as { id: number }).id;
}

function commandOf(books: AssetBooks, one: Step, ids: readonly number[]) {
  if (one.do === 'depreciate') return depreciation(books, one.day);
  const id = ids[one.which % ids.length]!;
  if (one.do === 'dispose') {
    const isFree = one.kind === 'scrap' || one.kind === 'theft';
    return disposal(books, id, {
      kind: one.kind,
      disposed_on: one.day,
      share: one.share,
      proceeds: isFree ? null : one.proceeds,
    });
  }
  const { kind, day: date, amount, months } = one;
  const hasNone = kind === 'life' || kind === 'transfer';
  return adjustment(id, {
    ...{ kind, date, amount: hasNone ? null : amount, duration_months: kind === 'life' ? months : null },
    category: kind === 'transfer' ? 'furniture' : null,
  });
}

function holds(books: AssetBooks, state: AssetState): void {
  const value = bookValue(state);
  const gross = add(state.cost, state.revalued);
  expect(compare(value, ZERO), `book value ${value}`).to.be.at.least(0);
  expect(compare(value, gross), `book value ${value} of ${gross}`).to.be.at.most(0);
  for (const amount of [state.cost, state.revalued, state.depreciated, state.impaired, state.residual_value])
    expect(amount.startsWith('-'), JSON.stringify(state)).to.equal(false);
  if (state.disposed_on !== null || state.fields.method === 'none') return;
  // The rest of its plan leaves the residual value, or nothing that is above it.
  const ahead = subtract(plannedUntil(state, '2190-12-31', planningIn(books.file)), state.posted);
  const end = subtract(value, ahead);
  expect(compare(end, ZERO), `at the end ${end}`).to.be.at.least(0);
  expect(compare(end, state.residual_value), `at the end ${end}`).to.be.at.most(0);
}

interface Beginning {
  readonly from: number;
  readonly start: AssetBooks['file'];
}

/** What entries have put on the accounts of assets is what the assets have gained or lost since the beginning. */
function agrees(books: AssetBooks, beginnings: readonly AssetState[], { from, start }: Beginning): void {
  const { file } = books;
  const posted = new Map<number, string>();
  for (const { lines } of entriesIn(books.events.slice(from)))
    for (const { account_id, debit, credit } of lines)
      posted.set(account_id, add(posted.get(account_id) ?? ZERO, subtract(debit, credit)));
  const told = new Map<number, string>();
  const put_ = (id: number, amount: string): void => void told.set(id, add(told.get(id) ?? ZERO, amount));
  for (const before of beginnings) {
    const after = file.fixedAssets.byId.get(before.id)!;
    for (const [one, sign] of [
      [before, negate],
      [after, (amount: string) => amount],
    ] as const) {
      const { account_id, depreciation_account_id } = one.fields;
      put_(account_id, sign(one.cost));
      put_(revaluationAccount(account_id, file), sign(one.revalued));
      put_(depreciation_account_id ?? accumulatedAccount(account_id, 0, file, []).id, sign(negate(one.depreciated)));
      put_(impairmentAccount(one.fields, 0, file, []).id, sign(negate(one.impaired)));
    }
    // Purchases are booked as such, and not by the asset.
    const additions = books.events.slice(from).flatMap((event) => {
      const data = event.data as { id?: number; kind?: string; amount?: string; accounts?: unknown };
      return event.type === 'FixedAssetAdjusted' && data.id === before.id && data.kind === 'addition'
        ? [data.amount!]
        : [];
    });
    const place = accountAtAdditions(books, before.id, { from, start });
    for (const [index, amount] of additions.entries()) put_(place[index]!, negate(amount));
  }
  for (const [id, amount] of told) if (id > 0) expect(amount, `account ${id}`).to.equal(posted.get(id) ?? ZERO);
  for (const [id, amount] of told) if (id === 0) expect(isZero(amount)).to.equal(true);
}

/** The account that an asset stood on when each addition came. */
function accountAtAdditions(books: AssetBooks, id: number, { from, start }: Beginning): readonly number[] {
  let file = start;
  const found: number[] = [];
  for (const event of books.events.slice(from)) {
    const data = event.data as { id?: number; kind?: string };
    if (event.type === 'FixedAssetAdjusted' && data.id === id && data.kind === 'addition')
      found.push(file.fixedAssets.byId.get(id)!.fields.account_id);
    file = companyFile.evolve(file, event);
  }
  return found;
}

const throughStore = ({ file }: AssetBooks) =>
  companyFile.snapshot.unpack(JSON.parse(JSON.stringify(companyFile.snapshot.pack(file))) as never);
