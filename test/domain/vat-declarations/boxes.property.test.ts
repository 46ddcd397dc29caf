import { expect } from 'chai';
import fc from 'fast-check';
import { findCountryPack } from '../../../domain/country-packs/index.ts';
import type { BoxEffects, CountryCode, PackVatCode } from '../../../domain/country-packs/pack.ts';
import { add, ZERO } from '../../../domain/money.ts';
import { listFamilyAmounts } from '../../../domain/vat-codes/box-families.ts';
import { computeReturn, listFilledBoxes } from '../../../domain/vat-declarations/computation.ts';
import { NO_REQUESTS } from '../../../domain/vat-declarations/declarations.ts';
import { getReturnForm } from '../../../domain/vat-declarations/form.ts';
import { branchOf, fieldOfYear } from '../../properties/boxes-by-nature.ts';
import { documentIn, fileOf, INCOME, postedBy } from '../ledger/documents.ts';

/**
 * The boxes of any documents, computed a second time: line by line in whole cents, with the rules of each form written out as a
 * person would read them from it. Slow, obvious, and with nothing of the service but the codes of the country.
 */

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 60);

interface Line {
  readonly code: PackVatCode;
  readonly isCredit: boolean;
  readonly cents: number;
}

const toCents = (text: string): bigint => BigInt(text.replace('.', ''));
const shown = (cents: bigint): string => {
  const size = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`;
};

/** Of something positive: a half goes up. */
const share = (cents: bigint, percentage: string): bigint => (cents * toCents(percentage) + 5_000n) / 10_000n;

const UNTAXED = ['exempt', 'outside_scope', 'export'];
const REVERSED = ['reverse_charge', 'intracom', 'import'];

/** What one document of one line puts into the boxes. */
function boxesOf({ code, isCredit, cents }: Line): Map<string, bigint> {
  const base = BigInt(cents);
  const isSale = code.direction === 'sale';
  const isTaxed = isSale ? code.kind === 'standard' || code.dueAccount !== null : !UNTAXED.includes(code.kind);
  const tax = isTaxed ? share(base, code.rate) : 0n;
  const owesItself = !isSale && code.dueAccount !== null && REVERSED.includes(code.kind);
  const deductible = isSale || code.kind === 'non_deductible' ? 0n : share(tax, code.deductibleRate);
  const amounts: Record<keyof BoxEffects, bigint> = {
    base,
    due: isSale || owesItself ? tax : 0n,
    deductible,
    nonDeductible: isSale ? 0n : tax - deductible,
  };
  const effects = isCredit ? code.boxes.creditNote : code.boxes.invoice;
  const boxes = new Map<string, bigint>();
  for (const part of ['base', 'due', 'deductible', 'nonDeductible'] as const)
    for (const { box, sign } of effects[part]) boxes.set(box, (boxes.get(box) ?? 0n) + BigInt(sign) * amounts[part]);
  return boxes;
}

type Boxes = Map<string, bigint>;
const of = (boxes: Boxes, ...names: readonly string[]): bigint =>
  names.reduce((sum, name) => sum + (boxes.get(name) ?? 0n), 0n);
const positive = (cents: bigint): bigint => (cents > 0n ? cents : 0n);

/** Amounts of purchases by kind: their credit notes take off nothing of another kind. */
type Kinds = Map<string, Boxes>;

/** Form 625: purchases net of credit notes may be below zero, and then wait for the next return, save those of the Union. */
function belgian(boxes: Boxes, kinds: Kinds): void {
  for (const own of kinds.values())
    for (const [box, cents] of own) if (cents < 0n) boxes.set(box, of(boxes, box) - cents);
  for (const box of ['81', '82', '83', '86', '87', '88']) if (of(boxes, box) < 0n) boxes.delete(box);
  const owed = of(boxes, '54', '55', '56', '57', '61', '63');
  const deducted = of(boxes, '59', '62', '64');
  boxes.set('XX', owed).set('YY', deducted);
  boxes.set('71', positive(owed - deducted)).set('72', positive(deducted - owed));
}

const TAX_LINES = '08 09 9B 10 11 T1 T2 TC T3 T4 T5 T6 T7 13 P1 P2 I1 I2 I3 I4 I5 I6'.split(' ');

/** CA3: whole euros, and nothing below zero, of sales and of each kind of purchases. */
function french(boxes: Boxes, kinds: Kinds): void {
  const rest: Boxes = new Map(boxes);
  for (const own of kinds.values()) for (const [box, cents] of own) rest.set(box, of(rest, box) - cents);
  const shared = new Set([...kinds.values()].flatMap((own) => [...own.keys()]));
  for (const [kind, own] of [...kinds, ['', rest] as const])
    for (const [box, cents] of own) {
      if (cents >= 0n || !shared.has(box)) continue;
      boxes.set(box, of(boxes, box) - cents);
      if (TAX_LINES.includes(box)) {
        boxes.set('21', of(boxes, '21') - cents);
        if (kind === 'B2') boxes.set('17', of(boxes, '17') - cents);
      }
      if (!['19', '20'].includes(box)) continue;
      boxes.set('15', of(boxes, '15') - cents);
      if (kind === 'A4') boxes.set('24', of(boxes, '24') - cents);
    }
  for (const [box, cents] of boxes) {
    const size = cents < 0n ? -cents : cents;
    const euros = ((size + 50n) / 100n) * 100n;
    boxes.set(box, cents < 0n ? -euros : euros);
  }
  const move = (box: string, to: string | null): void => {
    const cents = of(boxes, box);
    if (cents >= 0n) return;
    boxes.delete(box);
    if (to) boxes.set(to, of(boxes, to) - cents);
  };
  for (const box of ['A1', 'A2', 'A3', 'A4', 'A5', 'B1', 'B2', 'B3', 'B4']) move(box, 'F8');
  for (const box of ['E1', 'E2', 'E3', 'E4', 'E5', 'E6', 'F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F9'])
    move(box, 'B5');
  for (const box of TAX_LINES) {
    move(box, '21');
    move(`${box}-HT`, null);
  }
  for (const box of ['19', '20']) move(box, '15');
  for (const box of ['17', '18', '24', '2E']) move(box, null);
  boxes.set('16', of(boxes, ...TAX_LINES, '15', '5B')).set('23', of(boxes, '19', '20', '21', '22', '2C'));
  const owed = of(boxes, '16') - of(boxes, '23');
  for (const box of ['25', '27']) boxes.set(box, positive(-owed));
  for (const box of ['TD', '28', '32']) boxes.set(box, positive(owed));
}

/** TVA_DECA: as TVA_DECM, by branch and by what the tax was paid on. */
function ofYear(boxes: Boxes): void {
  luxembourgish(boxes);
  boxes.delete('454');
  for (const [box, renamed] of [
    ['457', '013'],
    ['455', '008'],
    ['456', '010'],
  ] as const) {
    boxes.set(renamed, of(boxes, box));
    boxes.delete(box);
  }
  boxes.set('007', of(boxes, '472') - of(boxes, '001', '002', '003', '004', '005'));
  boxes.set('080', of(boxes, '077', '078', '079', '404'));
  boxes.set('084', of(boxes, '081', '082', '083', '405'));
  boxes.set('085', of(boxes, '458') - of(boxes, '077', '081'));
  boxes.set('086', of(boxes, '459') - of(boxes, '078', '082'));
  boxes.set('087', of(boxes, '460') - of(boxes, '079', '083'));
  boxes.set('406', of(boxes, '461') - of(boxes, '404', '405'));
  boxes.set('088', of(boxes, '085', '086', '087', '406'));
}

/** TVA_DECM: what is below zero is filed so. */
function luxembourgish(boxes: Boxes): void {
  boxes.set('454', of(boxes, '471', '472'));
  boxes.set('012', of(boxes, '454', '455', '456'));
  boxes.set(
    '021',
    of(boxes, '457', '014', '015', '016', '017', '481', '482', '226', '018', '423', '424', '019', '419'),
  );
  boxes.set('022', of(boxes, '012') - of(boxes, '021'));
  boxes.set('037', of(boxes, '701', '703', '705', '031', '033', '416', '451'));
  boxes.set('046', of(boxes, '702', '704', '706', '040', '042', '417', '452'));
  boxes.set('051', of(boxes, '711', '713', '715', '049', '194', '719'));
  boxes.set('056', of(boxes, '712', '714', '716', '054'));
  boxes.set('065', of(boxes, '721', '723', '725', '059', '195', '729', '731', '733', '735', '063', '196'));
  boxes.set('407', of(boxes, '722', '724', '726', '068', '732', '734', '736', '073'));
  boxes.set('436', of(boxes, '741', '743', '745', '431'));
  boxes.set('462', of(boxes, '742', '744', '746', '432'));
  boxes.set('463', of(boxes, '751', '753', '755', '441', '445'));
  boxes.set('464', of(boxes, '752', '754', '756', '442'));
  boxes.set('765', of(boxes, '761'));
  boxes.set('766', of(boxes, '762'));
  boxes.set('767', of(boxes, '763', '769'));
  boxes.set('768', of(boxes, '764', '770'));
  boxes.set('409', of(boxes, '436', '435', '463', '765'));
  boxes.set('410', of(boxes, '462', '464', '766'));
  boxes.set('076', of(boxes, '046', '056', '407', '410', '768', '227'));
  boxes.set('093', of(boxes, '458', '459', '460', '090', '461', '092', '228'));
  boxes.set('097', of(boxes, '094', '095', '096'));
  boxes.set('102', of(boxes, '093') - of(boxes, '097'));
  boxes.set('103', of(boxes, '076')).set('104', of(boxes, '102'));
  boxes.set('105', of(boxes, '103') - of(boxes, '104'));
}

const FORMS = { BE: belgian, FR: french, LU: luxembourgish } as const;

/** The kind of a purchase, and which of its boxes it shares with others. */
function kindOf({ code }: Line): readonly [kind: string, isShared: (box: string) => boolean] | null {
  if (code.direction === 'sale') return null;
  const bases = code.boxes.invoice.base.map(({ box }) => box);
  if (bases.includes('86') || bases.includes('88')) return [bases.join(), (box) => bases.includes(box)];
  const base = bases.find((box) => /^(A[2-4]|B[2-4])$/.test(box));
  if (base === undefined) return null;
  const lines = TAX_LINES.flatMap((box) => [box, `${box}-HT`]);
  return [base, (box) => lines.includes(box) || (base === 'A4' && (box === '19' || box === '20'))];
}

function expected(country: CountryCode, lines: readonly Line[], isYear: boolean): Record<string, string> {
  const boxes: Boxes = new Map();
  const put = (box: string, cents: bigint) => boxes.set(box, (boxes.get(box) ?? 0n) + cents);
  const kinds: Kinds = new Map();
  for (const line of lines)
    for (const [box, cents] of boxesOf(line)) {
      put(box, cents);
      const [kind, isShared] = kindOf(line) ?? [];
      if (kind !== undefined && isShared!(box)) {
        if (!kinds.has(kind)) kinds.set(kind, new Map());
        kinds.get(kind)!.set(box, of(kinds.get(kind)!, box) + cents);
      }
      const also = !isYear ? null : box === '472' ? branchOf(INCOME.LU, line.code) : fieldOfYear(box, line.code);
      if (also !== null) put(also, cents);
    }
  (isYear ? ofYear : FORMS[country])(boxes, kinds);
  return Object.fromEntries([...boxes].filter(([, cents]) => cents !== 0n).map(([box, cents]) => [box, shown(cents)]));
}

/** As the service does it: documents decided, their effects summed, the form computed. */
function declared(country: CountryCode, lines: readonly Line[], isYear: boolean): Record<string, string> {
  const { file } = fileOf(country, 'monthly');
  const books = new Map<string, string>();
  for (const { code, isCredit, cents } of lines) {
    const kind = isCredit ? 'credit_note' : 'invoice';
    const command = documentIn(country, code.direction, kind, [[shown(BigInt(cents)), code.code]]);
    for (const effect of postedBy(command, file).vat ?? [])
      for (const { box, amount } of [...effect.boxes, ...listFamilyAmounts(effect)])
        books.set(box, add(books.get(box) ?? ZERO, amount));
  }
  const form = getReturnForm(country, 'monthly', isYear ? 'yearly' : 'monthly');
  const input = {
    books: [...books].map(([box, amount]) => ({ box, amount })),
    carried: [],
    manual: [],
    requests: NO_REQUESTS,
  };
  return Object.fromEntries(listFilledBoxes(computeReturn(form, input).boxes).map(({ box, amount }) => [box, amount]));
}

describe('The boxes of any documents', () => {
  for (const [country, isYear] of [
    ['BE', false],
    ['FR', false],
    ['LU', false],
    ['LU', true],
  ] as const)
    it(`are those that one reckons by hand, in ${country}${isYear ? ' for a whole year' : ''}`, function () {
      this.timeout(60_000);
      const { vatCodes } = findCountryPack(country)!;
      const line = fc.record({
        code: fc.constantFrom(...vatCodes),
        isCredit: fc.boolean(),
        cents: fc.oneof(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 10_000_000 })),
      });
      fc.assert(
        fc.property(fc.array(line, { minLength: 1, maxLength: 25 }), (lines) => {
          expect(declared(country, lines, isYear)).to.deep.equal(expected(country, lines, isYear));
        }),
        { numRuns: RUNS },
      );
    });
});
