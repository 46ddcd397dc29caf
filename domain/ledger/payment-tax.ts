import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { countryPack } from '../country-packs/index.ts';
import { nextDay, type PlainDate } from '../dates.ts';
import { journalFor } from '../fiscal-years/journal.ts';
import type { Labels } from '../language.ts';
import { absolute, add, isNegative, isZero, negate, share, subtract, sum, ZERO, type SignedAmount } from '../money.ts';
import { idByKey, recordsOf } from '../records/state.ts';
import { invalid, type Problem, type Refusal } from '../refusal.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { isClosedForVat } from '../vat-declarations/state.ts';
import type { EntryEvent, EntryLine, VatEffect } from './entry-events.ts';
import type { EntryFacts, LetteringFacts } from './entry-facts.ts';
import { isPostable } from './named-account.ts';
import { lockedAt, lockOf, placeOf } from './place.ts';
import { posted } from './posting.ts';
import { boxesOf, reported, type VatAmounts } from './vat.ts';

/**
 * Tax that is due with the payment waits on accounts of its own, and moves to those of the tax that is due in proportion to
 * what letterings settle of the document. What has moved follows from what is settled alone, whichever way led there; so what
 * waits is at any moment the tax on what is not paid. A credit note moves its tax the other way: lettered with its invoice,
 * nothing is left to move.
 */

/** What a command must know to move tax: absent where no document of it has any that waits. */
export interface PaymentTax {
  /** Documents with such tax, among others, of which something is settled or no longer settled. */
  readonly documents: readonly EntryFacts[];
  /** One for each lettering, of which some may be left over. */
  readonly entryIds: readonly number[];
  /** As many as `taxLinesAtMost` says. */
  readonly lineIds: readonly number[];
}

/** From the account where tax waits to the account of what is due, by their numbers; empty where no tax of a country waits. */
export function waitingAccounts({ identity }: CompanyFile): Readonly<Record<string, string>> {
  return (identity && countryPack(identity.country_pack)?.taxOnPayment) ?? {};
}

interface WaitingTax {
  readonly account_id: number;
  readonly vat_code_id: number;
  /** Debit is positive. */
  readonly amount: SignedAmount;
}

/** A document as its payment sees it. */
export interface PaidDocument {
  /** What the third party owes by it; debit is positive. */
  readonly total: SignedAmount;
  /** By letterings that have moved its tax. */
  readonly settled: SignedAmount;
  readonly waiting: readonly WaitingTax[];
  readonly vat: readonly VatEffect[];
}

export type PaidDocuments = ReadonlyMap<number, PaidDocument>;

/** By the line of the third party. */
export function paidDocuments(documents: readonly EntryFacts[], file: CompanyFile): PaidDocuments {
  const numbers = waitingAccounts(file);
  const known = recordsOf(file.records, accounts).byId;
  const found = new Map<number, PaidDocument>();
  for (const { lines, vat = [], letterings } of documents) {
    const onPayment = vat.filter(({ exigibility }) => exigibility === 'payment');
    const waiting = lines.flatMap(({ account_id, vat_code_id, debit, credit }): WaitingTax[] => {
      const waits = numbers[known.get(account_id)?.data.number ?? ''] !== undefined;
      const isTax = waits && onPayment.some((effect) => effect.vat_code_id === vat_code_id);
      return isTax ? [{ account_id, vat_code_id: vat_code_id!, amount: subtract(debit, credit) }] : [];
    });
    const party = lines.find(({ third_party_id }) => third_party_id !== null);
    if (waiting.length === 0 || !party) continue;
    const settled = letterings
      .filter(({ tax_moved_on }) => tax_moved_on !== undefined)
      .flatMap((lettering) => lettering.lines.filter(({ line_id }) => line_id === party.id))
      .map(({ amount }) => amount);
    const total = subtract(party.debit, party.credit);
    found.set(party.id, { total, settled: sum(settled), waiting, vat: onPayment });
  }
  return found;
}

export function taxLinesAtMost(documents: readonly EntryFacts[], file: CompanyFile): number {
  return [...paidDocuments(documents, file).values()].reduce((count, { waiting }) => count + 2 * waiting.length, 0);
}

