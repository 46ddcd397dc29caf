import { add, isNegative, isZero, min, negate, subtract, sum, ZERO, type SignedAmount } from '../../money.ts';
import type { AccountMovement, AssetLine } from '../form.ts';

/**
 * Movements of fixed assets during the year, from the ledger. By the last digit, an account of classes 21 to 27 contains
 * write-offs (9), revaluation surpluses (8) or costs; in class 28 the fourth digit says so, and 1 under 280, 282 and 284
 * is the part not yet called.
 *
 * - A cost that leaves one heading and enters another in the same entry is a transfer; other debits are acquisitions,
 *   other credits disposals.
 * - A write-off that is debited in the entry of a disposal is cancelled. The income accounts 7600, 7601 and 761 say what
 *   was written back. The rest of the change was recorded as a charge.
 */

const HEADINGS = ['intangible', 'tangible', 'financial'] as const;
type Heading = (typeof HEADINGS)[number];
type Part = 'cost' | 'surplus' | 'written_off' | 'uncalled';

/** Boxes of a heading. Ends follow from the others. */
interface HeadingBoxes {
  readonly cost: { readonly opening: string; readonly added: string; readonly sold: string; readonly moved: string };
  readonly surplus: {
    readonly opening: string;
    readonly added: string;
    readonly cancelled: string;
    readonly moved: string;
  } | null;
  readonly writtenOff: {
    readonly opening: string;
    readonly recorded: string;
    readonly writtenBack: string;
    readonly cancelled: string;
    readonly moved: string;
  };
  readonly uncalled: { readonly opening: string; readonly change: string } | null;
  /** Accounts of the income from write-backs. */
  readonly income: string;
}

const BOXES: Readonly<Record<Heading, HeadingBoxes>> = {
  intangible: {
    cost: { opening: '8059P', added: '8029', sold: '8039', moved: '8049' },
    surplus: null,
    writtenOff: { opening: '8129P', recorded: '8079', writtenBack: '8089', cancelled: '8109', moved: '8119' },
    uncalled: null,
    income: '7600',
  },
  tangible: {
    cost: { opening: '8199P', added: '8169', sold: '8179', moved: '8189' },
    surplus: { opening: '8259P', added: '8219', cancelled: '8239', moved: '8249' },
    writtenOff: { opening: '8329P', recorded: '8279', writtenBack: '8289', cancelled: '8309', moved: '8319' },
    uncalled: null,
    income: '7601',
  },
  financial: {
    cost: { opening: '8395P', added: '8365', sold: '8375', moved: '8385' },
    surplus: { opening: '8455P', added: '8415', cancelled: '8435', moved: '8445' },
    writtenOff: { opening: '8525P', recorded: '8475', writtenBack: '8485', cancelled: '8505', moved: '8515' },
    uncalled: { opening: '8555P', change: '8545' },
    income: '761',
  },
};

/** End values as the checks of the National Bank define them; a sign for each part. */
export const ENDS: Readonly<Record<string, readonly string[]>> = {
  '8059': ['8059P', '8029', '-8039', '8049'],
  '8129': ['8129P', '8079', '-8089', '8099', '-8109', '8119'],
  '8199': ['8199P', '8169', '-8179', '8189'],
  '8259': ['8259P', '8219', '8229', '-8239', '8249'],
  '8329': ['8329P', '8279', '-8289', '8299', '-8309', '8319'],
  '8395': ['8395P', '8365', '-8375', '8385', '8386'],
  '8455': ['8455P', '8415', '8425', '-8435', '8445'],
  '8525': ['8525P', '8475', '-8485', '8495', '-8505', '8515'],
  '8555': ['8555P', '8545'],
};

/** Null for accounts that no note of fixed assets contains. */
export function findPlace(number: string): { readonly heading: Heading; readonly part: Part } | null {
  const heading = findHeading(number);
  if (heading === null) return null;
  const digit = heading === 'financial' ? number[3] : number.length > 3 ? number.at(-1) : undefined;
  if (digit === '9') return { heading, part: 'written_off' };
  if (heading === 'financial' && digit === '1' && /^28[024]/.test(number)) return { heading, part: 'uncalled' };
  return { heading, part: digit === '8' && heading !== 'intangible' ? 'surplus' : 'cost' };
}

function findHeading(number: string): Heading | null {
  if (number.startsWith('21')) return 'intangible';
  if (number.startsWith('28')) return 'financial';
  return /^2[2-7]/.test(number) ? 'tangible' : null;
}

type Changes = Readonly<Record<Heading, Readonly<Record<Part, SignedAmount>>>>;

