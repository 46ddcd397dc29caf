import { hasProRata, getProRata, getRegimeOn, type RegimeHolder } from '../companies/vat-regimes.ts';
import type { CountryCode, CountryPack } from '../country-packs/pack.ts';
import { getVatPeriod } from '../country-packs/vat-periods.ts';
import type { PlainDate } from '../dates.ts';
import { absolute, compare, isZero, percent, subtract, ZERO, type SignedAmount } from '../money.ts';
import type { CalendarItem } from './calendar.ts';

/** VAT checks for a range of days, before or after the return is filed. */

export type ControlSeverity = 'error' | 'warning' | 'info';

export interface ControlLink {
  readonly resource: 'accounts' | 'documents' | 'entries' | 'third-parties' | 'vat-codes' | 'vat-declarations';
  readonly id: number;
}

export interface ControlFinding {
  /** Also the message key; the suggested solution has the same key with `_solution`. */
  readonly code: string;
  readonly severity: ControlSeverity;
  readonly params: Readonly<Record<string, string | number>>;
  readonly amount?: SignedAmount;
  readonly links: readonly ControlLink[];
}

/** Rows of the read tables: their number, their total, and the first ids. */
export interface Found {
  readonly count: number;
  readonly amount: SignedAmount;
  readonly ids: readonly number[];
}

export interface Gap {
  readonly journal: string;
  readonly after: string;
  readonly before: string;
  readonly missing: number;
  readonly entry_id: number;
}

export interface Repeated {
  readonly reference: string;
  readonly third_party: string;
  readonly amount: SignedAmount;
  readonly ids: readonly number[];
}

export interface OutOfPeriod {
  readonly id: number;
  readonly document_date: PlainDate;
  readonly entry_date: PlainDate;
}

/** VAT deducted in a year, and VAT that the codes would have deducted without a pro rata. */
export interface DeductedYear {
  readonly year: number;
  readonly deducted: SignedAmount;
  readonly by_code: SignedAmount;
}

export interface ControlFacts {
  /** Tax due less tax deducted: according to the boxes, and on the accounts. */
  readonly tax: { readonly declared: SignedAmount; readonly posted: SignedAmount };
  readonly uncodedTax: Found;
  readonly turnover: { readonly posted: SignedAmount; readonly coded: SignedAmount };
  readonly uncodedTurnover: Found;
  readonly uncodedPurchases: Found;
  readonly wrongRates: Found;
  readonly customersWithoutNumber: Found;
  readonly outOfPeriod: readonly OutOfPeriod[];
  readonly gaps: readonly Gap[];
  readonly repeated: readonly Repeated[];
  /** Issued documents: with the number of another, dated before the previous number, or no longer in the books. */
  readonly numbers: { readonly repeated: Found; readonly unordered: Found; readonly unbooked: Found };
  readonly deductedFromNobody: Found;
  readonly deductedAbroad: Found;
  readonly deductedInFull: Found;
  readonly deductedYears: readonly DeductedYear[];
  /** Tax of the opening balance that is due on payment and that no open item names. */
  readonly openingTax: SignedAmount;
  /** Validated returns that would be different now. */
  readonly moved: Found;
  readonly calendar: readonly CalendarItem[];
}

/** Accounts for items that are rarely deductible in full, such as cars and gifts. By number prefix. */
export const SELDOM_DEDUCTED: Readonly<Record<CountryCode, readonly string[]>> = {
  BE: ['241'],
  FR: ['2182', '6234'],
  LU: ['61514'],
};

/** Rounding tolerance between a pro rata per invoice and one for the whole year. */
const ROUNDING = '5.00';

/** Further items are counted but not shown. */
const MOST = 20;

/** A company file, with the currency of its books. */
type CheckedFile = RegimeHolder & { readonly currency: string };

