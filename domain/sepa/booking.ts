import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { journalFor } from '../fiscal-years/journal.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { isPostable } from '../ledger/named-account.ts';
import { paidDocuments, type PaymentTax } from '../ledger/payment-tax.ts';
import { lockedAt, lockOf, placeOf } from '../ledger/place.ts';
import { posted } from '../ledger/posting.ts';
import { evolveLedger } from '../ledger/state.ts';
import { lettered, withMovedTax } from '../lettering/lettering.ts';
import type { LetteredLine, Lettering, LetteringEvent } from '../lettering/lettering-events.ts';
import { letteringCode } from '../lettering/state.ts';
import { absolute, isNegative, isZero, negate, sum, ZERO, type SignedAmount } from '../money.ts';
import { conflict } from '../records/records.ts';
import { idByKey } from '../records/state.ts';
import { invalid, isRefusal, refuse, type Decision, type Problem, type Refusal } from '../refusal.ts';
import { isStillOpen } from './allocation.ts';
import type { CreatedSepaFile, Payment, SepaEvent } from './sepa-events.ts';
import { isLivingFile } from './state.ts';

/**
 * The orders are booked on the day of their execution: what the third parties were owed is settled, and stands on the transit account until
 * the bank's statement takes it off there.
 */
export interface BookSepaFile {
  readonly type: 'BookSepaFile';
  readonly facts: SepaFileFacts;
  /** What is open now of the lines that are paid. */
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

/** What a payment does on one account of its third party. */
export interface PaymentPart {
  readonly payment: Payment;
  readonly account_id: number;
  /** The line that settles the others, debit positive; zero where credit notes make up for all of it. */
  readonly settling: SignedAmount;
}

export function partsOf({ type, payments }: Pick<SepaFileFacts, 'type' | 'payments'>): readonly PaymentPart[] {
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
  if (baseVersion !== null && baseVersion !== state.version) return conflict(state.version);
  if (!isLivingFile(state)) return refuse('sepa_file_status', { field: 'status', params: { status: state.status } });
  const settled = settledSince(command);
  if (settled.length > 0) return invalid(settled);
  const entry = entryOf(command, file);
  if (isRefusal(entry)) return entry;
  const letterings = letteringsOf(command, entry, { ...file, ledger: evolveLedger(file.ledger, entry) });
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

/** What was paid otherwise since cannot be settled again. */
function settledSince({ facts, open }: BookSepaFile): readonly Problem[] {
  return facts.payments.flatMap(({ lines }, index) =>
    lines.flatMap(({ line_id, amount }, place): readonly Problem[] =>
      isStillOpen(open.get(line_id) ?? ZERO, amount)
        ? []
        : [{ code: 'line_settled', field: `payments.${index}.line_ids.${place}` }],
    ),
  );
}

type Posted = Extract<EntryEvent, { type: 'EntryPosted' }>;

function entryOf({ facts, entryId, lineIds }: BookSepaFile, file: CompanyFile): Posted | Refusal {
  const problems: Problem[] = [];
  const settings = file.identity?.settings ?? {};
  const journal = journalFor((settings[`${SETTING}.journal_id`] as number | null | undefined) ?? null, file, problems);
  const number = settings[`${SETTING}.transit_account`];
  const transit = typeof number === 'string' ? (idByKey(file.records, accounts, 'number', number) ?? null) : null;
  if (!isPostable(file, transit))
    problems.push({ code: 'transit_account_missing', field: 'id', params: { setting: `${SETTING}.transit_account` } });
  const place = placeOf(file.fiscalYears, facts.execution_date);
  if (!place) problems.push({ code: 'date_outside_fiscal_years', field: 'execution_date' });
  const lock = place && lockOf(place);
  if (lock) return lockedAt(lock, 'execution_date', problems);
  if (problems.length > 0 || !place || !journal || !isPostable(file, transit)) return invalid(problems);
  const drafts = [
    ...partsOf(facts)
      .filter(({ settling }) => !isZero(settling))
      .map(({ account_id, settling, payment }) => ({
        account_id,
        amount: settling,
        third_party_id: payment.third_party_id,
      })),
    ...waitingAmounts(facts).map((amount) => ({ account_id: transit, amount, third_party_id: null })),
  ];
  return posted(
    {
      id: entryId,
      journal_id: journal.id,
      entry_date: facts.execution_date,
      due_date: null,
      label: LABELS[facts.type][file.identity!.locale].replace('{file}', facts.message_id),
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

/** On the transit account, as the bank will show it: one amount for all, or one for each. */
function waitingAmounts({ type, payments, batch_booking }: SepaFileFacts): readonly SignedAmount[] {
  const amounts = payments.map(({ amount }) => amount);
  const shown = batch_booking ? [sum(amounts)] : amounts;
  return type === 'credit_transfer' ? shown.map(negate) : shown;
}

/** The most lines that the entry may have. */
export const linesOfBooking = (facts: SepaFileFacts): number => partsOf(facts).length + facts.payments.length;

/** Each payment settles its lines, account by account, with the tax that becomes due by it. */
function letteringsOf(
  { facts, letteringIds, payment: tax }: BookSepaFile,
  entry: Posted,
  file: CompanyFile,
): readonly (LetteringEvent | EntryEvent)[] | Refusal {
  const letterings: Lettering[] = [];
  const moves: EntryEvent[] = [];
  const documents = tax ? paidDocuments(tax.documents, file) : new Map<number, never>();
  let ledger = file.ledger;
  let usedLines = 0;
  let place = 0;
  for (const { payment, account_id, settling } of partsOf(facts)) {
    const own = isZero(settling) ? [] : [settlingLine(entry, (place += 1), settling)];
    const paid = payment.lines.filter((line) => line.account_id === account_id);
    if (paid.length === 0) continue;
    const lettering: Lettering = {
      id: letteringIds[letterings.length]!,
      code: letteringCode(file.lettering.count + letterings.length + 1),
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
  return letterings.length === 0 ? [] : [...moves, lettered(letterings)];
}

function settlingLine({ data: { id, lines } }: Posted, line_number: number, amount: SignedAmount): LetteredLine {
  return { line_id: lines[line_number - 1]!.id, entry_id: id, line_number, amount };
}
