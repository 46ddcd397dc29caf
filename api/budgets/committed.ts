import type { Queryable } from '../../database/snapshot.ts';
import type { Sums } from '../../domain/budgets/actuals.ts';
import { waitingDocuments } from '../../projections/budgets/committed-documents.ts';

/** What is known to come though it is not booked yet. */
export async function committedSums(
  db: Queryable,
  companyId: number,
  periods: readonly { readonly starts_on: string; readonly ends_on: string }[],
): Promise<Sums> {
  return { whole: await waitingDocuments(db, companyId, periods), coded: [] };
}
