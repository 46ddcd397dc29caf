import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent, EntryLine, PostedEntry } from '../ledger/entry-events.ts';
import { resolveNamedAccount, type NamedAccount } from '../ledger/named-account.ts';
import { refuseLocked, findLock, findPlace } from '../ledger/place.ts';
import { buildOwnEntry, buildPostedEntry } from '../ledger/posting.ts';
import { formatReversalLabel } from '../ledger/reversal.ts';
import { evolveLedger } from '../ledger/state.ts';
import type { Lettering, LetteringEvent } from '../lettering/lettering-events.ts';
import { formatLetteringCode } from '../lettering/state.ts';
import { add, isZero, MAX_AMOUNT, negate, subtract, sum, ZERO, type Amount } from '../money.ts';
import { findIdByKey, findLiveRecord } from '../records/state.ts';
import {
  refuseInvalid,
  isRefusal,
  refuse,
  collectValue,
  NO_PROBLEMS,
  type Checked,
  type Decision,
  type Problem,
} from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { resolveFiscalYear } from './fiscal-year.ts';
import { resolveMiscellaneousJournal } from './journal.ts';
import { findNextYear } from './state.ts';

/**
 * Accruals: invoices and credit notes to receive and to issue, which belong to a year although their documents arrive
 * later. One entry on the last day of the year records them. A second entry on the first day of the next year cancels
 * them, because the documents are booked there. Each of the two entries can be reversed like any other.
 */

export const ACCRUAL_KINDS = [
  'invoice_to_receive',
  'credit_note_to_receive',
  'invoice_to_issue',
  'credit_note_to_issue',
] as const;
export type AccrualKind = (typeof ACCRUAL_KINDS)[number];

/** An item has at most three lines, and an entry at most a thousand. */
export const MAX_ACCRUALS = 300;
const LINES_OF_AN_ITEM = 3;

export interface PostAccruals {
  readonly type: 'PostAccruals';
  readonly id: number;
  readonly baseVersion: number | null;
  /** Null: the journal from the settings, otherwise the default journal of miscellaneous operations. */
  readonly journal_id: number | null;
  /** Null: a default label in the language of the company file. */
  readonly label: string | null;
  readonly items: readonly AccruedItem[];
  readonly ids: AccrualIds;
}

/** The account is an income or expense account. */
export interface AccruedItem extends NamedAccount {
  readonly kind: AccrualKind;
  /** Excluding VAT. */
  readonly amount: Amount;
  readonly vat_amount: Amount;
  /** Account number that replaces the one from the settings. */
  readonly counterpart_account: string | null;
  readonly label: string | null;
  /** The name is used when there is no label. The third party does not owe or claim anything yet. */
  readonly third_party_id: number | null;
}

export interface AccrualIds {
  /** Ids of the accrual and of its reversal. */
  readonly entries: readonly [number, number];
  /** As many as `countAccrualLineIds` returns. */
  readonly lines: readonly number[];
  readonly letterings: readonly number[];
}

export const countAccrualLineIds = (items: number): number => 2 * LINES_OF_AN_ITEM * items;
export const countAccrualLetteringIds = (items: number): number => LINES_OF_AN_ITEM * items;

const SETTING = 'auto_entries.invoices_to_receive';

const LABELS: Labels = {
  fr: 'Factures à recevoir et à établir de l’exercice {year}',
  nl: 'Te ontvangen en op te stellen facturen van boekjaar {year}',
  en: 'Invoices to receive and to issue of fiscal year {year}',
  de: 'Noch zu erhaltende und auszustellende Rechnungen des Geschäftsjahres {year}',
};

