import type { LineToLetter } from '../../../domain/lettering/lettering.ts';
import { findAccountId } from '../../support/company-file-samples.ts';

let last = 0;

/** An open line of customer 7 on the customers' account; its ids are its own. */
export function openLine(open: string, changes: Partial<LineToLetter> = {}): LineToLetter {
  last += 1;
  const { entry_date = '2026-03-15' } = changes;
  return {
    line_id: last,
    entry_id: last,
    line_number: 1,
    account_id: findAccountId('400000'),
    third_party_id: 7,
    due_date: entry_date,
    open,
    references: [],
    labels: [],
    isItem: true,
    ...changes,
    entry_date,
  };
}

/** In words of a test: `line('100.00', '03-15', {...})`. */
export const on = (day: string, open: string, changes: Partial<LineToLetter> = {}): LineToLetter =>
  openLine(open, { entry_date: `2026-${day}`, ...changes });
