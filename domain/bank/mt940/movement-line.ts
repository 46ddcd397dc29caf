import type { PlainDate } from '../../dates.ts';
import type { SignedAmount } from '../../money.ts';
import { isCalendarDate, withSign } from '../fields.ts';
import { cleanText, omitUndefined, type Movement } from '../statement.ts';

/** Field 61: value date, entry date, side, amount, kind, reference of the owner, reference of the bank. */
const MOVEMENT = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d{1,15}(?:,\d{0,5})?)([NFS][A-Z0-9]{3})(.*)$/;

export type ReadMovement = Pick<Movement, 'entry_date' | 'value_date' | 'amount'> & Partial<Movement>;
export type FieldProblem = 'record_field_invalid' | 'amount_not_in_cents';

export function parseMovementField(text: string): ReadMovement | FieldProblem {
  const [, valued, entered, side, digits, code, references = ''] = MOVEMENT.exec(text) ?? [];
  const value_date = valued === undefined ? null : parseReversedDate(valued);
  if (value_date === null || side === undefined || digits === undefined) return 'record_field_invalid';
  const entry_date = entered === undefined ? value_date : findEntryDate(value_date, entered);
  if (entry_date === null) return 'record_field_invalid';
  const amount = parseCommaAmount(digits);
  if (amount === null) return 'amount_not_in_cents';
  const [own = '', ofBank] = references.split('//', 2);
  return omitUndefined<ReadMovement>({
    entry_date,
    value_date,
    // The reversal of a credit takes money from the account.
    amount: withSign(side === 'D' || side === 'RC', amount),
    bank_code: code,
    bank_reference: cleanText(ofBank),
    end_to_end_id: own.trim() === 'NONREF' ? undefined : cleanText(own),
    return_reason: code?.endsWith('RTI') ? 'NARR' : undefined,
  });
}

/** Null for fractions of a cent and amounts that are too large. */
export function parseCommaAmount(digits: string): SignedAmount | null {
  const [whole = '', fraction = ''] = digits.split(',');
  const integer = whole.replace(/^0+(?=\d)/, '');
  if (integer.length > 12 || /[^0]/.test(fraction.slice(2))) return null;
  return `${integer}.${fraction.slice(0, 2).padEnd(2, '0')}`;
}

/** Two-digit years from 80 on are 19xx, as in the other formats. */
const FIRST_YEAR = 80;

/** YYMMDD */
export function parseReversedDate(digits: string): PlainDate | null {
  const [year, month, day] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6)];
  const date = `${Number(year) >= FIRST_YEAR ? '19' : '20'}${year}-${month}-${day}`;
  return isCalendarDate(date) ? date : null;
}

/** MMDD without a year: the year in which it is closest to the value date. */
function findEntryDate(valueDate: PlainDate, digits: string): PlainDate | null {
  const [year, month] = [Number(valueDate.slice(0, 4)), Number(valueDate.slice(5, 7))];
  const distance = Number(digits.slice(0, 2)) - month;
  const shift = distance > 6 ? -1 : distance < -6 ? 1 : 0;
  const date = `${year + shift}-${digits.slice(0, 2)}-${digits.slice(2)}`;
  return isCalendarDate(date) ? date : null;
}
