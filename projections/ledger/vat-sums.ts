import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { subtract } from '../../domain/money.ts';
import { listFamilyAmounts } from '../../domain/vat-codes/box-families.ts';
import { buildBoxShape } from '../../domain/vat-declarations/shape.ts';
import type { Batch } from '../support/batch.ts';
import { addVatPartySum, NO_PARTY } from './vat-party-sums.ts';
import { vatBoxes, vatCounts, vatFamilyBoxes, vatMovements } from './tables.ts';

/** An entry never changes its date, tax or lines, so its amounts are only ever added. */
export function projectVat(
  { entry_date, third_party_id, vat, lines }: PostedEntry,
  { company_id, recorded_at }: { readonly company_id: number; readonly recorded_at: string },
  batch: Batch,
): void {
  if (!vat) return;
  for (const effect of vat) {
    addVatPartySum({ company_id, entry_date, third_party_id: third_party_id ?? NO_PARTY }, effect, batch);
    const { boxes, exigibility } = effect;
    if (exigibility !== undefined || boxes.length === 0) continue;
    const count = {
      company_id,
      entry_date,
      boxes: buildBoxShape(boxes),
      lines_count: 1,
      last_recorded_at: recorded_at,
    };
    batch.add(vatCounts, count);
    for (const { box, amount } of boxes) batch.add(vatBoxes, { company_id, entry_date, box, amount });
    for (const { box, amount } of listFamilyAmounts(effect))
      batch.add(vatFamilyBoxes, { company_id, entry_date, box, amount });
  }
  for (const { account_id, vat_code_id, debit, credit } of lines) {
    if (vat_code_id === undefined) continue;
    batch.add(vatMovements, { company_id, entry_date, account_id, amount: subtract(debit, credit) });
  }
}
