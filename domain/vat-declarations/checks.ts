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
import { byBox } from './computation.ts';
import type { ReturnForm } from './form.ts';

/** What is worth a second look on a return before it is filed; the administration asks the same of some. */
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
  /** Whether the shares of a special pro rata are to be told with it. */
  readonly tellsShares?: boolean;
}

export function returnWarnings({
  form,
  boxes,
  carried,
  books,
  hasLateTax,
  tellsShares,
}: Checked): readonly ReturnWarning[] {
  const amounts = byBox(boxes);
  return [
    ...(form.country === 'BE' ? belgianWarnings((box) => amounts.get(box) ?? ZERO) : []),
    ...belowZero(form, books),
    ...carried.map(({ box, amount }): ReturnWarning => ({
      code: 'vat_check_carried',
      severity: 'info',
      params: { box, amount },
    })),
    ...(tellsShares === true ? [{ code: 'vat_check_special_pro_rata', severity: 'info' } as const] : []),
    ...(hasLateTax ? [{ code: 'vat_check_late_tax', severity: 'warning' } as const] : []),
  ];
}

/** Boxes of which the books say less than nothing: the form has put that elsewhere. */
function belowZero({ belowZero: goes }: ReturnForm, books: readonly BoxAmount[]): readonly ReturnWarning[] {
  return books.flatMap(({ box, amount }): readonly ReturnWarning[] =>
    goes[box] !== undefined && isNegative(amount)
      ? [{ code: 'vat_check_below_zero', severity: 'warning', params: { box, amount } }]
      : [],
  );
}

type Amounts = (box: string) => SignedAmount;

/** The controls of the Belgian administration, with the differences that it lets pass. */
const ON_SALES = '62.00';
const ON_REVERSED = '150.00';
const SMALL_BASE = '250.00';
const ON_DEDUCTIONS = '100000.00';

function belgianWarnings(of: Amounts): readonly ReturnWarning[] {
  const all = (...boxes: readonly string[]): SignedAmount => boxes.map(of).reduce(add, ZERO);
  const share = (base: SignedAmount, rate: Percentage): SignedAmount => percent(base, rate);
  const isMore = (one: SignedAmount, other: SignedAmount, by: SignedAmount): boolean =>
    compare(subtract(one, other), by) > 0;
  const onSales = [share(of('01'), '6.00'), share(of('02'), '12.00'), share(of('03'), '21.00')].reduce(add, ZERO);
  const [union, others] = [all('86', '88'), of('87')];
  const [onUnion, onOthers] = [of('55'), all('56', '57')];
  const found: readonly (readonly [isWrong: boolean, code: string])[] = [
    [isMore(onSales, of('54'), ON_SALES), 'vat_check_54'],
    [isZero(onUnion) && compare(union, SMALL_BASE) > 0, 'vat_check_55_missing'],
    [isMore(onUnion, share(all('84', '86', '88'), '21.00'), ON_REVERSED), 'vat_check_55_high'],
    [!isZero(onUnion) && isMore(share(union, '6.00'), onUnion, ON_REVERSED), 'vat_check_55_low'],
    [isZero(onOthers) && compare(others, SMALL_BASE) > 0, 'vat_check_56_57_missing'],
    [isMore(onOthers, share(all('85', '87'), '21.00'), ON_REVERSED), 'vat_check_56_57_high'],
    [!isZero(onOthers) && isMore(share(others, '6.00'), onOthers, ON_REVERSED), 'vat_check_56_57_low'],
    [
      compare(subtract(of('59'), share(all('81', '82', '83', '84', '85'), '21.00')), ON_DEDUCTIONS) >= 0,
      'vat_check_59_high',
    ],
  ];
  return found.flatMap(([isWrong, code]) => (isWrong ? [{ code, severity: 'warning' }] : []));
}
