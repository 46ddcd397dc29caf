import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { Labels } from '../language.ts';
import { decideClosing, type CloseFiscalYear } from '../fiscal-years/closing.ts';
import type { FiscalYearEvent } from '../fiscal-years/fiscal-year-events.ts';
import { resolveMiscellaneousJournal } from '../fiscal-years/journal.ts';
import type { AccountBalance } from '../fiscal-years/result.ts';
import { evolveFiscalYears, findNextYear } from '../fiscal-years/state.ts';
import { entryEvents, type EntryEvent, type EntryLine } from '../ledger/entry-events.ts';
import { findPlace } from '../ledger/place.ts';
import { buildPostedEntry } from '../ledger/posting.ts';
import { evolveLedger } from '../ledger/state.ts';
import { add, isNegative, isZero, negate, subtract, ZERO, type SignedAmount } from '../money.ts';
import { recordEvents, type RecordEvent } from '../records/record-events.ts';
import { evolveRecords } from '../records/records.ts';
import { getRecords } from '../records/state.ts';
import { isRefusal, type Decision } from '../refusal.ts';
import type { MigrationEvent } from './migration-events.ts';
import { buildAdvancedEvent, isDue, type Step } from './migration.ts';

/**
 * Closes an imported year like any other. The opening of the next year in the source is not posted again. Only if the
 * source placed the result elsewhere in equity, a separate entry between the years records the move.
 */
export interface CloseMigratedYear extends Step {
  readonly type: 'CloseMigratedYear';
  readonly closing: CloseFiscalYear;
  /** Opening balances of the next year in the source, by account. Null if the source has none. */
  readonly opening: readonly AccountBalance[] | null;
  /** Ids for the entry that records the move, in case it is needed. */
  readonly moveIds: { readonly entry: number; readonly lines: readonly number[] };
}

const LABEL: Labels = {
  fr: 'Reclassement des à-nouveaux de l’exercice {year} selon la comptabilité reprise',
  nl: 'Herschikking van de heropening van boekjaar {year} volgens de overgenomen boekhouding',
  en: 'Balances carried forward to fiscal year {year}, moved as in the imported books',
  de: 'Umgliederung der Saldovorträge des Geschäftsjahres {year} nach der übernommenen Buchhaltung',
};

type Closed = FiscalYearEvent | EntryEvent | RecordEvent;

export function decideMigratedClosing(
  command: CloseMigratedYear,
  before: CompanyFile,
): Decision<Closed | MigrationEvent> {
  if (!isDue(command, 'closings', before)) return [];
  const closed = decideClosing(command.closing, before);
  if (isRefusal(closed)) return closed;
  const moved = command.opening && computeBalanceDifferences(command.opening, extractCarriedBalances(closed));
  if (!moved || moved.length === 0) return [...closed, buildAdvancedEvent(command, 'closings')];
  const file = closed.reduce(applyClosingEvent, before);
  return [...closed, buildMoveEntry(command, moved, file), buildAdvancedEvent(command, 'closings')];
}

/** The opening balances of the next year. */
export function extractCarriedBalances(events: readonly Closed[]): readonly AccountBalance[] {
  return events.flatMap((event) => {
    if (event.type !== 'EntryPosted' || event.data.layer !== 'carried') return [];
    return event.data.lines.map(({ account_id, debit, credit }) => ({ account_id, balance: subtract(debit, credit) }));
  });
}

/** The differences to add to the carried balances, by account. */
export function computeBalanceDifferences(
  wanted: readonly AccountBalance[],
  carried: readonly AccountBalance[],
): readonly AccountBalance[] {
  const left = new Map<number, SignedAmount>();
  for (const { account_id, balance } of wanted) left.set(account_id, add(left.get(account_id) ?? ZERO, balance));
  for (const { account_id, balance } of carried) left.set(account_id, subtract(left.get(account_id) ?? ZERO, balance));
  return [...left].filter(([, balance]) => !isZero(balance)).map(([account_id, balance]) => ({ account_id, balance }));
}

/** The source may place the result anywhere in equity. All other accounts must carry their balance. */
export function isMovable({ account_id }: AccountBalance, { records }: CompanyFile): boolean {
  const data = getRecords(records, accounts).byId.get(account_id)?.data;
  return data?.type === 'equity' || data?.control_role === 'result' || data?.control_role === 'carried_forward';
}

const isLedgerEvent = (event: Closed): event is EntryEvent => Object.hasOwn(entryEvents, event.type);

const isRecordEvent = (event: Closed): event is RecordEvent => Object.hasOwn(recordEvents, event.type);

export function applyClosingEvent(file: CompanyFile, event: Closed): CompanyFile {
  if (isLedgerEvent(event)) return { ...file, ledger: evolveLedger(file.ledger, event) };
  if (isRecordEvent(event)) return { ...file, records: evolveRecords(file.records, event) };
  return { ...file, fiscalYears: evolveFiscalYears(file.fiscalYears, event) };
}

function buildMoveEntry({ closing, moveIds }: CloseMigratedYear, moved: readonly AccountBalance[], file: CompanyFile) {
  const year = file.fiscalYears.find(({ id }) => id === closing.id)!;
  const next = findNextYear(year, file.fiscalYears)!;
  const { id: journal_id, journal } = resolveMiscellaneousJournal(closing.journalId, file).value!;
  const lines = moved.map(({ account_id, balance }, index): EntryLine => ({
    id: moveIds.lines[index]!,
    account_id,
    debit: isNegative(balance) ? ZERO : balance,
    credit: isNegative(balance) ? negate(balance) : ZERO,
    label: null,
    third_party_id: null,
  }));
  const label = LABEL[file.identity.locale].replace('{year}', next.code);
  const draft = { id: moveIds.entry, journal_id, entry_date: next.starts_on, due_date: null, label, reference: null };
  const kind = { origin: 'migration', layer: 'awaiting' } as const;
  return buildPostedEntry({ ...draft, ...kind, lines }, journal, findPlace(file.fiscalYears, next.starts_on)!, file);
}