/** The amount of every box that the ledger knows, without the ends. */
export function computeAssetMovements(
  movements: readonly AccountMovement[],
  lines: readonly AssetLine[],
): ReadonlyMap<string, SignedAmount> {
  const openings = sumByPlace(movements.map(({ number, opening }) => [number, opening]));
  const totals = sumByPlace(movements.map(({ number, debit, credit }) => [number, subtract(debit, credit)]));
  const entries = [...groupByEntry(lines).values()].map(computeFlows);
  const amounts = new Map<string, SignedAmount>();
  for (const heading of HEADINGS) {
    const boxes = BOXES[heading];
    const sumOf = (name: keyof Flow): SignedAmount => sum(entries.map((entry) => entry[heading][name]));
    const { cost, surplus, writtenOff, uncalled } = boxes;
    amounts.set(cost.opening, openings[heading].cost);
    amounts.set(cost.added, sumOf('added'));
    amounts.set(cost.sold, sumOf('sold'));
    amounts.set(cost.moved, sumOf('moved'));
    if (surplus) {
      amounts.set(surplus.opening, openings[heading].surplus);
      amounts.set(surplus.added, sumOf('revalued'));
      amounts.set(surplus.cancelled, sumOf('devalued'));
      amounts.set(surplus.moved, sumOf('movedSurplus'));
    }
    const writtenBack = computeIncome(movements, boxes.income);
    const [cancelled, moved] = [sumOf('cancelled'), sumOf('movedWrittenOff')];
    amounts.set(writtenOff.opening, negate(openings[heading].written_off));
    amounts.set(writtenOff.writtenBack, writtenBack);
    amounts.set(writtenOff.cancelled, cancelled);
    amounts.set(writtenOff.moved, moved);
    const grown = negate(totals[heading].written_off);
    amounts.set(writtenOff.recorded, subtract(sum([grown, writtenBack, cancelled]), moved));
    if (uncalled) {
      amounts.set(uncalled.opening, negate(openings[heading].uncalled));
      amounts.set(uncalled.change, negate(totals[heading].uncalled));
    }
  }
  return amounts;
}

/** What an entry does to a heading; all amounts are positive, except those that are moved. */
interface Flow {
  readonly added: SignedAmount;
  readonly sold: SignedAmount;
  readonly moved: SignedAmount;
  readonly revalued: SignedAmount;
  readonly devalued: SignedAmount;
  readonly movedSurplus: SignedAmount;
  readonly cancelled: SignedAmount;
  readonly movedWrittenOff: SignedAmount;
}

function computeFlows(lines: readonly AssetLine[]): Readonly<Record<Heading, Flow>> {
  const changes = sumByPlace(lines.map(({ account, debit, credit }) => [account, subtract(debit, credit)]));
  const costs = splitTransfers(changes, 'cost');
  const surpluses = splitTransfers(changes, 'surplus');
  const writeOffs = splitTransfers(changes, 'written_off');
  const toFlow = (heading: Heading): Flow => {
    const [cost, surplus, written] = [costs[heading], surpluses[heading], writeOffs[heading]];
    const sold = getCredit(cost.rest);
    return {
      added: getDebit(cost.rest),
      sold,
      moved: cost.moved,
      revalued: getDebit(surplus.rest),
      devalued: getCredit(surplus.rest),
      movedSurplus: surplus.moved,
      cancelled: isZero(sold) ? ZERO : getDebit(written.rest),
      movedWrittenOff: negate(written.moved),
    };
  };
  return { intangible: toFlow('intangible'), tangible: toFlow('tangible'), financial: toFlow('financial') };
}

/** What leaves one heading and enters another in the same entry, and what is left. */
function splitTransfers(
  changes: Changes,
  part: Part,
): Readonly<Record<Heading, { readonly moved: SignedAmount; readonly rest: SignedAmount }>> {
  const total = (pick: (amount: SignedAmount) => SignedAmount): SignedAmount =>
    sum(HEADINGS.map((heading) => pick(changes[heading][part])));
  const transferred = min(total(getDebit), total(getCredit));
  let [toEnter, toLeave] = [transferred, transferred];
  const split = (heading: Heading): { readonly moved: SignedAmount; readonly rest: SignedAmount } => {
    const change = changes[heading][part];
    const entering = min(getDebit(change), toEnter);
    const leaving = min(getCredit(change), toLeave);
    toEnter = subtract(toEnter, entering);
    toLeave = subtract(toLeave, leaving);
    const moved = subtract(entering, leaving);
    return { moved, rest: subtract(change, moved) };
  };
  return { intangible: split('intangible'), tangible: split('tangible'), financial: split('financial') };
}

const getDebit = (amount: SignedAmount): SignedAmount => (isNegative(amount) ? ZERO : amount);
const getCredit = (amount: SignedAmount): SignedAmount => (isNegative(amount) ? negate(amount) : ZERO);

const computeIncome = (movements: readonly AccountMovement[], prefix: string): SignedAmount =>
  sum(
    movements
      .filter(({ number }) => number.startsWith(prefix))
      .map(({ opening, debit, credit }) => subtract(subtract(credit, debit), opening)),
  );

function sumByPlace(amounts: readonly (readonly [number: string, amount: SignedAmount])[]): Changes {
  const build = (): Record<Part, SignedAmount> => ({ cost: ZERO, surplus: ZERO, written_off: ZERO, uncalled: ZERO });
  const sums = { intangible: build(), tangible: build(), financial: build() };
  for (const [number, amount] of amounts) {
    const place = findPlace(number);
    if (place) sums[place.heading][place.part] = add(sums[place.heading][place.part], amount);
  }
  return sums;
}

function groupByEntry(lines: readonly AssetLine[]): ReadonlyMap<number, readonly AssetLine[]> {
  const entries = new Map<number, AssetLine[]>();
  for (const line of lines) entries.set(line.entry_id, [...(entries.get(line.entry_id) ?? []), line]);
  return entries;
}
