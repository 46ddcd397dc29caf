import { getPartyIban } from '../../domain/demo/invoices.ts';
import type { PlannedDocument } from '../../domain/demo/plan.ts';
import type { PostedEntry } from '../../domain/ledger/entry-events.ts';
import { subtract } from '../../domain/money.ts';
import type { RequestedEntry } from '../ledger/requested.ts';
import type { DemoBooks } from './books.ts';

/** Invoices of the demo as entries, and their payments. */

const JOURNALS = { sale: ['VEN', 'NCV'], purchase: ['ACH', 'NCA'] } as const;

export function buildInvoiceRequest(
  books: DemoBooks,
  document: PlannedDocument,
  creditedId: number | null,
): RequestedEntry {
  const { kind, party, date, reference, label, account, vatCode, amount } = document;
  return {
    type: 'PostInvoice',
    kind: creditedId === null ? 'invoice' : 'credit_note',
    journal_id: books.getJournalId(JOURNALS[kind][creditedId === null ? 0 : 1]),
    third_party_id: books.parties.get(party.key)!,
    entry_date: date,
    due_date: null,
    label,
    reference,
    lines: [{ account, account_id: null, vat_code: vatCode, vat_code_id: null, amount, label }],
    vat_amounts: [],
    credited_entry_id: creditedId,
  };
}

/** Finds the third-party line, which carries the amount to pay. */
export function findPartyLine({ lines }: PostedEntry): PostedEntry['lines'][number] {
  return lines.find(({ third_party_id }) => third_party_id !== null)!;
}

export function schedulePayment(
  { company, toMove, newIbans }: DemoBooks,
  { paidOn, party, reference }: PlannedDocument,
  entry: PostedEntry,
): void {
  if (paidOn === null) return;
  const { debit, credit } = findPartyLine(entry);
  toMove.push({
    date: paidOn,
    amount: subtract(debit, credit),
    counterpart: party.name,
    iban: party.isPrivate && party.paymentDays < 5 ? null : (newIbans.get(party.key) ?? getPartyIban(company, party)),
    communication: reference,
  });
}
