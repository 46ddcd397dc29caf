import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import { getNextDay, type PlainDate } from '../dates.ts';
import { resolveMiscellaneousJournal } from '../fiscal-years/journal.ts';
import type { Labels } from '../language.ts';
import { absolute, add, isNegative, isZero, negate, share, subtract, sum, ZERO, type SignedAmount } from '../money.ts';
import { findIdByKey, getRecords } from '../records/state.ts';
import { refuseInvalid, collectValue, NO_PROBLEMS, type Checked, type Problem, type Refusal } from '../refusal.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { isClosedForVat } from '../vat-declarations/state.ts';
import type { EntryEvent, EntryLine, VatEffect } from './entry-events.ts';
import type { EntryFacts, LetteringFacts } from './entry-facts.ts';
import { isPostable } from './named-account.ts';
import { refuseLocked, findLock, findPlace } from './place.ts';
import { buildOwnEntry } from './posting.ts';
import { getVatBoxes, reportInBoxes, type VatAmounts } from './vat.ts';

/**
 * Tax that is due on payment waits on separate accounts. It moves to the accounts for tax due in proportion to the
 * matched amount of the document. The moved amount depends only on the total matched, so the waiting amount is always the
 * tax on the unpaid part. A credit note moves its tax in the opposite direction: matched with its invoice, nothing is
 * left to move.
 */

/** The data needed to move tax. Absent if none of the documents has waiting tax. */
export interface PaymentTax {
  /** Documents that are being matched or unmatched. Some may have no such tax. */
  readonly documents: readonly EntryFacts[];
  /** One per match. Some may remain unused. */
  readonly entryIds: readonly number[];
  /** As many as `countMaxTaxLines` returns. */
  readonly lineIds: readonly number[];
}

/** Maps the number of a waiting account to the account for tax due. Empty if the country has no tax due on payment. */
export function getWaitingAccounts({ identity }: CompanyFile): Readonly<Record<string, string>> {
  return (identity && findCountryPack(identity.country_pack)?.taxOnPayment) ?? {};
}

interface WaitingTax {
  readonly account_id: number;
  readonly vat_code_id: number;
  /** Debit is positive. */
  readonly amount: SignedAmount;
}

/** A document from the point of view of its payment. */
export interface PaidDocument {
  /** The amount due from the third party. Debit is positive. */
  readonly total: SignedAmount;
  /** Total of the matches that moved its tax. */
  readonly settled: SignedAmount;
  readonly waiting: readonly WaitingTax[];
  readonly vat: readonly VatEffect[];
}

export type PaidDocuments = ReadonlyMap<number, PaidDocument>;

/** The entry of a document, posted now or earlier. */
type DocumentEntry = Pick<EntryFacts, 'vat' | 'letterings'> & { readonly lines: readonly EntryLine[] };

/** By id of the third-party line. */
export function indexPaidDocuments(documents: readonly DocumentEntry[], file: CompanyFile): PaidDocuments {
  const numbers = getWaitingAccounts(file);
  const known = getRecords(file.records, accounts).byId;
  const found = new Map<number, PaidDocument>();
  for (const { lines, vat = [], letterings } of documents) {
    const waitingEffects = vat.filter(({ exigibility }) => exigibility === 'payment');
    for (const [lineId, document] of indexOpeningItems(waitingEffects, { lines, letterings }, file))
      found.set(lineId, document);
    const onPayment = waitingEffects.filter(({ line_id }) => line_id === undefined);
    const waiting = lines.flatMap(({ account_id, vat_code_id, debit, credit }): WaitingTax[] => {
      const waits = numbers[known.get(account_id)?.data.number ?? ''] !== undefined;
      const isTax = waits && onPayment.some((effect) => effect.vat_code_id === vat_code_id);
      return isTax ? [{ account_id, vat_code_id: vat_code_id!, amount: subtract(debit, credit) }] : [];
    });
    const party = lines.find(({ third_party_id }) => third_party_id !== null);
    if (waiting.length === 0 || !party) continue;
    const total = subtract(party.debit, party.credit);
    found.set(party.id, { total, settled: sumSettled(party.id, letterings), waiting, vat: onPayment });
  }
  return found;
}

/** Total of the matches of a line that moved its tax. */
const sumSettled = (lineId: number, letterings: readonly LetteringFacts[]): SignedAmount =>
  sum(
    letterings
      .filter(({ tax_moved_on }) => tax_moved_on !== undefined)
      .flatMap((lettering) => lettering.lines.filter(({ line_id }) => line_id === lineId))
      .map(({ amount }) => amount),
  );

