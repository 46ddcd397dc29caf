/** The entry that everyone posts: a purchase invoice of four lines. Dates and amounts differ from one to the next. */

export interface SampleEntry {
  readonly journal_id: number;
  readonly entry_date: string;
  readonly due_date: string;
  readonly label: string;
  readonly reference: string;
  readonly lines: readonly SampleLine[];
}

export interface SampleLine {
  readonly account: string;
  readonly debit: string;
  readonly credit: string;
  readonly label: string;
}

export const FISCAL_YEAR = { starts_on: '2026-01-01', ends_on: '2026-12-31' };

export function sampleEntry(number: number, journalId: number): SampleEntry {
  const month = String((number % 12) + 1).padStart(2, '0');
  const day = String((number % 28) + 1).padStart(2, '0');
  const goods = 10_000 + (number % 997);
  const repairs = 5_000 + (number % 89);
  const vat = Math.round((goods + repairs) * 0.21);
  const label = `Supplies and repairs, invoice ${number}`;
  const line = (account: string, debit: number, credit: number): SampleLine => ({
    account,
    debit: amount(debit),
    credit: amount(credit),
    label,
  });
  return {
    journal_id: journalId,
    entry_date: `2026-${month}-${day}`,
    due_date: `2026-12-31`,
    label,
    reference: `INV-2026-${number}`,
    lines: [
      line('604000', goods, 0),
      line('611000', repairs, 0),
      line('411000', vat, 0),
      line('440000', 0, goods + repairs + vat),
    ],
  };
}

const amount = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