export function listControlFindings(facts: ControlFacts, company: CheckedFile, pack: CountryPack): ControlFinding[] {
  const { turnover } = facts;
  // In a file kept in another currency the accounts cannot be compared with the return, only what has no code.
  const isComparable = company.currency === pack.currency;
  const tax = isComparable ? facts.tax : { declared: ZERO, posted: facts.uncodedTax.amount };
  const difference = subtract(tax.posted, tax.declared);
  const outOfPeriod = facts.outOfPeriod.filter((one) => !isSameReturn(one, company, pack));
  return [
    ...(isZero(difference)
      ? []
      : [
          {
            code: 'vat_control_accounts',
            severity: 'error',
            params: { declared: tax.declared, posted: tax.posted },
            amount: difference,
            links: toEntries(facts.uncodedTax.ids),
          } as const,
        ]),
    ...toFindings('vat_control_turnover', 'warning', facts.uncodedTurnover, toEntries, {
      posted: turnover.posted,
      coded: turnover.coded,
    }),
    ...toFindings('vat_control_purchases', 'info', facts.uncodedPurchases, toEntries),
    ...toFindings('vat_control_rate', 'warning', facts.wrongRates, toEntries),
    ...toFindings('vat_control_intracom', 'error', facts.customersWithoutNumber, linkTo('third-parties')),
    ...(outOfPeriod.length === 0
      ? []
      : [
          {
            code: 'vat_control_period',
            severity: 'warning',
            params: { count: outOfPeriod.length },
            links: outOfPeriod.slice(0, MOST).map(({ id }) => ({ resource: 'documents', id }) as const),
          } as const,
        ]),
    ...facts.gaps.map(({ journal, after, before, missing, entry_id }): ControlFinding => ({
      code: 'vat_control_gap',
      severity: 'warning',
      params: { journal, after, before, count: missing },
      links: toEntries([entry_id]),
    })),
    ...facts.repeated.map(({ reference, third_party, amount, ids }): ControlFinding => ({
      code: 'vat_control_repeated',
      severity: 'warning',
      params: { reference, third_party, count: ids.length },
      amount,
      links: toEntries(ids),
    })),
    ...toFindings('vat_control_number_repeated', 'error', facts.numbers.repeated, linkTo('documents')),
    ...toFindings('vat_control_number_unordered', 'warning', facts.numbers.unordered, linkTo('documents')),
    ...toFindings('vat_control_number_unbooked', 'error', facts.numbers.unbooked, linkTo('documents')),
    ...toFindings('vat_control_no_supplier_number', 'warning', facts.deductedFromNobody, linkTo('third-parties')),
    ...toFindings('vat_control_foreign_supplier', 'warning', facts.deductedAbroad, linkTo('third-parties')),
    ...toFindings('vat_control_seldom_deducted', 'warning', facts.deductedInFull, toEntries),
    ...facts.deductedYears.flatMap((year) => findProRataDifference(year, company)),
    ...(isZero(facts.openingTax)
      ? []
      : [
          {
            code: 'vat_control_opening_tax',
            severity: 'warning',
            params: { amount: facts.openingTax },
            amount: facts.openingTax,
            links: [],
          } as const,
        ]),
    ...toFindings('vat_control_moved', 'error', facts.moved, linkTo('vat-declarations')),
    ...facts.calendar.flatMap((item): readonly ControlFinding[] => {
      if (item.kind !== 'return' || item.status !== 'late') return [];
      const { due_on: date, declaration_id: id } = item;
      const links = id === null ? [] : [{ resource: 'vat-declarations', id } as const];
      return [
        {
          code: 'vat_control_late',
          severity: 'error',
          params: { from: item.starts_on, to: item.ends_on, date },
          links,
        },
      ];
    }),
  ];
}

const linkTo =
  (resource: ControlLink['resource']) =>
  (ids: readonly number[]): readonly ControlLink[] =>
    ids.slice(0, MOST).map((id) => ({ resource, id }));
const toEntries = linkTo('entries');

function toFindings(
  code: string,
  severity: ControlSeverity,
  { count, amount, ids }: Found,
  links: (ids: readonly number[]) => readonly ControlLink[],
  params: ControlFinding['params'] = {},
): readonly ControlFinding[] {
  return count === 0 ? [] : [{ code, severity, params: { count, amount, ...params }, amount, links: links(ids) }];
}

function isSameReturn({ document_date, entry_date }: OutOfPeriod, company: RegimeHolder, pack: CountryPack): boolean {
  const findPeriodStart = (date: PlainDate): PlainDate =>
    getVatPeriod(pack, getRegimeOn(company, date), date).starts_on;
  return findPeriodStart(document_date) === findPeriodStart(entry_date);
}

/** Tax was deducted with the pro rata known at posting; the final pro rata of the year may differ. */
function findProRataDifference(
  { year, deducted, by_code }: DeductedYear,
  { settings }: RegimeHolder,
): readonly ControlFinding[] {
  if (!hasProRata(settings)) return [];
  const share = getProRata(settings, year);
  const amount = subtract(percent(by_code, share), deducted);
  if (compare(absolute(amount), ROUNDING) <= 0) return [];
  return [
    {
      code: 'vat_control_pro_rata',
      severity: 'warning',
      params: { year: String(year), share, amount },
      amount,
      links: [],
    },
  ];
}