/** Those whose tax moves back when they are undone. */
export const movers = (letterings: readonly LetteringFacts[]): readonly LetteringFacts[] =>
  letterings.filter(({ tax_moved_on }) => tax_moved_on !== undefined);

/** A part of a line that is settled now, or with the opposite sign no longer is. */
interface SettledPart {
  readonly line_id: number;
  readonly amount: SignedAmount;
}

interface MoveAs {
  readonly documents: PaidDocuments;
  readonly entryId: number;
  readonly lineIds: readonly number[];
  readonly third_party_id: number | null;
  /** The day of the payment; the entry is posted on the first open day from then on. */
  readonly from: PlainDate;
  readonly isUndone: boolean;
}

const LABELS: Labels = {
  fr: 'TVA exigible au paiement',
  nl: 'Btw opeisbaar bij betaling',
  en: 'VAT due on payment',
  de: 'Bei Zahlung fällige MwSt.',
};

const LABELS_OF_UNDOING: Labels = {
  fr: 'TVA exigible au paiement - annulation',
  nl: 'Btw opeisbaar bij betaling - annulering',
  en: 'VAT due on payment - undone',
  de: 'Bei Zahlung fällige MwSt. - Aufhebung',
};

type Posted = Extract<EntryEvent, { type: 'EntryPosted' }>;

/** The entry that moves the tax on these parts; null when there is nothing to move. */
export function movedTax(parts: readonly SettledPart[], as: MoveAs, file: CompanyFile): Posted | null | Refusal {
  const { documents, entryId, lineIds, third_party_id, from, isUndone } = as;
  const moves = movesOf(parts, documents);
  if (moves.length === 0) return null;
  const problems: Problem[] = [];
  const journal = journalFor(null, file, problems);
  const place = firstOpenPlace(from, file);
  const isLate = isClosedForVat(file.vatDeclarations, from);
  const lines: EntryLine[] = [];
  for (const { account_id, vat_code_id, amount } of moves) {
    const target = targetOf(account_id, isUndone, file, problems);
    for (const [account, moved] of [
      [account_id, negate(amount)],
      [target, amount],
    ] as const)
      lines.push({ ...lineOf(account, moved), id: lineIds[lines.length]!, vat_code_id });
  }
  if (!place) return lockedAt('period_locked', 'entry_date', problems);
  if (problems.length > 0 || !journal) return invalid(problems);
  const draft = {
    id: entryId,
    journal_id: journal.id,
    entry_date: place.date,
    due_date: null,
    label: (isUndone ? LABELS_OF_UNDOING : LABELS)[file.identity!.locale],
    reference: null,
    third_party_id,
    origin: 'tax_on_payment',
    lines,
    vat: effectsOf(parts, moves, documents, file),
    ...(isLate && { tax_point: from }),
  } as const;
  return posted(draft, journal.journal, place, file);
}

/** Letterings are undone: what has moved by them moves back, in one entry. */
export function taxMovedBack(
  letterings: readonly LetteringFacts[],
  payment: PaymentTax | undefined,
  from: PlainDate | undefined,
  file: CompanyFile,
): readonly Posted[] | Refusal {
  if (!payment || from === undefined) return [];
  const documents = paidDocuments(payment.documents, file);
  const parts = new Map<number, SignedAmount>();
  for (const { line_id, amount } of movers(letterings).flatMap(({ lines }) => lines))
    parts.set(line_id, subtract(parts.get(line_id) ?? ZERO, amount));
  const ids = { entryId: payment.entryIds[0]!, lineIds: payment.lineIds };
  const third_party_id = payment.documents[0]?.third_party_id ?? null;
  const undone = [...parts].map(([line_id, amount]) => ({ line_id, amount }));
  const entry = movedTax(undone, { documents, ...ids, third_party_id, from, isUndone: true }, file);
  if (entry === null) return [];
  return 'refused' in entry ? entry : [entry];
}

