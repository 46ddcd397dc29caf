import type { PlainDate } from '../../dates.ts';
import type { SignedAmount } from '../../money.ts';
import { elementAt, textAt, type XmlElement } from '../../xml.ts';
import { isCalendarDate, signed } from '../fields.ts';

/** Amounts and dates as ISO 20022 writes them. */

export interface CurrencyAmount {
  readonly amount: SignedAmount;
  readonly currency: string;
}

/** Null for what has parts of a cent, or is no amount. */
export function decimalAmount(text: string | null): SignedAmount | null {
  const [, whole, fraction = ''] = /^0*(\d{1,12})(?:\.(\d{0,5}))?$/.exec(text ?? '') ?? [];
  if (whole === undefined || /[^0]/.test(fraction.slice(2))) return null;
  return `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`;
}

/** The amount of an element with its `Amt` and `CdtDbtInd`; the direction is that of the whole where it has none itself. */
export function amountIn(of: XmlElement, path = 'Amt', direction?: string | null): CurrencyAmount | null {
  const element = elementAt(of, path);
  const size = decimalAmount(element?.text ?? null);
  const mark = textAt(of, 'CdtDbtInd') ?? direction ?? null;
  if (!element || size === null || (mark !== 'CRDT' && mark !== 'DBIT')) return null;
  return { amount: signed(mark === 'DBIT', size), currency: element.attributes['Ccy'] ?? '' };
}

/** A day, or the day of an instant in its own time zone. */
export function dateIn(of: XmlElement | undefined): PlainDate | null {
  const day = (textAt(of, 'Dt') ?? textAt(of, 'DtTm'))?.slice(0, 10);
  return day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) && isCalendarDate(day) ? day : null;
}
