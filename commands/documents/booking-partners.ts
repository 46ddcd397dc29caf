import type { CompanyFile } from '../../domain/company-file-state.ts';
import { findAdvanceAccount } from '../../domain/documents/advances.ts';
import type { DocumentContent } from '../../domain/documents/document-events.ts';
import type { RelatedDocuments } from '../../domain/documents/references.ts';
import type { BookingPartners } from '../../domain/documents/settling.ts';
import { countMaxTaxLines, getWaitingAccounts, type PaymentTax } from '../../domain/ledger/payment-tax.ts';
import type { WriteOffIds } from '../../domain/lettering/difference.ts';
import type { OpenLine } from '../../domain/lettering/open-line.ts';
import { readCreditedEntries } from '../../projections/ledger/credited.ts';
import { readPaymentTaxFacts } from '../../projections/ledger/facts.ts';
import { readOpenLinesOfEntries } from '../../projections/lettering/facts.ts';
import { allocateMissingAccounts } from '../support/missing-accounts.ts';
import type { Sources } from '../support/preview.ts';

export interface DocumentToBook extends Pick<DocumentContent, 'deducts' | 'third_party_id'> {
  readonly credits: readonly { readonly document_id: number | null }[];
  readonly lines: { readonly length: number };
}

/** Loads the entries that the booking of a document settles, and ids for it. Undefined if there are none. */
export async function prepareBookingPartners(
  { pool, ids }: Sources,
  companyId: number,
  { credits, deducts, third_party_id, lines: own }: DocumentToBook,
  related: RelatedDocuments,
  file: CompanyFile,
): Promise<BookingPartners | undefined> {
  const credited = listEntries(
    credits.map(({ document_id }) => document_id),
    related,
  );
  const advances = deducts.map(({ document_id }) => document_id);
  // A credit note of an earlier final invoice has made its advance available again.
  const deducted = [...listEntries(advances, related), ...listFollowingEntries(advances, related)];
  if (credited.length + deducted.length === 0) return undefined;
  const account = findAdvanceAccount(file);
  const isSettled = ({ entry_id, account_id, third_party_id: party }: OpenLine): boolean =>
    credited.includes(entry_id) ? party === third_party_id || account_id === account : account_id === account;
  const [known, open, letteringIds] = await Promise.all([
    readCreditedEntries(pool, companyId, credited.slice(0, 1)),
    readOpenLinesOfEntries(pool, companyId, [...credited, ...deducted]),
    ids.allocate('letterings', MAX_ACCOUNTS),
  ]);
  const lines = open.filter(isSettled);
  const entry = known.get(credited[0] ?? 0);
  const isCreditable =
    entry?.origin === 'invoice' && entry.status === 'posted' && entry.third_party_id === third_party_id;
  const payment = await preparePartnerTax({ pool, ids }, companyId, lines, own.length, file);
  const exchangeIds = lines.some(({ currency }) => currency) ? await allocateExchangeIds(ids) : undefined;
  return {
    credited: isCreditable ? { id: credited[0]!, entry } : null,
    lines,
    letteringIds,
    ...(exchangeIds && { exchangeIds, ...(await allocateMissingAccounts(ids, file)) }),
    ...(payment && { payment }),
  };
}

/** The account of the third party, and that of advances. */
const MAX_ACCOUNTS = 2;

async function allocateExchangeIds(ids: Sources['ids']): Promise<readonly WriteOffIds[]> {
  const [entryIds, lineIds] = await Promise.all([
    ids.allocate('entries', MAX_ACCOUNTS),
    ids.allocate('entry_lines', 2 * MAX_ACCOUNTS),
  ]);
  return entryIds.map((entryId, index) => ({
    entryId,
    lineIds: [lineIds[2 * index]!, lineIds[2 * index + 1]!] as const,
  }));
}

function listEntries(documentIds: readonly (number | null)[], { documents }: RelatedDocuments): readonly number[] {
  return documentIds.flatMap((id) => {
    const facts = documents.get(id ?? 0);
    return facts?.is_booked && facts.last_entry_id !== null ? [facts.last_entry_id] : [];
  });
}

const listFollowingEntries = (advances: readonly number[], { followers }: RelatedDocuments): readonly number[] =>
  followers.flatMap(({ entry_id, lines }) =>
    entry_id !== null && lines.some((line) => advances.includes(line.deducted_document_id ?? 0)) ? [entry_id] : [],
  );

/** The new document may have waiting tax too. */
async function preparePartnerTax(
  { pool, ids }: Sources,
  companyId: number,
  open: readonly OpenLine[],
  ownLines: number,
  file: CompanyFile,
): Promise<PaymentTax | undefined> {
  if (open.length === 0 || Object.keys(getWaitingAccounts(file)).length === 0) return undefined;
  const documents = await readPaymentTaxFacts(pool, companyId, [...new Set(open.map(({ entry_id }) => entry_id))]);
  const [entryIds, lineIds] = await Promise.all([
    ids.allocate('entries', MAX_ACCOUNTS),
    ids.allocate('entry_lines', countMaxTaxLines(documents, file) + 2 * ownLines),
  ]);
  return { documents, entryIds, lineIds };
}