export function decideAccruals(command: PostAccruals, file: CompanyFile): Decision<EntryEvent | LetteringEvent> {
  const year = resolveFiscalYear(command, file.fiscalYears);
  if (isRefusal(year)) return year;
  const place = findPlace(file.fiscalYears, year.ends_on)!;
  const lock = findLock(place);
  if (lock) return refuseLocked(lock, 'id');
  const next = findNextYear(year, file.fiscalYears);
  if (!next) return refuse('accrual_without_next_year', { field: 'id', params: { year: year.code } });
  const nextPlace = findPlace(file.fiscalYears, next.starts_on)!;
  const nextLock = findLock(nextPlace);
  if (nextLock) return refuseLocked(nextLock, 'id');

  const problems: Problem[] = [];
  const ownJournal = file.identity.settings[`${SETTING}.journal_id`];
  const journal = collectValue(
    resolveMiscellaneousJournal(command.journal_id ?? (ownJournal as number | null | undefined) ?? null, file),
    problems,
  );
  const lineIds = command.ids.lines.values();
  const lines = collectValue(buildAccruedLines(command, lineIds, file), problems);
  if (problems.length > 0 || !journal) return refuseInvalid(problems);

  const { locale } = file.identity;
  const [entryId, reversalId] = command.ids.entries;
  const common = { journal_id: journal.id, due_date: null, reference: null } as const;
  const accrual = buildOwnEntry(
    {
      ...common,
      id: entryId,
      entry_date: year.ends_on,
      label: command.label ?? LABELS[locale].replace('{year}', year.code),
      origin: 'accrual',
      lines,
    },
    journal.journal,
    place,
    file,
    'items',
  );
  if (isRefusal(accrual)) return accrual;
  const { journal_code, fiscal_year_code, number } = accrual.data;
  const reversal = buildPostedEntry(
    {
      ...common,
      id: reversalId,
      entry_date: next.starts_on,
      label: formatReversalLabel(journal_code, fiscal_year_code, number, locale),
      origin: 'accrual_reversal',
      accrual_entry_id: entryId,
      lines: accrual.data.lines.map((line) => ({
        ...line,
        id: lineIds.next().value as number,
        debit: line.credit,
        credit: line.debit,
        analytics: line.analytics ?? [],
      })),
    },
    journal.journal,
    nextPlace,
    { ...file, ledger: evolveLedger(file.ledger, accrual) },
  );
  return [accrual, reversal, ...matchWithReversal(accrual.data, reversal.data, command.ids.letterings, file)];
}

function buildAccruedLines(
  { items }: PostAccruals,
  ids: Iterator<number, unknown>,
  file: CompanyFile,
): Checked<readonly EntryLine[]> {
  const problems: Problem[] = [];
  if (items.length === 0) problems.push({ code: 'entry_without_lines', field: 'items' });
  if (items.length > MAX_ACCRUALS)
    problems.push({ code: 'entry_too_many_lines', field: 'items', params: { max: MAX_ACCRUALS } });
  const total = sum(items.flatMap(({ amount, vat_amount }) => [amount, vat_amount]));
  if (total.length > MAX_AMOUNT.length)
    problems.push({ code: 'amount_too_large', field: 'items', params: { max: MAX_AMOUNT } });
  const lines = items.flatMap((item, index) =>
    collectValue(buildItemLines(item, `items.${index}.`, ids, file), problems),
  );
  return { value: lines, problems };
}

const isPurchase = (kind: AccrualKind): boolean => kind.endsWith('_to_receive');
const isCreditNote = (kind: AccrualKind): boolean => kind.startsWith('credit_note_');

/** Income or expense and its VAT on one side, the accrued total on the other. */
function buildItemLines(
  item: AccruedItem,
  at: string,
  ids: Iterator<number, unknown>,
  file: CompanyFile,
): Checked<readonly EntryLine[]> {
  const problems: Problem[] = [];
  const { kind, amount, vat_amount } = item;
  if (isZero(amount)) problems.push({ code: 'accrual_without_amount', field: `${at}amount` });
  const { id: account, problems: ofAccount } = resolveNamedAccount(item, at, file);
  problems.push(...ofAccount);
  const counterpart = collectValue(resolveCounterpart(item, at, file), problems);
  const taxAccount = isZero(vat_amount) ? null : collectValue(resolveTaxAccount(kind, at, file), problems);
  const name = collectValue(resolveThirdPartyName(item, at, file), problems);
  const label = item.label ?? name;
  const buildLine = (account_id: number, isDebit: boolean, size: Amount): EntryLine => ({
    id: ids.next().value as number,
    account_id,
    debit: isDebit ? size : ZERO,
    credit: isDebit ? ZERO : size,
    label,
    third_party_id: null,
  });
  // An invoice to receive and a credit note to issue are debited; the other two kinds are credited.
  const isDebit = isPurchase(kind) !== isCreditNote(kind);
  const lines = [
    buildLine(account, isDebit, amount),
    ...(taxAccount === null ? [] : [buildLine(taxAccount, isDebit, vat_amount)]),
    buildLine(counterpart, !isDebit, add(amount, vat_amount)),
  ];
  return { value: lines, problems };
}

