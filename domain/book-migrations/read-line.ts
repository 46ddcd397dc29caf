import { isCurrencyCode } from '../currency/codes.ts';
import type { EntryField, FileColumns } from './columns.ts';
import {
  LABEL_CHARACTERS,
  MIGRATION_LIMITS,
  REFERENCE_CHARACTERS,
  type Found,
  type SourceCurrency,
  type SourceLine,
} from './source.ts';
import { parseCents, parseDay, parseSide } from './values.ts';

/** Reads one record of an entry file. Null if there is nothing to post, or if it is invalid and was reported. */
export function readLine(
  fields: readonly string[],
  { at }: FileColumns<EntryField>,
  report: (found: Found) => void,
): SourceLine | null {
  let isWrong = false;
  const getText = (field: EntryField): string => {
    const place = at[field];
    return place === undefined ? '' : (fields[place.index] ?? '');
  };
  const reportError = (field: EntryField, code: string, params?: Found['params']): null => {
    isWrong = true;
    report({ severity: 'error', code, column: at[field]?.name ?? field, ...(params && { params }) });
    return null;
  };
  const getRequiredText = (field: EntryField): string =>
    getText(field) || (reportError(field, 'migration_field_empty'), '');
  const truncateText = (field: EntryField, most: number): string | null => {
    const text = getText(field).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
    if (text.length <= most) return text === '' ? null : text;
    report({ severity: 'warning', code: 'migration_text_cut', column: at[field]!.name, params: { max: most } });
    return [...text].slice(0, most).join('');
  };
  for (const [field, place] of Object.entries(at))
    if ((fields[place.index] ?? '').length > MIGRATION_LIMITS.fieldCharacters)
      reportError(field as EntryField, 'migration_field_too_long', { max: MIGRATION_LIMITS.fieldCharacters });

  const journal = getRequiredText('journal');
  const number = getRequiredText('number');
  const day = getRequiredText('date');
  const date =
    day === '' ? null : (parseDay(day) ?? reportError('date', 'migration_date_invalid', { value: truncateValue(day) }));
  const account = getRequiredText('account');
  const due = getText('due_date');
  const dueDate =
    due === ''
      ? null
      : (parseDay(due) ?? reportError('due_date', 'migration_date_invalid', { value: truncateValue(due) }));
  const cents = readLineCents(getText, reportError, report, at);
  if (isWrong || date === null || cents === null) return null;
  if (cents === 0) {
    report({ severity: 'warning', code: 'migration_line_without_amount', column: null });
    return null;
  }
  const party = getText('party');
  return {
    journal,
    journalLabel: truncateText('journal_label', LABEL_CHARACTERS),
    number,
    date,
    account,
    accountLabel: truncateText('account_label', LABEL_CHARACTERS),
    party: party === '' ? null : party,
    partyName: truncateText('party_name', LABEL_CHARACTERS),
    reference: truncateText('reference', REFERENCE_CHARACTERS),
    // A due date before the entry date is moved to the entry date.
    dueDate: dueDate !== null && dueDate < date ? date : dueDate,
    label: truncateText('label', LABEL_CHARACTERS),
    cents,
    letter: getText('letter') || null,
    currency: readCurrency(getText, report, at, cents),
  };
}

/**
 * The side of a line is that of its debit or credit, however the amount in currency is signed. A pair that is incomplete
 * or unknown is left out with a warning, because the amounts of the books do not depend on it.
 */
function readCurrency(
  said: (field: EntryField) => string,
  report: (found: Found) => void,
  at: FileColumns<EntryField>['at'],
  cents: number,
): SourceCurrency | null {
  const code = said('currency').toUpperCase();
  const amount = said('currency_amount');
  if (code === '' && amount === '') return null;
  const warn = (field: EntryField, problem: string, value: string): null => {
    const params = { value: truncateValue(value) };
    report({ severity: 'warning', code: problem, column: at[field]?.name ?? field, params });
    return null;
  };
  // Some programs move the sign to the end.
  const size = Math.abs(parseCents(amount.replace(/^(.*\d)\s*[-+]$/, '$1')) ?? Number.NaN);
  if (Number.isNaN(size)) return warn('currency_amount', 'migration_currency_amount_invalid', amount);
  // An exchange difference has a currency, and no amount in it.
  if (size === 0 && code === '') return null;
  if (!isCurrencyCode(code)) return warn('currency', 'migration_currency_unknown', code);
  return { code, cents: cents < 0 ? -size : size };
}

const truncateValue = (text: string): string => text.slice(0, 40);

/** Debit is positive. A negative amount belongs to the opposite side. */
function readLineCents(
  said: (field: EntryField) => string,
  wrong: (field: EntryField, code: string, params?: Found['params']) => null,
  report: (found: Found) => void,
  at: FileColumns<EntryField>['at'],
): number | null {
  const readAmount = (field: EntryField): number | null =>
    parseCents(said(field)) ?? wrong(field, 'migration_amount_invalid', { value: truncateValue(said(field)) });
  if (at.debit && at.credit) {
    const debit = readAmount('debit');
    const credit = readAmount('credit');
    if (debit === null || credit === null) return null;
    if (debit !== 0 && credit !== 0) return wrong('debit', 'migration_both_sides');
    if (debit < 0 || credit < 0)
      report({
        severity: 'warning',
        code: 'migration_negative_amount',
        column: (debit < 0 ? at.debit : at.credit).name,
      });
    return debit - credit;
  }
  const amount = readAmount('amount');
  if (amount === null) return null;
  if (!at.side) return amount;
  const side = parseSide(said('side'));
  if (side === null)
    return amount === 0 ? 0 : wrong('side', 'migration_side_invalid', { value: truncateValue(said('side')) });
  return side * amount;
}