/** Tax by account and code, debit positive: what has moved after the change less what had moved before. */
function movesOf(parts: readonly SettledPart[], documents: PaidDocuments): readonly WaitingTax[] {
  const moves = new Map<string, WaitingTax>();
  for (const { line_id, amount } of parts) {
    const document = documents.get(line_id);
    for (const waits of document?.waiting ?? []) {
      const key = `${waits.account_id}:${waits.vat_code_id}`;
      const moved = add(moves.get(key)?.amount ?? ZERO, movedBy(waits.amount, amount, document!));
      moves.set(key, { ...waits, amount: moved });
    }
  }
  return [...moves.values()].filter(({ amount }) => !isZero(amount));
}

function movedBy(whole: SignedAmount, amount: SignedAmount, { total, settled }: PaidDocument): SignedAmount {
  // In sizes alone, so that a credit note gives exactly the opposite of its invoice.
  const partFor = (paid: SignedAmount): SignedAmount => {
    if (isZero(total)) return ZERO;
    const part = share(absolute(whole), [absolute(paid), absolute(subtract(total, paid))])[0]!;
    return isNegative(whole) ? negate(part) : part;
  };
  return subtract(partFor(add(settled, amount)), partFor(settled));
}

/** What the return is told of the codes whose tax moves: it is due now, in the boxes that the code has for it. */
function effectsOf(
  parts: readonly SettledPart[],
  moves: readonly WaitingTax[],
  documents: PaidDocuments,
  file: CompanyFile,
): readonly VatEffect[] {
  const NOTHING: VatAmounts = { base: ZERO, due: ZERO, deductible: ZERO, non_deductible: ZERO };
  return [...new Set(moves.map(({ vat_code_id }) => vat_code_id))].map((id): VatEffect => {
    const code = recordsOf(file.records, vatCodes).byId.get(id)!;
    let amounts = NOTHING;
    for (const { line_id, amount } of parts) {
      const document = documents.get(line_id);
      const effect = document?.vat.find(({ vat_code_id }) => vat_code_id === id);
      if (!document || !effect) continue;
      const moved = (name: keyof VatAmounts) => add(amounts[name], movedBy(effect[name], amount, document));
      amounts = {
        base: moved('base'),
        due: moved('due'),
        deductible: moved('deductible'),
        non_deductible: moved('non_deductible'),
      };
    }
    return {
      vat_code_id: id,
      vat_code: code.data.code,
      ...amounts,
      ...reported(boxesOf(code.data), amounts, 'invoice'),
    };
  });
}

function lineOf(account_id: number, amount: SignedAmount): Omit<EntryLine, 'id'> {
  const value = absolute(amount);
  const sides = isNegative(amount) ? { debit: ZERO, credit: value } : { debit: value, credit: ZERO };
  return { account_id, ...sides, label: null, third_party_id: null };
}

/** Tax moves back from wherever it stands; only what becomes due needs an account that is still posted to. */
function targetOf(waitingId: number, isUndone: boolean, file: CompanyFile, problems: Problem[]): number {
  const { number } = recordsOf(file.records, accounts).byId.get(waitingId)!.data;
  const target = waitingAccounts(file)[number]!;
  const id = idByKey(file.records, accounts, 'number', target) ?? null;
  if (id !== null && (isUndone || isPostable(file, id))) return id;
  problems.push({ code: 'payment_tax_account_missing', field: 'line_ids', params: { number: target } });
  return 0;
}

/** The tax of a payment that was entered into a period which is locked by now belongs to the next return that is open. */
function firstOpenPlace(from: PlainDate, { fiscalYears, vatDeclarations }: CompanyFile) {
  const starts = fiscalYears.flatMap(({ periods }) => periods.map(({ starts_on }) => starts_on));
  const behindReturns = vatDeclarations.map(({ ends_on }) => nextDay(ends_on));
  const later = [...starts, ...behindReturns].filter((date) => date > from).sort();
  for (const date of [from, ...later]) {
    const place = placeOf(fiscalYears, date);
    if (place && !lockOf(place) && !isClosedForVat(vatDeclarations, date)) return { ...place, date };
  }
  return undefined;
}