/** Open items of an opening balance: each is a document by itself, whose tax waits on the account of its code. */
function indexOpeningItems(
  effects: readonly VatEffect[],
  { lines, letterings }: Pick<DocumentEntry, 'lines' | 'letterings'>,
  file: CompanyFile,
): PaidDocuments {
  const found = new Map<number, PaidDocument>();
  const items = new Map(lines.map((line) => [line.id, line]));
  for (const effect of effects) {
    const item = effect.line_id === undefined ? undefined : items.get(effect.line_id);
    const account_id = item && findWaitingAccount(effect.vat_code_id, file);
    if (!item || account_id === undefined) continue;
    const { vat_code_id } = effect;
    const waiting = [{ account_id, vat_code_id, amount: subtract(effect.deductible, effect.due) }];
    const total = subtract(item.debit, item.credit);
    found.set(item.id, { total, settled: sumSettled(item.id, letterings), waiting, vat: [effect] });
  }
  return found;
}

/** The account on which the tax of a code waits for the payment; undefined if the tax is due at once. */
export function findWaitingAccount(vatCodeId: number, file: CompanyFile): number | undefined {
  const code = getRecords(file.records, vatCodes).byId.get(vatCodeId)?.data;
  if (code?.exigibility !== 'payment') return undefined;
  const id = code.direction === 'sale' ? code.due_account_id : code.deductible_account_id;
  const number = getRecords(file.records, accounts).byId.get(id ?? 0)?.data.number;
  return number !== undefined && getWaitingAccounts(file)[number] !== undefined ? id! : undefined;
}

export function countMaxTaxLines(documents: readonly EntryFacts[], file: CompanyFile): number {
  return [...indexPaidDocuments(documents, file).values()].reduce(
    (count, { waiting }) => count + 2 * waiting.length,
    0,
  );
}

/** The matches whose tax moves back when they are undone. */
export const filterTaxMovers = (letterings: readonly LetteringFacts[]): readonly LetteringFacts[] =>
  letterings.filter(({ tax_moved_on }) => tax_moved_on !== undefined);

/** A part of a line that becomes settled, or open again if the sign is opposite. */
interface SettledPart {
  readonly line_id: number;
  readonly amount: SignedAmount;
}

interface MoveAs {
  readonly documents: PaidDocuments;
  readonly entryId: number;
  readonly lineIds: readonly number[];
  readonly third_party_id: number | null;
  /** The payment date. The entry is posted on the first open date from then on. */
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
  en: 'VAT due on payment - cancelled',
  de: 'Bei Zahlung fällige MwSt. - Aufhebung',
};

type Posted = Extract<EntryEvent, { type: 'EntryPosted' }>;

/** Builds the entry that moves the tax on these parts. Null if there is nothing to move. */
export function moveTax(parts: readonly SettledPart[], as: MoveAs, file: CompanyFile): Posted | null | Refusal {
  const { documents, entryId, lineIds, third_party_id, from, isUndone } = as;
  const moves = computeTaxMoves(parts, documents);
  if (moves.length === 0) return null;
  const problems: Problem[] = [];
  const journal = collectValue(resolveMiscellaneousJournal(null, file), problems);
  const place = findFirstOpenPlace(from, file);
  const isLate = isClosedForVat(file.vatDeclarations, from);
  const lines: EntryLine[] = [];
  for (const { account_id, vat_code_id, amount } of moves) {
    const target = collectValue(resolveTargetAccount(account_id, isUndone, file), problems);
    for (const [account, moved] of [
      [account_id, negate(amount)],
      [target, amount],
    ] as const)
      lines.push({ ...buildLine(account, moved), id: lineIds[lines.length]!, vat_code_id });
  }
  if (!place) return refuseLocked('period_locked', 'entry_date', problems);
  if (problems.length > 0 || !journal) return refuseInvalid(problems);
  const draft = {
    id: entryId,
    journal_id: journal.id,
    entry_date: place.date,
    due_date: null,
    label: (isUndone ? LABELS_OF_UNDOING : LABELS)[file.identity.locale],
    reference: null,
    third_party_id,
    origin: 'tax_on_payment',
    lines,
    vat: buildVatEffects(parts, moves, documents, file),
    ...(isLate && { tax_point: from }),
  } as const;
  return buildOwnEntry(draft, journal.journal, place, file, 'entry_date');
}

/** Moves tax back in one entry when matches are undone. */
export function moveTaxBack(
  letterings: readonly LetteringFacts[],
  payment: PaymentTax | undefined,
  from: PlainDate | undefined,
  file: CompanyFile,
): readonly Posted[] | Refusal {
  if (!payment || from === undefined) return [];
  const documents = indexPaidDocuments(payment.documents, file);
  const parts = new Map<number, SignedAmount>();
  for (const { line_id, amount } of filterTaxMovers(letterings).flatMap(({ lines }) => lines))
    parts.set(line_id, subtract(parts.get(line_id) ?? ZERO, amount));
  const ids = { entryId: payment.entryIds[0]!, lineIds: payment.lineIds };
  const third_party_id = payment.documents[0]?.third_party_id ?? null;
  const undone = [...parts].map(([line_id, amount]) => ({ line_id, amount }));
  const entry = moveTax(undone, { documents, ...ids, third_party_id, from, isUndone: true }, file);
  if (entry === null) return [];
  return 'refused' in entry ? entry : [entry];
}

