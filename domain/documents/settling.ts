import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { supplyAccounts, type BooksDifferences } from '../currency/missing-accounts.ts';
import type { RecordEvent } from '../records/record-events.ts';
import type { EntryEvent, PostedEntry } from '../ledger/entry-events.ts';
import type { CreditedEntry } from '../ledger/invoice.ts';
import { indexPaidDocuments, type PaymentTax } from '../ledger/payment-tax.ts';
import { evolveLedger } from '../ledger/state.ts';
import type { LetteringEvent } from '../lettering/lettering-events.ts';
import type { WriteOffIds } from '../lettering/difference.ts';
import { buildExchangeEntry, planExchange, sumAllocations, type Allocation } from '../lettering/exchange.ts';
import {
  allocateSmallerSide,
  buildLetteredEvent,
  buildLettering,
  getLatestDate,
  withMovedTax,
} from '../lettering/lettering.ts';
import { sumOpen, type OpenLine } from '../lettering/open-line.ts';
import { formatLetteringCode } from '../lettering/state.ts';
import { isNegative, isZero, subtract } from '../money.ts';
import { findLiveRecord } from '../records/state.ts';
import { isRefusal, type Decision } from '../refusal.ts';

/** Letters the entry of a document with those that it settles: a credit note with its invoice, a final with its advance. */

/** Facts about the documents that a document names, and the ids for settling them with its booking. */
export interface BookingPartners extends BooksDifferences {
  /** The first booked invoice that a credit note names. */
  readonly credited: { readonly id: number; readonly entry: CreditedEntry } | null;
  /** Open lines of the entries of these documents, on the accounts to settle. */
  readonly lines: readonly OpenLine[];
  /** One per account. */
  readonly letteringIds: readonly number[];
  /** One per account, for exchange differences; empty if no line is in foreign currency. */
  readonly exchangeIds?: readonly WriteOffIds[];
  /** With ids for the tax of the new entry too. */
  readonly payment?: PaymentTax;
}

export const settleBooking = (
  posted: PostedEntry,
  partners: BookingPartners,
  file: CompanyFile,
): Decision<EntryEvent | LetteringEvent | RecordEvent> =>
  supplyAccounts(partners, file, (supplied) => letterBooking(posted, partners, supplied));

function letterBooking(
  posted: PostedEntry,
  { lines, letteringIds, exchangeIds = [], payment }: BookingPartners,
  file: CompanyFile,
): Decision<EntryEvent | LetteringEvent> {
  let ledger = evolveLedger(file.ledger, { type: 'EntryPosted', data: posted });
  const documents = payment && indexPaidDocuments([...payment.documents, { ...posted, letterings: [] }], file);
  const taxLineIds = [...(payment?.lineIds ?? [])];
  const entries: EntryEvent[] = [];
  const letterings = [];
  const own = toOpenLines(posted);
  const accountIds = [...new Set(lines.map(({ account_id }) => account_id))].slice(0, letteringIds.length);
  for (const [index, accountId] of accountIds.entries()) {
    const allocated = allocateOnAccount(accountId, own, lines, file);
    if (!allocated) continue;
    const code = formatLetteringCode(file.lettering.count + 1 + letterings.length);
    const settlement = { id: letteringIds[index]!, code, origin: 'document' } as const;
    const exchange = buildExchange(allocated, code, exchangeIds[index], { ...file, ledger });
    if (exchange && isRefusal(exchange)) return exchange;
    if (exchange) {
      entries.push(exchange);
      ledger = evolveLedger(ledger, exchange);
    }
    const lettering = buildLettering(settlement, allocated, exchange && exchange.data);
    if (!documents) {
      letterings.push(lettering);
      continue;
    }
    const ids = { entryId: payment.entryIds[index]!, lineIds: taxLineIds };
    const moved = withMovedTax(lettering, documents, ids, { ...file, ledger });
    if (isRefusal(moved)) return moved;
    if (moved.entry) {
      entries.push(moved.entry);
      taxLineIds.splice(0, moved.entry.data.lines.length);
      ledger = evolveLedger(ledger, moved.entry);
    }
    letterings.push(moved.lettering);
  }
  return letterings.length === 0 ? [] : [...entries, buildLetteredEvent(letterings)];
}

/** The entry of the exchange difference between a document and those that it settles. Null if there is none. */
function buildExchange(
  allocated: readonly Allocation[],
  code: string,
  ids: WriteOffIds | undefined,
  file: CompanyFile,
) {
  const amount = sumAllocations(allocated);
  const { account_id, third_party_id, currency } = allocated[0]!.line;
  if (isZero(amount) || !currency || !ids) return null;
  const entry_date = getLatestDate(allocated.map(({ line }) => line));
  const plan = planExchange({ amount, account_id, third_party_id, entry_date, journal_id: null }, file);
  return isRefusal(plan) ? plan : buildExchangeEntry(plan, ids, { label: null, code, currency }, file);
}

/** Null if nothing on the account settles the new entry. Only lines of its currency do. */
function allocateOnAccount(
  accountId: number,
  own: readonly OpenLine[],
  others: readonly OpenLine[],
  file: CompanyFile,
) {
  if (!findLiveRecord(file.records, accounts, accountId)?.data.is_letterable) return null;
  const mine = own.filter(({ account_id, open }) => account_id === accountId && !isZero(open));
  const [first] = mine;
  if (!first) return null;
  const isCredit = isNegative(sumOpen(mine));
  const opposite = others.filter(
    ({ account_id, third_party_id, open, currency }) =>
      account_id === accountId &&
      third_party_id === first.third_party_id &&
      (currency ?? null) === (first.currency ?? null) &&
      !isZero(open) &&
      isNegative(open) !== isCredit,
  );
  return opposite.length === 0 ? null : allocateSmallerSide([...opposite, ...mine]);
}

function toOpenLines({ id, entry_date, due_date, lines }: PostedEntry): readonly OpenLine[] {
  return lines.map(({ id: line_id, account_id, third_party_id, debit, credit, ...line }, index) => ({
    line_id,
    entry_id: id,
    line_number: index + 1,
    account_id,
    third_party_id,
    entry_date,
    due_date: due_date ?? entry_date,
    open: subtract(debit, credit),
    ...(line.currency !== undefined && { currency: line.currency, currency_open: line.currency_amount! }),
    references: [],
    labels: [],
  }));
}
