import type { EntryField, FileColumns } from './columns.ts';
import { LABEL_CHARACTERS, MIGRATION_LIMITS, REFERENCE_CHARACTERS, type Found, type SourceLine } from './source.ts';
import { readCents, readDay, readSide } from './values.ts';

/** One record of a file of entries. Null: it holds nothing to be posted, or what it holds is wrong and was reported. */
export function readLine(
  fields: readonly string[],
  { at }: FileColumns<EntryField>,
  report: (found: Found) => void,
): SourceLine | null {
  let isWrong = false;
  const said = (field: EntryField): string => {
    const place = at[field];
    return place === undefined ? '' : (fields[place.index] ?? '');
  };
  const wrong = (field: EntryField, code: string, params?: Found['params']): null => {
    isWrong = true;
    report({ severity: 'error', code, column: at[field]?.name ?? field, ...(params && { params }) });
    return null;
  };
  const needed = (field: EntryField): string => said(field) || (wrong(field, 'migration_field_empty'), '');
  const cut = (field: EntryField, most: number): string | null => {
    const text = said(field).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
    if (text.length <= most) return text === '' ? null : text;
    report({ severity: 'warning', code: 'migration_text_cut', column: at[field]!.name, params: { max: most } });
    return [...text].slice(0, most).join('');
  };
  for (const [field, place] of Object.entries(at))
    if ((fields[place.index] ?? '').length > MIGRATION_LIMITS.fieldCharacters)
      wrong(field as EntryField, 'migration_field_too_long', { max: MIGRATION_LIMITS.fieldCharacters });

  const journal = needed('journal');
  const number = needed('number');
  const day = needed('date');
  const date = day === '' ? null : (readDay(day) ?? wrong('date', 'migration_date_invalid', { value: shown(day) }));
  const account = needed('account');
  const due = said('due_date');
  const dueDate =
    due === '' ? null : (readDay(due) ?? wrong('due_date', 'migration_date_invalid', { value: shown(due) }));
  const cents = centsOfLine(said, wrong, report, at);
  if (isWrong || date === null || cents === null) return null;
  if (cents === 0) {
    report({ severity: 'warning', code: 'migration_line_without_amount', column: null });
    return null;
  }
  const party = said('party');
  return {
    journal,
    journalLabel: cut('journal_label', LABEL_CHARACTERS),
    number,
    date,
    account,
    accountLabel: cut('account_label', LABEL_CHARACTERS),
    party: party === '' ? null : party,
    partyName: cut('party_name', LABEL_CHARACTERS),
    reference: cut('reference', REFERENCE_CHARACTERS),
    // A document that was due before it was booked was due on that day.
    dueDate: dueDate !== null && dueDate < date ? date : dueDate,
    label: cut('label', LABEL_CHARACTERS),
    cents,
    letter: said('letter') || null,
  };
}

const shown = (text: string): string => text.slice(0, 40);

/** Debit is positive. A negative amount stands on the other side. */
function centsOfLine(
  said: (field: EntryField) => string,
  wrong: (field: EntryField, code: string, params?: Found['params']) => null,
  report: (found: Found) => void,
  at: FileColumns<EntryField>['at'],
): number | null {
  const read = (field: EntryField): number | null =>
    readCents(said(field)) ?? wrong(field, 'migration_amount_invalid', { value: shown(said(field)) });
  if (at.debit && at.credit) {
    const debit = read('debit');
    const credit = read('credit');
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
  const amount = read('amount');
  if (amount === null) return null;
  if (!at.side) return amount;
  const side = readSide(said('side'));
  if (side === null) return amount === 0 ? 0 : wrong('side', 'migration_side_invalid', { value: shown(said('side')) });
  return side * amount;
}
