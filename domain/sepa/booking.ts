import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { resolveMiscellaneousJournal } from '../fiscal-years/journal.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { isPostable } from '../ledger/named-account.ts';
import { indexPaidDocuments, type PaymentTax } from '../ledger/payment-tax.ts';
import { refuseLocked, findLock, findPlace } from '../ledger/place.ts';
import { buildOwnEntry } from '../ledger/posting.ts';
import { evolveLedger } from '../ledger/state.ts';
import { buildLetteredEvent, withMovedTax } from '../lettering/lettering.ts';
import type { LetteredLine, Lettering, LetteringEvent } from '../lettering/lettering-events.ts';
import { formatLetteringCode } from '../lettering/state.ts';
import { absolute, isNegative, isZero, negate, sum, ZERO, type SignedAmount } from '../money.ts';
import { findIdByKey } from '../records/state.ts';
import {
  refuseInvalid,
  isRefusal,
  refuse,
  collectValue,
  type Decision,
  type Problem,
  type Refusal,
} from '../refusal.ts';
import { isStillOpen } from './allocation.ts';
import { SEPA_CURRENCY } from './creation.ts';
import type { CreatedSepaFile, Payment, SepaEvent } from './sepa-events.ts';
import { isActiveFile } from './state.ts';
import { findVersionConflict } from '../versions.ts';

/**
 * Books the orders on their execution date: the third parties are settled, and the amount stays on the transit account
 * until the bank statement clears it.
 */
export interface BookSepaFile {
  readonly type: 'BookSepaFile';
  readonly facts: SepaFileFacts;
  /** The open amounts of the paid lines. */
  readonly open: ReadonlyMap<number, SignedAmount>;
  readonly baseVersion: number | null;
  readonly entryId: number;
  readonly lineIds: readonly number[];
  readonly letteringIds: readonly number[];
  readonly payment?: PaymentTax;
}

export type SepaFileFacts = Pick<
  CreatedSepaFile,
  'id' | 'type' | 'journal_id' | 'execution_date' | 'batch_booking' | 'message_id'
> & {
  readonly payments: readonly Payment[];
};

const SETTING = 'auto_entries.transfers';

const LABELS: Readonly<Record<CreatedSepaFile['type'], Labels>> = {
  credit_transfer: {
    fr: 'Virements {file}',
    nl: 'Overschrijvingen {file}',
    en: 'Credit transfers {file}',
    de: 'Überweisungen {file}',
  },
  direct_debit: {
    fr: 'Domiciliations {file}',
    nl: 'Domiciliëringen {file}',
    en: 'Direct debits {file}',
    de: 'Lastschriften {file}',
  },
};

/** The effect of a payment on one account of its third party. */
export interface PaymentPart {
  readonly payment: Payment;
  readonly account_id: number;
  /** The settling line, debit positive. Zero if credit notes offset the whole amount. */
  readonly settling: SignedAmount;
}

export function splitPayments({ type, payments }: Pick<SepaFileFacts, 'type' | 'payments'>): readonly PaymentPart[] {
  return payments.flatMap((payment): readonly PaymentPart[] => {
    const { lines, amount } = payment;
    if (lines.length === 0)
      return [
        { payment, account_id: payment.account_id, settling: type === 'credit_transfer' ? amount : negate(amount) },
      ];
    return [...new Set(lines.map(({ account_id }) => account_id))].map((account_id) => ({
      payment,
      account_id,
      settling: negate(sum(lines.filter((line) => line.account_id === account_id).map((line) => line.amount))),
    }));
  });
}

type BookingEvent = SepaEvent | EntryEvent | LetteringEvent;

export function decideBooking(command: BookSepaFile, file: CompanyFile): Decision<BookingEvent> {
  const { facts, baseVersion } = command;
  const state = file.sepa[facts.id];
  if (!state || state.is_trashed) return refuse('not_found');
  const conflict = findVersionConflict(state, baseVersion);
  if (conflict) return conflict;
  if (!isActiveFile(state)) return refuse('sepa_file_status', { field: 'status', params: { status: state.status } });
  const { currency } = file.identity;
  if (currency !== SEPA_CURRENCY)
    return refuseInvalid([{ code: 'sepa_books_not_in_eur', field: 'id', params: { currency } }]);
  const settled = findSettledLines(command);
  if (settled.length > 0) return refuseInvalid(settled);
  const entry = buildBookingEntry(command, file);
  if (isRefusal(entry)) return entry;
  const letterings = buildLetterings(command, entry, { ...file, ledger: evolveLedger(file.ledger, entry) });
  if (isRefusal(letterings)) return letterings;
  const status = { status: 'booked', previous: state.status } as const;
  return [
    entry,
    ...letterings,
    {
      type: 'SepaFileStatusChanged',
      data: { id: facts.id, version: state.version + 1, ...status, entry_id: entry.data.id },
    },
  ];
}

