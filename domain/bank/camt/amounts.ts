import type { PlainDate } from '../../dates.ts';
import type { SignedAmount } from '../../money.ts';
import { findElement, findText, type XmlElement } from '../../xml.ts';
import { isCalendarDate, withSign } from '../fields.ts';

/** Amounts and dates in ISO 20022 format. */

export interface CurrencyAmount {
  readonly amount: SignedAmount;
  readonly currency: string;
}

/** Null for fractions of a cent and for invalid amounts. */
export function parseDecimalAmount(text: string | null): SignedAmount | null {
  const [, whole, fraction = ''] = /^0*(\d{1,12})(?:\.(\d{0,5}))?$/.exec(text ?? '') ?? [];
  if (whole === undefined || /[^0]/.test(fraction.slice(2))) return null;
  return `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`;
}

/** Amount of an element from its `Amt` and `CdtDbtInd`; `direction` applies if the element has none itself. */
export function readAmount(of: XmlElement, path = 'Amt', direction?: string | null): CurrencyAmount | null {
  const element = findElement(of, path);
  const size = parseDecimalAmount(element?.text ?? null);
  const mark = findText(of, 'CdtDbtInd') ?? direction ?? null;
  if (!element || size === null || (mark !== 'CRDT' && mark !== 'DBIT')) return null;
  return { amount: withSign(mark === 'DBIT', size), currency: element.attributes['Ccy'] ?? '' };
}

/** A date, or the date of an instant in its own time zone. */
export function readDate(of: XmlElement | undefined): PlainDate | null {
  const day = (findText(of, 'Dt') ?? findText(of, 'DtTm'))?.slice(0, 10);
  return day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) && isCalendarDate(day) ? day : null;
}
