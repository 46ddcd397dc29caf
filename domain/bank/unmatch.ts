import type { CompanyFile } from '../company-file-state.ts';
import type { DocumentEvent } from '../documents/document-events.ts';
import type { DocumentOfEntry } from '../documents/facts.ts';
import { updateDocumentAfterReversal } from '../documents/unbooking.ts';
import { entryEvents, type EntryEvent } from '../ledger/entry-events.ts';
import type { EntryFacts } from '../ledger/entry-facts.ts';
import type { PaymentTax } from '../ledger/payment-tax.ts';
import { decideReversal, type ReverseEntry } from '../ledger/reversal.ts';
import { evolveLedger } from '../ledger/state.ts';
import { letteringEvents, type LetteringEvent } from '../lettering/lettering-events.ts';
import { evolveLettering } from '../lettering/state.ts';
import type { SignedAmount } from '../money.ts';
import { isRefusal, refuse, type Decision } from '../refusal.ts';
import type { BankEvent, Unmatching } from './bank-events.ts';
import { buildSplitEvents, type KnownTransaction } from './transactions.ts';
import { findVersionConflict } from '../versions.ts';

/**
 * Undoes the bookings of a transaction: its entries are reversed on their date, and everything that they settled is open
 * again, regardless of who settled it.
 */
export interface UnmatchTransaction {
  readonly type: 'UnmatchTransaction';
  readonly transaction: KnownTransaction;
  /** Latest first. */
  readonly matches: readonly MatchToUndo[];
  /** The latest remaining match. */
  readonly remaining: RemainingMatch | null;
  readonly baseVersion: number | null;
}

export interface RemainingMatch {
  readonly entry_id: number;
  readonly third_party_id: number | null;
}

export interface MatchToUndo {
  readonly amount: SignedAmount;
  /** Third party of the match. */
  readonly third_party_id: number | null;
  /** Entry that booked it. */
  readonly facts: EntryFacts;
  readonly ids: Pick<ReverseEntry, 'entryId' | 'lineIds' | 'letteringIds'>;
  readonly payment?: PaymentTax;
  /** The corrections of discounts that its entry booked. */
  readonly documents?: readonly DocumentOfEntry[];
}

type UnmatchEvent = BankEvent | EntryEvent | LetteringEvent | DocumentEvent;

export function decideUnmatching(command: UnmatchTransaction, file: CompanyFile): Decision<UnmatchEvent> {
  const { transaction, matches, remaining, baseVersion } = command;
  const { id, version } = transaction;
  const conflict = findVersionConflict({ version }, baseVersion);
  if (conflict) return conflict;
  if (matches.length === 0) return refuse('transaction_not_matched');
  const events: UnmatchEvent[] = [];
  const unmatched: Unmatching[] = [];
  const undone = new Set<number>();
  let now = file;
  for (const [index, { amount, facts, ids, payment, documents = [] }] of matches.entries()) {
    const reversal = decideReversal(
      {
        type: 'ReverseEntry',
        facts: withoutLetterings(facts, undone),
        ...ids,
        // On the original date: the bank moved the money then, and the books of that day must agree with the statement.
        entry_date: facts.entry_date,
        today: facts.entry_date,
        label: null,
        baseVersion: null,
        takesBackMatch: true,
        ...(payment && {
          payment: { ...payment, documents: payment.documents.map((one) => withoutLetterings(one, undone)) },
        }),
      },
      now,
    );
    if (isRefusal(reversal)) return reversal;
    for (const lettering of facts.letterings) undone.add(lettering.id);
    const unbooked = documents.flatMap((document) => updateDocumentAfterReversal(document, facts, ids.entryId));
    events.push(...reversal, ...unbooked);
    now = reversal.reduce(evolveFile, now);
    const stays = matches[index + 1];
    unmatched.push({
      id,
      version: version + 1 + index,
      amount,
      entry_id: facts.id,
      reversal_entry_id: ids.entryId,
      remaining_entry_id: stays?.facts.id ?? remaining?.entry_id ?? null,
      remaining_third_party_id: stays ? stays.third_party_id : (remaining?.third_party_id ?? null),
    });
  }
  const event: BankEvent = { type: 'BankTransactionsUnmatched', data: { matches: unmatched } };
  const isPending = remaining === null;
  return [...events, event, ...(isPending ? buildSplitEvents(transaction, version + matches.length) : [])];
}

/** A lettering may contain lines of two entries that are both reversed. */
function withoutLetterings(facts: EntryFacts, undone: ReadonlySet<number>): EntryFacts {
  if (undone.size === 0) return facts;
  return { ...facts, letterings: facts.letterings.filter(({ id }) => !undone.has(id)) };
}

function evolveFile(file: CompanyFile, event: UnmatchEvent): CompanyFile {
  if (Object.hasOwn(entryEvents, event.type))
    return { ...file, ledger: evolveLedger(file.ledger, event as EntryEvent) };
  if (Object.hasOwn(letteringEvents, event.type))
    return { ...file, lettering: evolveLettering(file.lettering, event as LetteringEvent) };
  return file;
}
