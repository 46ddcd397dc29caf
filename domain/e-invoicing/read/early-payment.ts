import { addDays } from '../../dates.ts';
import type { ExtractedSheet, OwnIdentity } from '../../document-imports/sheet.ts';
import { compare, percent, sum, ZERO, type SignedAmount } from '../../money.ts';
import type { WrittenAllowance, WrittenInvoice } from './invoice.ts';
import { parseDate, parseDecimal } from './values.ts';

/** Reads a discount for early payment: as an allowance and a charge without tax (Belgium), or from the payment terms. */

type SheetDiscount = NonNullable<ExtractedSheet['discount']>;

export interface ReadDiscount {
  readonly discount: SheetDiscount | null;
  /** Without those that only state the discount. */
  readonly invoice: WrittenInvoice;
}

/** Belgium taxes the price less the discount; elsewhere the discount is a term of payment only. */
export function readEarlyPayment(invoice: WrittenInvoice, own: Pick<OwnIdentity, 'country'>): ReadDiscount {
  const terms = readTerms(invoice);
  if (own.country !== 'BE') return { discount: terms && { ...terms, amount: null }, invoice };
  const stated = findStatedDiscount(invoice.allowances);
  if (stated === null) return { discount: null, invoice };
  const net = invoice.totals.net ?? ZERO;
  const rate = terms !== null && terms.percent !== null && percent(net, terms.percent) === stated.amount;
  return {
    discount: {
      percent: rate ? terms.percent : null,
      days: terms?.days ?? null,
      amount: stated.amount,
      until: terms?.until ?? invoice.dueDate ?? invoice.issueDate,
    },
    invoice: { ...invoice, allowances: invoice.allowances.filter((one) => !stated.parts.has(one)) },
  };
}

/** Codes that programs give to the discount. */
const CODES: ReadonlySet<string> = new Set(['64', '66', 'ZZZ']);

/** A charge without tax that equals the taxed allowances with its reason, or with one of the codes in use. */
function findStatedDiscount(
  allowances: readonly WrittenAllowance[],
): { readonly amount: SignedAmount; readonly parts: ReadonlySet<WrittenAllowance> } | null {
  for (const charge of allowances.filter(({ isCharge, category }) => isCharge && category === 'E')) {
    const isSame = (one: WrittenAllowance): boolean =>
      one.reason === charge.reason || (CODES.has(one.reasonCode ?? '') && CODES.has(charge.reasonCode ?? ''));
    const parts = allowances.filter((one) => !one.isCharge && one.category !== 'E' && isSame(one));
    const total = sum(parts.map(({ amount }) => amount ?? ZERO));
    if (charge.amount !== null && parts.length > 0 && compare(total, charge.amount) === 0)
      return { amount: charge.amount, parts: new Set([charge, ...parts]) };
  }
  return null;
}

type Terms = Omit<SheetDiscount, 'amount'>;

const WORDS = /escompte|korting|discount|skonto/i;
const PERCENT = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,4})?)\s*%/;
const DAYS = /(?<!\d)(\d{1,3})\s*(?:jours?|dagen|days?|tagen?|j\.)/i;
const DATE = /(?<!\d)(\d{2})[/.](\d{2})[/.](\d{4})/;
/** The notation of German authorities. */
const MARKED = /#SKONTO#TAGE=(\d{1,3})#PROZENT=(\d{1,2}(?:\.\d{1,4})?)#/;

/** Null unless a size and an end are stated. */
function readTerms({ terms, issueDate }: WrittenInvoice): Terms | null {
  for (const text of terms.flatMap((one) => one.slice(0, 2000).split(/\r?\n/))) {
    const marked = MARKED.exec(text);
    const size = parseDecimal((marked?.[2] ?? PERCENT.exec(text)?.[1])?.replace(',', '.') ?? null);
    if (size === null || Number(size) === 0 || !(marked || WORDS.test(text))) continue;
    const days = Number(marked?.[1] ?? DAYS.exec(text)?.[1] ?? 0);
    const [, day, month, year] = DATE.exec(text) ?? [];
    const stated = year === undefined ? null : parseDate(`${year}-${month}-${day}`);
    const isKnown = days > 0 && days <= 366 && issueDate !== null;
    const until = isKnown ? addDays(issueDate, days) : stated;
    if (until !== null && (issueDate === null || until >= issueDate))
      return { percent: size, days: isKnown ? days : null, until };
  }
  return null;
}