/** Lines that were settled otherwise since cannot be settled again. */
function findSettledLines({ facts, open }: BookSepaFile): readonly Problem[] {
  return facts.payments.flatMap(({ lines }, index) =>
    lines.flatMap(({ line_id, amount }, place): readonly Problem[] =>
      isStillOpen(open.get(line_id) ?? ZERO, amount)
        ? []
        : [{ code: 'line_settled', field: `payments.${index}.line_ids.${place}` }],
    ),
  );
}

type Posted = Extract<EntryEvent, { type: 'EntryPosted' }>;

function buildBookingEntry({ facts, entryId, lineIds }: BookSepaFile, file: CompanyFile): Posted | Refusal {
  const problems: Problem[] = [];
  const settings = file.identity.settings;
  const journal = collectValue(
    resolveMiscellaneousJournal((settings[`${SETTING}.journal_id`] as number | null | undefined) ?? null, file),
    problems,
  );
  const number = settings[`${SETTING}.transit_account`];
  const transit = typeof number === 'string' ? (findIdByKey(file.records, accounts, 'number', number) ?? null) : null;
  if (!isPostable(file, transit))
    problems.push({ code: 'transit_account_missing', field: 'id', params: { setting: `${SETTING}.transit_account` } });
  const place = findPlace(file.fiscalYears, facts.execution_date);
  if (!place) problems.push({ code: 'date_outside_fiscal_years', field: 'execution_date' });
  const lock = place && findLock(place);
  if (lock) return refuseLocked(lock, 'execution_date', problems);
  if (problems.length > 0 || !place || !journal || !isPostable(file, transit)) return refuseInvalid(problems);
  const drafts = [
    ...splitPayments(facts)
      .filter(({ settling }) => !isZero(settling))
      .map(({ account_id, settling, payment }) => ({
        account_id,
        amount: settling,
        third_party_id: payment.third_party_id,
      })),
    ...listTransitAmounts(facts).map((amount) => ({ account_id: transit, amount, third_party_id: null })),
  ];
  return buildOwnEntry(
    {
      id: entryId,
      journal_id: journal.id,
      entry_date: facts.execution_date,
      due_date: null,
      label: LABELS[facts.type][file.identity.locale].replace('{file}', facts.message_id),
      reference: facts.message_id,
      origin: 'sepa_file',
      lines: drafts.map(({ account_id, amount, third_party_id }, index): EntryLine => ({
        id: lineIds[index]!,
        account_id,
        debit: isNegative(amount) ? ZERO : amount,
        credit: isNegative(amount) ? absolute(amount) : ZERO,
        label: null,
        third_party_id,
      })),
    },
    journal.journal,
    place,
    file,
  );
}

/** Amounts on the transit account as the bank will show them: one total, or one per payment. */
function listTransitAmounts({ type, payments, batch_booking }: SepaFileFacts): readonly SignedAmount[] {
  const amounts = payments.map(({ amount }) => amount);
  const shown = batch_booking ? [sum(amounts)] : amounts;
  return type === 'credit_transfer' ? shown.map(negate) : shown;
}

/** The maximum number of lines of the entry. */
export const countBookingLines = (facts: SepaFileFacts): number => splitPayments(facts).length + facts.payments.length;

/** Each payment settles its lines, by account, and moves the tax that becomes due. */
function buildLetterings(
  { facts, letteringIds, payment: tax }: BookSepaFile,
  entry: Posted,
  file: CompanyFile,
): readonly (LetteringEvent | EntryEvent)[] | Refusal {
  const letterings: Lettering[] = [];
  const moves: EntryEvent[] = [];
  const documents = tax ? indexPaidDocuments(tax.documents, file) : new Map<number, never>();
  let ledger = file.ledger;
  let usedLines = 0;
  let place = 0;
  for (const { payment, account_id, settling } of splitPayments(facts)) {
    const own = isZero(settling) ? [] : [toSettlingLine(entry, (place += 1), settling)];
    const paid = payment.lines.filter((line) => line.account_id === account_id);
    if (paid.length === 0) continue;
    const lettering: Lettering = {
      id: letteringIds[letterings.length]!,
      code: formatLetteringCode(file.lettering.count + letterings.length + 1),
      origin: 'sepa_file',
      account_id,
      third_party_id: payment.third_party_id,
      settled_on: entry.data.entry_date,
      lines: [...paid.map(({ account_id: _, ...line }) => line), ...own],
    };
    const ids = { entryId: tax?.entryIds[moves.length] ?? 0, lineIds: tax?.lineIds.slice(usedLines) ?? [] };
    const moved = withMovedTax(lettering, documents, ids, { ...file, ledger });
    if (isRefusal(moved)) return moved;
    letterings.push(moved.lettering);
    if (!moved.entry) continue;
    moves.push(moved.entry);
    usedLines += moved.entry.data.lines.length;
    ledger = evolveLedger(ledger, moved.entry);
  }
  return letterings.length === 0 ? [] : [...moves, buildLetteredEvent(letterings)];
}

function toSettlingLine({ data: { id, lines } }: Posted, line_number: number, amount: SignedAmount): LetteredLine {
  return { line_id: lines[line_number - 1]!.id, entry_id: id, line_number, amount };
}
