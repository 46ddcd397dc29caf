import {
  add,
  compare,
  isNegative,
  isZero,
  percent,
  subtract,
  ZERO,
  type Percentage,
  type SignedAmount,
} from '../money.ts';
import type { BoxAmount } from './declaration-events.ts';
import { mapByBox } from './computation.ts';
import { separateFamilies } from './families.ts';
import type { ReturnForm } from './form.ts';

/** Points to review on a return before it is filed; the administration runs some of the same checks. */
export interface ReturnWarning {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly params?: Readonly<Record<string, string>>;
}

interface Checked {
  readonly form: ReturnForm;
  readonly boxes: readonly BoxAmount[];
  readonly carried: readonly BoxAmount[];
  readonly books: readonly BoxAmount[];
  readonly hasLateTax: boolean;
  /** Tax of the opening balance that no open item names. */
  readonly openingTax?: SignedAmount;
  /** Whether the shares of a special pro rata must be reported with the return. */
  readonly tellsShares?: boolean;
}

export function listReturnWarnings({
  form,
  boxes,
  carried,
  books,
  hasLateTax,
  openingTax = ZERO,
  tellsShares,
}: Checked): readonly ReturnWarning[] {
  const amounts = mapByBox(boxes);
  return [
    ...(form.country === 'BE' ? listBelgianWarnings((box) => amounts.get(box) ?? ZERO) : []),
    ...listNegativeWarnings(form, separateFamilies(form, books)),
    ...carried.map(({ box, amount }): ReturnWarning => ({
      code: 'vat_check_carried',
      severity: 'info',
      params: { box, amount },
    })),
    ...(tellsShares === true ? [{ code: 'vat_check_special_pro_rata', severity: 'info' } as const] : []),
    ...(hasLateTax ? [{ code: 'vat_check_late_tax', severity: 'warning' } as const] : []),
    ...(isZero(openingTax)
      ? []
      : [{ code: 'vat_check_opening_tax', severity: 'warning', params: { amount: openingTax } } as const]),
  ];
}

/** Boxes with a negative amount in the books, which the form reports in another box. */
function listNegativeWarnings({ belowZero: goes }: ReturnForm, books: readonly BoxAmount[]): readonly ReturnWarning[] {
  return books.flatMap(({ box, amount }): readonly ReturnWarning[] =>
    goes[box] !== undefined && isNegative(amount)
      ? [{ code: 'vat_check_below_zero', severity: 'warning', params: { box, amount } }]
      : [],
  );
}

type Amounts = (box: string) => SignedAmount;

/** Checks of the Belgian administration, with its tolerances. */
const ON_SALES = '62.00';
const ON_REVERSED = '150.00';
const SMALL_BASE = '250.00';
const ON_DEDUCTIONS = '100000.00';

function listBelgianWarnings(of: Amounts): readonly ReturnWarning[] {
  const sumBoxes = (...boxes: readonly string[]): SignedAmount => boxes.map(of).reduce(add, ZERO);
  const computeShare = (base: SignedAmount, rate: Percentage): SignedAmount => percent(base, rate);
  const isAboveBy = (one: SignedAmount, other: SignedAmount, by: SignedAmount): boolean =>
    compare(subtract(one, other), by) > 0;
  const onSales = [
    computeShare(of('01'), '6.00'),
    computeShare(of('02'), '12.00'),
    computeShare(of('03'), '21.00'),
  ].reduce(add, ZERO);
  const [union, others] = [sumBoxes('86', '88'), of('87')];
  const [onUnion, onOthers] = [of('55'), sumBoxes('56', '57')];
  const found: readonly (readonly [isWrong: boolean, code: string])[] = [
    [isAboveBy(onSales, of('54'), ON_SALES), 'vat_check_54'],
    [isZero(onUnion) && compare(union, SMALL_BASE) > 0, 'vat_check_55_missing'],
    [isAboveBy(onUnion, computeShare(sumBoxes('84', '86', '88'), '21.00'), ON_REVERSED), 'vat_check_55_high'],
    [!isZero(onUnion) && isAboveBy(computeShare(union, '6.00'), onUnion, ON_REVERSED), 'vat_check_55_low'],
    [isZero(onOthers) && compare(others, SMALL_BASE) > 0, 'vat_check_56_57_missing'],
    [isAboveBy(onOthers, computeShare(sumBoxes('85', '87'), '21.00'), ON_REVERSED), 'vat_check_56_57_high'],
    [!isZero(onOthers) && isAboveBy(computeShare(others, '6.00'), onOthers, ON_REVERSED), 'vat_check_56_57_low'],
    [
      compare(subtract(of('59'), computeShare(sumBoxes('81', '82', '83', '84', '85'), '21.00')), ON_DEDUCTIONS) >= 0,
      'vat_check_59_high',
    ],
  ];
  return found.flatMap(([isWrong, code]) => (isWrong ? [{ code, severity: 'warning' }] : []));
}
