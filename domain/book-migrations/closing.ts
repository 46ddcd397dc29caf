import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { Labels } from '../language.ts';
import { decideClosing, type CloseFiscalYear } from '../fiscal-years/closing.ts';
import type { FiscalYearEvent } from '../fiscal-years/fiscal-year-events.ts';
import { journalFor } from '../fiscal-years/journal.ts';
import type { AccountBalance } from '../fiscal-years/result.ts';
import { evolveFiscalYears, yearAfter } from '../fiscal-years/state.ts';
import { entryEvents, type EntryEvent, type EntryLine } from '../ledger/entry-events.ts';
import { placeOf } from '../ledger/place.ts';
import { posted } from '../ledger/posting.ts';
import { evolveLedger } from '../ledger/state.ts';
import { add, isNegative, isZero, negate, subtract, ZERO, type SignedAmount } from '../money.ts';
import { recordsOf } from '../records/state.ts';
import { isRefusal, type Decision } from '../refusal.ts';
import type { MigrationEvent } from './migration-events.ts';
import { advanced, isDue, type Step } from './migration.ts';

/**
 * A year of the source is closed like any other. What the source opens its next year with is not posted a second time: only where it
 * has put the result elsewhere among equity, that is said by an entry of its own between the years.
 */
export interface CloseMigratedYear extends Step {
  readonly type: 'CloseMigratedYear';
  readonly closing: CloseFiscalYear;
  /** What the source opens the next year with, by account; null where it does not say. */
  readonly opening: readonly AccountBalance[] | null;
  /** Of the entry that says the difference, should there be one. */
  readonly moveIds: { readonly entry: number; readonly lines: readonly number[] };
}

const LABEL: Labels = {
  fr: 'Reclassement des à-nouveaux de l’exercice {year} selon la comptabilité reprise',
  nl: 'Herschikking van de heropening van boekjaar {year} volgens de overgenomen boekhouding',
  en: 'Balances brought forward to fiscal year {year} moved as in the books brought along',
  de: 'Umgliederung der Saldovorträge des Geschäftsjahres {year} nach der übernommenen Buchhaltung',
};

type Closed = FiscalYearEvent | EntryEvent;

export function decideMigratedClosing(
  command: CloseMigratedYear,
  before: CompanyFile,
): Decision<Closed | MigrationEvent> {
  if (!isDue(command, 'closings', before)) return [];
  const closed = decideClosing(command.closing, before);
  if (isRefusal(closed)) return closed;
  const moved = command.opening && differences(command.opening, carriedBy(closed));
  if (!moved || moved.length === 0) return [...closed, advanced(command, 'closings')];
  const file = closed.reduce(evolved, before);
  return [...closed, movement(command, moved, file), advanced(command, 'closings')];
}

/** What the next year opens with. */
export function carriedBy(events: readonly Closed[]): readonly AccountBalance[] {
  return events.flatMap((event) => {
    if (event.type !== 'EntryPosted' || event.data.layer !== 'carried') return [];
    return event.data.lines.map(({ account_id, debit, credit }) => ({ account_id, balance: subtract(debit, credit) }));
  });
}

/** What has to be added to what is carried, account by account. */
export function differences(
  wanted: readonly AccountBalance[],
  carried: readonly AccountBalance[],
): readonly AccountBalance[] {
  const left = new Map<number, SignedAmount>();
  for (const { account_id, balance } of wanted) left.set(account_id, add(left.get(account_id) ?? ZERO, balance));
  for (const { account_id, balance } of carried) left.set(account_id, subtract(left.get(account_id) ?? ZERO, balance));
  return [...left].filter(([, balance]) => !isZero(balance)).map(([account_id, balance]) => ({ account_id, balance }));
}

/** The source may put a result where it likes among equity; any other account goes on with what it holds. */
export function isMovable({ account_id }: AccountBalance, { records }: CompanyFile): boolean {
  const data = recordsOf(records, accounts).byId.get(account_id)?.data;
  return data?.type === 'equity' || data?.control_role === 'result' || data?.control_role === 'carried_forward';
}

const isOfLedger = (event: Closed): event is EntryEvent => Object.hasOwn(entryEvents, event.type);

const evolved = (file: CompanyFile, event: Closed): CompanyFile =>
  isOfLedger(event)
    ? { ...file, ledger: evolveLedger(file.ledger, event) }
    : { ...file, fiscalYears: evolveFiscalYears(file.fiscalYears, event) };

function movement({ closing, moveIds }: CloseMigratedYear, moved: readonly AccountBalance[], file: CompanyFile) {
  const year = file.fiscalYears.find(({ id }) => id === closing.id)!;
  const next = yearAfter(year, file.fiscalYears)!;
  const { id: journal_id, journal } = journalFor(closing.journalId, file, [])!;
  const lines = moved.map(({ account_id, balance }, index): EntryLine => ({
    id: moveIds.lines[index]!,
    account_id,
    debit: isNegative(balance) ? ZERO : balance,
    credit: isNegative(balance) ? negate(balance) : ZERO,
    label: null,
    third_party_id: null,
  }));
  const label = LABEL[file.identity!.locale].replace('{year}', next.code);
  const draft = { id: moveIds.entry, journal_id, entry_date: next.starts_on, due_date: null, label, reference: null };
  const kind = { origin: 'migration', layer: 'awaiting' } as const;
  return posted({ ...draft, ...kind, lines }, journal, placeOf(file.fiscalYears, next.starts_on)!, file);
}