/** The account named in the item, otherwise the country's account for credit notes, otherwise the one from the settings. */
function resolveCounterpart(
  { kind, counterpart_account }: AccruedItem,
  at: string,
  file: CompanyFile,
): Checked<number> {
  const field = `${at}counterpart_account`;
  const own = counterpart_account ?? (isCreditNote(kind) ? findCreditNoteAccount(kind, file) : null);
  if (own !== null) return resolveAccountNumber(own, field, file);
  const setting = `${SETTING}.${isPurchase(kind) ? 'supplier_account' : 'customer_account'}`;
  const number = file.identity.settings[setting];
  if (typeof number === 'string') return resolveAccountNumber(number, field, file);
  return { value: 0, problems: [{ code: 'accrual_account_missing', field, params: { setting } }] };
}

const getAutoEntryAccounts = (file: CompanyFile) => findCountryPack(file.identity.country_pack)!.autoEntryAccounts;

/** Only if the country has a separate account and the file still has it. */
function findCreditNoteAccount(kind: AccrualKind, file: CompanyFile): string | null {
  const { accruals } = getAutoEntryAccounts(file);
  const number = isPurchase(kind) ? accruals?.creditNotesToReceive : accruals?.creditNotesToIssue;
  const id = number === undefined ? undefined : findIdByKey(file.records, accounts, 'number', number);
  return number !== undefined && findLiveRecord(file.records, accounts, id ?? 0) ? number : null;
}

function resolveTaxAccount(kind: AccrualKind, at: string, file: CompanyFile): Checked<number> {
  const field = `${at}vat_amount`;
  const { accruals } = getAutoEntryAccounts(file);
  if (!accruals) return { value: 0, problems: [{ code: 'accrual_without_vat', field }] };
  return resolveAccountNumber(isPurchase(kind) ? accruals.vatToReceive : accruals.vatToIssue, field, file);
}

function resolveAccountNumber(number: string, field: string, file: CompanyFile): Checked<number> {
  const { id, problems } = resolveNamedAccount({ account: number, account_id: null }, '', file);
  return { value: id, problems: problems.map((problem) => ({ ...problem, field })) };
}

function resolveThirdPartyName({ third_party_id: id }: AccruedItem, at: string, file: CompanyFile) {
  if (id === null) return { value: null, problems: NO_PROBLEMS };
  const found = findLiveRecord(file.records, thirdParties, id);
  return {
    value: found?.data.name ?? null,
    problems: found ? NO_PROBLEMS : [{ code: 'third_party_unknown', field: `${at}third_party_id` }],
  };
}

/** Matches the lines of the reversal with those of the accrual, for accounts that allow matching. */
export function matchWithReversal(
  accrual: Pick<PostedEntry, 'id' | 'lines'>,
  reversal: Pick<PostedEntry, 'id' | 'lines' | 'entry_date'>,
  ids: readonly number[],
  file: Pick<CompanyFile, 'records' | 'lettering'>,
): readonly LetteringEvent[] {
  const pairs = accrual.lines.flatMap((line, index) =>
    findLiveRecord(file.records, accounts, line.account_id)?.data.is_letterable ? [{ line, index }] : [],
  );
  const letterings = pairs.map(({ line, index }, position): Lettering => {
    const amount = subtract(line.debit, line.credit);
    const line_number = index + 1;
    return {
      id: ids[position]!,
      code: formatLetteringCode(file.lettering.count + position + 1),
      account_id: line.account_id,
      third_party_id: line.third_party_id,
      settled_on: reversal.entry_date,
      origin: 'reversal',
      lines: [
        { line_id: line.id, entry_id: accrual.id, line_number, amount },
        { line_id: reversal.lines[index]!.id, entry_id: reversal.id, line_number, amount: negate(amount) },
      ],
    };
  });
  return letterings.length === 0 ? [] : [{ type: 'LinesLettered', data: { letterings } }];
}

/** Ids of the accounts on which accruals of the file are pending. */
export function listAccrualAccounts(file: CompanyFile): readonly number[] {
  const { settings } = file.identity;
  const { accruals } = getAutoEntryAccounts(file);
  const numbers = [
    settings[`${SETTING}.supplier_account`],
    settings[`${SETTING}.customer_account`],
    accruals?.creditNotesToReceive,
    accruals?.creditNotesToIssue,
  ];
  const ids = numbers.map((number) =>
    typeof number === 'string' ? findIdByKey(file.records, accounts, 'number', number) : undefined,
  );
  return [...new Set(ids.filter((id) => id !== undefined))];
}
