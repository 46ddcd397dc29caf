import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { subtract } from '../../domain/money.ts';
import type { Batch } from '../support/batch.ts';
import { vatBoxes, vatMovements } from './tables.ts';

/** An entry never changes its day, its tax or its lines: what it adds stays. */
export function projectVat({ entry_date, vat, lines }: PostedEntry, company_id: number, batch: Batch): void {
  if (!vat) return;
  for (const { boxes, exigibility } of vat) {
    if (exigibility !== undefined) continue;
    for (const { box, amount } of boxes) batch.add(vatBoxes, { company_id, entry_date, box, amount });
  }
  for (const { account_id, vat_code_id, debit, credit } of lines) {
    if (vat_code_id === undefined) continue;
    batch.add(vatMovements, { company_id, entry_date, account_id, amount: subtract(debit, credit) });
  }
}
