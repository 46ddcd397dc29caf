import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { countryPack } from '../country-packs/index.ts';
import type { Labels } from '../language.ts';
import type { EntryEvent, EntryLine, PostedEntry } from '../ledger/entry-events.ts';
import { namedAccount, type NamedAccount } from '../ledger/named-account.ts';
import { lockedAt, lockOf, placeOf } from '../ledger/place.ts';
import { posted } from '../ledger/posting.ts';
import { reversalLabel } from '../ledger/reversal.ts';
import { evolveLedger } from '../ledger/state.ts';
import type { Lettering, LetteringEvent } from '../lettering/lettering-events.ts';
import { letteringCode } from '../lettering/state.ts';
import { add, isZero, MAX_AMOUNT, negate, subtract, sum, ZERO, type Amount } from '../money.ts';
import { idByKey, living } from '../records/state.ts';
import { invalid, isRefusal, refuse, type Decision, type Problem } from '../refusal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { yearConcerned } from './fiscal-year.ts';
import { journalFor } from './journal.ts';
import { yearAfter } from './state.ts';

/**
 * What belongs to a year although its documents come later: invoices and credit notes to receive and to issue. One entry on
 * the last day takes them in, and one on the first day of the next year takes them out again, when the documents are
 * booked. Each of the two can be reversed like any other entry.
 */

export const ACCRUAL_KINDS = [
  'invoice_to_receive',
  'credit_note_to_receive',
  'invoice_to_issue',
  'credit_note_to_issue',
] as const;
export type AccrualKind = (typeof ACCRUAL_KINDS)[number];

/** An item has three lines at most, and an entry a thousand. */
export const MAX_ACCRUALS = 300;
const LINES_OF_AN_ITEM = 3;

export interface PostAccruals {
  readonly type: 'PostAccruals';
  readonly id: number;
  readonly baseVersion: number | null;
  /** Null: the one of the settings, else the default one of miscellaneous operations. */
  readonly journal_id: number | null;
  /** Null: one in the language of the company file. */
  readonly label: string | null;
  readonly items: readonly AccruedItem[];
  readonly ids: AccrualIds;
}

/** Its account is that of income or expenses. */
export interface AccruedItem extends NamedAccount {
  readonly kind: AccrualKind;
  /** Without VAT. */
  readonly amount: Amount;
  readonly vat_amount: Amount;
  /** Number of an account that stands in for the one of the settings. */
  readonly counterpart_account: string | null;
  readonly label: string | null;
  /** Its name is said where there is no label: nothing is owed by it or to it yet. */
  readonly third_party_id: number | null;
}

export interface AccrualIds {
  /** Of the accrual and of its reversal. */
  readonly entries: readonly [number, number];
  /** `lineIdsOfAccruals` of them. */
  readonly lines: readonly number[];
  readonly letterings: readonly number[];
}

export const lineIdsOfAccruals = (items: number): number => 2 * LINES_OF_AN_ITEM * items;
export const letteringIdsOfAccruals = (items: number): number => LINES_OF_AN_ITEM * items;

const SETTING = 'auto_entries.invoices_to_receive';

const LABELS: Labels = {
  fr: 'Factures à recevoir et à établir de l’exercice {year}',
  nl: 'Te ontvangen en op te stellen facturen van boekjaar {year}',
  en: 'Invoices to receive and to issue of fiscal year {year}',
  de: 'Noch zu erhaltende und auszustellende Rechnungen des Geschäftsjahres {year}',
};

