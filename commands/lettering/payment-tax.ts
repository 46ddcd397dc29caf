import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { LetteringFacts } from '../../domain/ledger/entry-facts.ts';
import { movers, taxLinesAtMost, waitingAccounts, type PaymentTax } from '../../domain/ledger/payment-tax.ts';
import { factsOfDocuments } from '../../projections/ledger/facts.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** What the tax due with the payment of these entries needs to move, by so many letterings; undefined where there is none. */
export async function paymentTaxOf(
  { pool, ids }: Pick<Toolbox, 'pool' | 'ids'>,
  companyId: number,
  entryIds: Iterable<number>,
  letterings: number,
  file: CompanyFile,
): Promise<PaymentTax | undefined> {
  if (Object.keys(waitingAccounts(file)).length === 0) return undefined;
  const documents = await factsOfDocuments(pool, companyId, [...new Set(entryIds)]);
  const lines = taxLinesAtMost(documents, file);
  if (lines === 0) return undefined;
  const [newEntries, lineIds] = await Promise.all([
    ids.allocate('entries', Math.min(letterings, documents.length)),
    ids.allocate('entry_lines', lines),
  ]);
  return { documents, entryIds: newEntries, lineIds };
}

/** The same for letterings that are undone; their tax moves back in one entry. */
export async function paymentTaxToMoveBack(
  toolbox: Pick<Toolbox, 'pool' | 'ids'>,
  companyId: number,
  letterings: readonly LetteringFacts[],
  file: CompanyFile,
): Promise<PaymentTax | undefined> {
  const entries = movers(letterings).flatMap(({ lines }) => lines.map(({ entry_id }) => entry_id));
  return entries.length === 0 ? undefined : paymentTaxOf(toolbox, companyId, entries, 1, file);
}