/** Tax to move, by account and code: the total after the change minus the total before. Debit is positive. */
function computeTaxMoves(parts: readonly SettledPart[], documents: PaidDocuments): readonly WaitingTax[] {
  const moves = new Map<string, WaitingTax>();
  for (const { line_id, amount } of parts) {
    const document = documents.get(line_id);
    for (const waits of document?.waiting ?? []) {
      const key = `${waits.account_id}:${waits.vat_code_id}`;
      const moved = add(moves.get(key)?.amount ?? ZERO, computeMovedPart(waits.amount, amount, document!));
      moves.set(key, { ...waits, amount: moved });
    }
  }
  return [...moves.values()].filter(({ amount }) => !isZero(amount));
}

function computeMovedPart(whole: SignedAmount, amount: SignedAmount, { total, settled }: PaidDocument): SignedAmount {
  // Computed on absolute amounts, so that a credit note gives the exact opposite of its invoice.
  const computePart = (paid: SignedAmount): SignedAmount => {
    if (isZero(total)) return ZERO;
    const part = share(absolute(whole), [absolute(paid), absolute(subtract(total, paid))])[0]!;
    return isNegative(whole) ? negate(part) : part;
  };
  return subtract(computePart(add(settled, amount)), computePart(settled));
}

/** VAT effects of the moved tax: it is due now, in the boxes that the code defines for it. */
function buildVatEffects(
  parts: readonly SettledPart[],
  moves: readonly WaitingTax[],
  documents: PaidDocuments,
  file: CompanyFile,
): readonly VatEffect[] {
  const NOTHING: VatAmounts = { base: ZERO, due: ZERO, deductible: ZERO, non_deductible: ZERO };
  return [...new Set(moves.map(({ vat_code_id }) => vat_code_id))].map((id): VatEffect => {
    const code = getRecords(file.records, vatCodes).byId.get(id)!;
    let amounts = NOTHING;
    for (const { line_id, amount } of parts) {
      const document = documents.get(line_id);
      const effect = document?.vat.find(({ vat_code_id }) => vat_code_id === id);
      if (!document || !effect) continue;
      const sumMoved = (name: keyof VatAmounts) => add(amounts[name], computeMovedPart(effect[name], amount, document));
      amounts = {
        base: sumMoved('base'),
        due: sumMoved('due'),
        deductible: sumMoved('deductible'),
        non_deductible: sumMoved('non_deductible'),
      };
    }
    return {
      vat_code_id: id,
      vat_code: code.data.code,
      ...amounts,
      ...reportInBoxes(getVatBoxes(code.data), amounts, 'invoice'),
    };
  });
}

function buildLine(account_id: number, amount: SignedAmount): Omit<EntryLine, 'id'> {
  const value = absolute(amount);
  const sides = isNegative(amount) ? { debit: ZERO, credit: value } : { debit: value, credit: ZERO };
  return { account_id, ...sides, label: null, third_party_id: null };
}

/** Tax can always move back. Only tax that becomes due needs an account that is still postable. */
function resolveTargetAccount(waitingId: number, isUndone: boolean, file: CompanyFile): Checked<number> {
  const { number } = getRecords(file.records, accounts).byId.get(waitingId)!.data;
  const target = getWaitingAccounts(file)[number]!;
  const id = findIdByKey(file.records, accounts, 'number', target) ?? null;
  if (id !== null && (isUndone || isPostable(file, id))) return { value: id, problems: NO_PROBLEMS };
  const params = { number: target };
  return { value: 0, problems: [{ code: 'payment_tax_account_missing', field: 'line_ids', params }] };
}

/** If the period of the payment is locked by now, its tax belongs to the next open return. */
function findFirstOpenPlace(from: PlainDate, { fiscalYears, vatDeclarations }: CompanyFile) {
  const starts = fiscalYears.flatMap(({ periods }) => periods.map(({ starts_on }) => starts_on));
  const behindReturns = vatDeclarations.map(({ ends_on }) => getNextDay(ends_on));
  const later = [...starts, ...behindReturns].filter((date) => date > from).sort();
  for (const date of [from, ...later]) {
    const place = findPlace(fiscalYears, date);
    if (place && !findLock(place) && !isClosedForVat(vatDeclarations, date)) return { ...place, date };
  }
  return undefined;
}