export function decideAccruals(command: PostAccruals, file: CompanyFile): Decision<EntryEvent | LetteringEvent> {
  const year = yearConcerned(command, file.fiscalYears);
  if (isRefusal(year)) return year;
  const place = placeOf(file.fiscalYears, year.ends_on)!;
  const lock = lockOf(place);
  if (lock) return lockedAt(lock, 'id');
  const next = yearAfter(year, file.fiscalYears);
  if (!next) return refuse('accrual_without_next_year', { field: 'id', params: { year: year.code } });
  const nextPlace = placeOf(file.fiscalYears, next.starts_on)!;
  const nextLock = lockOf(nextPlace);
  if (nextLock) return lockedAt(nextLock, 'id');

  const problems: Problem[] = [];
  const ownJournal = file.identity!.settings[`${SETTING}.journal_id`];
  const journal = journalFor(command.journal_id ?? (ownJournal as number | null | undefined) ?? null, file, problems);
  const lineIds = command.ids.lines.values();
  const lines = accruedLines(command, lineIds, file, problems);
  if (problems.length > 0 || !journal) return invalid(problems);

  const { locale } = file.identity!;
  const [entryId, reversalId] = command.ids.entries;
  const common = { journal_id: journal.id, due_date: null, reference: null } as const;
  const accrual = posted(
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
  );
  const { journal_code, fiscal_year_code, number } = accrual.data;
  const reversal = posted(
    {
      ...common,
      id: reversalId,
      entry_date: next.starts_on,
      label: reversalLabel(journal_code, fiscal_year_code, number, locale),
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
  return [accrual, reversal, ...letteredWithReversal(accrual.data, reversal.data, command.ids.letterings, file)];
}

function accruedLines(
  { items }: PostAccruals,
  ids: Iterator<number, unknown>,
  file: CompanyFile,
  problems: Problem[],
): readonly EntryLine[] {
  if (items.length === 0) problems.push({ code: 'entry_without_lines', field: 'items' });
  if (items.length > MAX_ACCRUALS)
    problems.push({ code: 'entry_too_many_lines', field: 'items', params: { max: MAX_ACCRUALS } });
  const total = sum(items.flatMap(({ amount, vat_amount }) => [amount, vat_amount]));
  if (total.length > MAX_AMOUNT.length)
    problems.push({ code: 'amount_too_large', field: 'items', params: { max: MAX_AMOUNT } });
  return items.flatMap((item, index) => linesOf(item, `items.${index}.`, ids, file, problems));
}

const isPurchase = (kind: AccrualKind): boolean => kind.endsWith('_to_receive');
const isCreditNote = (kind: AccrualKind): boolean => kind.startsWith('credit_note_');

/** Income or expenses and their tax on one side, what is to come on the other. */
function linesOf(
  item: AccruedItem,
  at: string,
  ids: Iterator<number, unknown>,
  file: CompanyFile,
  problems: Problem[],
): readonly EntryLine[] {
  const { kind, amount, vat_amount } = item;
  if (isZero(amount)) problems.push({ code: 'accrual_without_amount', field: `${at}amount` });
  const { id: account } = namedAccount(item, at, file, problems);
  const counterpart = counterpartOf(item, at, file, problems);
  const taxAccount = isZero(vat_amount) ? null : taxAccountOf(kind, at, file, problems);
  const name = nameOf(item, at, file, problems);
  const label = item.label ?? name;
  const line = (account_id: number, isDebit: boolean, size: Amount): EntryLine => ({
    id: ids.next().value as number,
    account_id,
    debit: isDebit ? size : ZERO,
    credit: isDebit ? ZERO : size,
    label,
    third_party_id: null,
  });
  // An invoice to receive is an expense, and so is a credit note to issue; the others are income, or less of an expense.
  const isDebit = isPurchase(kind) !== isCreditNote(kind);
  return [
    line(account, isDebit, amount),
    ...(taxAccount === null ? [] : [line(taxAccount, isDebit, vat_amount)]),
    line(counterpart, !isDebit, add(amount, vat_amount)),
  ];
}

/** The account named, that of the country for credit notes, or that of the settings. */
function counterpartOf(
  { kind, counterpart_account }: AccruedItem,
  at: string,
  file: CompanyFile,
  problems: Problem[],
): number {
  const own = counterpart_account ?? (isCreditNote(kind) ? creditNoteAccount(kind, file) : null);
  if (own !== null) return accountAt(own, `${at}counterpart_account`, file, problems);
  const setting = `${SETTING}.${isPurchase(kind) ? 'supplier_account' : 'customer_account'}`;
  const number = file.identity!.settings[setting];
  if (typeof number === 'string') return accountAt(number, `${at}counterpart_account`, file, problems);
  problems.push({ code: 'accrual_account_missing', field: `${at}counterpart_account`, params: { setting } });
  return 0;
}

const packOf = (file: CompanyFile) => countryPack(file.identity!.country_pack)!.autoEntryAccounts;

/** Where the country keeps one apart, and the file still has it. */
function creditNoteAccount(kind: AccrualKind, file: CompanyFile): string | null {
  const { accruals } = packOf(file);
  const number = isPurchase(kind) ? accruals?.creditNotesToReceive : accruals?.creditNotesToIssue;
  const id = number === undefined ? undefined : idByKey(file.records, accounts, 'number', number);
  return number !== undefined && living(file.records, accounts, id ?? 0) ? number : null;
}

function taxAccountOf(kind: AccrualKind, at: string, file: CompanyFile, problems: Problem[]): number {
  const { accruals } = packOf(file);
  if (accruals)
    return accountAt(isPurchase(kind) ? accruals.vatToReceive : accruals.vatToIssue, `${at}vat_amount`, file, problems);
  problems.push({ code: 'accrual_without_vat', field: `${at}vat_amount` });
  return 0;
}

function accountAt(number: string, field: string, file: CompanyFile, problems: Problem[]): number {
  const found: Problem[] = [];
  const { id } = namedAccount({ account: number, account_id: null }, '', file, found);
  problems.push(...found.map((problem) => ({ ...problem, field })));
  return id;
}

function nameOf({ third_party_id: id }: AccruedItem, at: string, file: CompanyFile, problems: Problem[]) {
  if (id === null) return null;
  const found = living(file.records, thirdParties, id);
  if (!found) problems.push({ code: 'third_party_unknown', field: `${at}third_party_id` });
  return found?.data.name ?? null;
}

/** What the reversal settles of the accrual, where lines of its accounts can be settled. */
export function letteredWithReversal(
  accrual: Pick<PostedEntry, 'id' | 'lines'>,
  reversal: Pick<PostedEntry, 'id' | 'lines' | 'entry_date'>,
  ids: readonly number[],
  file: Pick<CompanyFile, 'records' | 'lettering'>,
): readonly LetteringEvent[] {
  const pairs = accrual.lines.flatMap((line, index) =>
    living(file.records, accounts, line.account_id)?.data.is_letterable ? [{ line, index }] : [],
  );
  const letterings = pairs.map(({ line, index }, position): Lettering => {
    const amount = subtract(line.debit, line.credit);
    const line_number = index + 1;
    return {
      id: ids[position]!,
      code: letteringCode(file.lettering.count + position + 1),
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

/** Ids of the accounts that accruals of the file wait on. */
export function accrualAccounts(file: CompanyFile): readonly number[] {
  const { settings } = file.identity!;
  const { accruals } = packOf(file);
  const numbers = [
    settings[`${SETTING}.supplier_account`],
    settings[`${SETTING}.customer_account`],
    accruals?.creditNotesToReceive,
    accruals?.creditNotesToIssue,
  ];
  const ids = numbers.map((number) =>
    typeof number === 'string' ? idByKey(file.records, accounts, 'number', number) : undefined,
  );
  return [...new Set(ids.filter((id) => id !== undefined))];
}
