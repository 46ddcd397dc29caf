import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { LetteringFacts } from '../../domain/ledger/entry-facts.ts';
import {
  filterTaxMovers,
  countMaxTaxLines,
  getWaitingAccounts,
  type PaymentTax,
} from '../../domain/ledger/payment-tax.ts';
import { readPaymentTaxFacts } from '../../projections/ledger/facts.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Loads the facts and ids needed to move the tax that is due on payment of these entries. Undefined if there is none. */
export async function preparePaymentTax(
  { pool, ids }: Pick<Toolbox, 'pool' | 'ids'>,
  companyId: number,
  entryIds: Iterable<number>,
  letterings: number,
  file: CompanyFile,
): Promise<PaymentTax | undefined> {
  if (Object.keys(getWaitingAccounts(file)).length === 0) return undefined;
  const documents = await readPaymentTaxFacts(pool, companyId, [...new Set(entryIds)]);
  const lines = countMaxTaxLines(documents, file);
  if (lines === 0) return undefined;
  const [newEntries, lineIds] = await Promise.all([
    ids.allocate('entries', Math.min(letterings, documents.length)),
    ids.allocate('entry_lines', lines),
  ]);
  return { documents, entryIds: newEntries, lineIds };
}

/** The same for undone letterings, whose tax is moved back in one entry. */
export async function prepareTaxMoveBack(
  toolbox: Pick<Toolbox, 'pool' | 'ids'>,
  companyId: number,
  letterings: readonly LetteringFacts[],
  file: CompanyFile,
): Promise<PaymentTax | undefined> {
  const entries = filterTaxMovers(letterings).flatMap(({ lines }) => lines.map(({ entry_id }) => entry_id));
  return entries.length === 0 ? undefined : preparePaymentTax(toolbox, companyId, entries, 1, file);
}
