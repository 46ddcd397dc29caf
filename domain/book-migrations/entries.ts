import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { journals } from '../journals/journal.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { buildLineCurrency } from '../ledger/line-currency.ts';
import { findPlace } from '../ledger/place.ts';
import { buildPostedEntry } from '../ledger/posting.ts';
import { evolveLedger } from '../ledger/state.ts';
import { splitIntoBatches } from '../batches.ts';
import { buildLetteredEvent } from '../lettering/lettering.ts';
import type { LetteredLine, Lettering, LetteringEvent } from '../lettering/lettering-events.ts';
import { formatLetteringCode } from '../lettering/state.ts';
import { fromCents, ZERO } from '../money.ts';
import type { RecordDeclaration } from '../records/declaration.ts';
import { findIdByKey, findLiveRecord } from '../records/state.ts';
import type { Decision } from '../refusal.ts';
import { runAllSteps, type Steps } from '../steps.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import type { MigrationEvent } from './migration-events.ts';
import { buildAdvancedEvent, isDue, type Step } from './migration.ts';
import type { SourceCurrency } from './source.ts';

/** Entries from the source. They are checked to balance before the first one is posted. */

export interface MigratedLine {
  readonly account: string;
  readonly party: string | null;
  /** Debit is positive. */
  readonly cents: number;
  readonly label: string | null;
  readonly reference: string | null;
  readonly dueDate: PlainDate | null;
  readonly currency: SourceCurrency | null;
}

export interface MigratedEntry {
  readonly id: number;
  readonly firstLineId: number;
  readonly journal: string;
  readonly date: PlainDate;
  /** True for the opening balance before the first year. */
  readonly isOpening: boolean;
  readonly lines: readonly MigratedLine[];
}

export interface MigrateEntries extends Step {
  readonly type: 'MigrateEntries';
  readonly entries: readonly MigratedEntry[];
}

export interface MigratedLettering {
  readonly id: number;
  readonly account: string;
  readonly party: string | null;
  readonly settledOn: PlainDate;
  readonly lines: readonly {
    readonly lineId: number;
    readonly entryId: number;
    readonly number: number;
    readonly cents: number;
    readonly currency: SourceCurrency | null;
  }[];
}

export interface MigrateLetterings extends Step {
  readonly type: 'MigrateLetterings';
  readonly letterings: readonly MigratedLettering[];
}

/** @throws if there is none: the required records are created before the entries */
function getRecordId<R extends RecordDeclaration>(
  { records }: CompanyFile,
  resource: R,
  field: keyof R['fields'] & string,
  value: string,
): number {
  const id = findIdByKey(records, resource, field, value);
  if (id === undefined) throw new Error(`No record ${value} in ${resource.name}`);
  return id;
}

export const decideEntries = (command: MigrateEntries, file: CompanyFile): Decision<EntryEvent | MigrationEvent> =>
  runAllSteps(decideEntriesInSteps(command, file));

export function* decideEntriesInSteps(
  command: MigrateEntries,
  before: CompanyFile,
): Steps<Decision<EntryEvent | MigrationEvent>> {
  if (!isDue(command, 'entries', before)) return [];
  const events: (EntryEvent | MigrationEvent)[] = [];
  let file = before;
  for (const entry of command.entries) {
    const event = buildEntry(entry, file);
    events.push(event);
    file = { ...file, ledger: evolveLedger(file.ledger, event) };
    yield;
  }
  return [...events, buildAdvancedEvent(command, 'entries')];
}

function buildEntry(entry: MigratedEntry, file: CompanyFile) {
  const { id, firstLineId, date, isOpening } = entry;
  const journal_id = getRecordId(file, journals, 'code', entry.journal);
  const place = findPlace(file.fiscalYears, date);
  if (!place) throw new Error(`No fiscal year contains ${date}`);
  const label = findSharedText(entry.lines, 'label');
  const reference = findSharedText(entry.lines, 'reference');
  const due_date = isOpening ? null : (entry.lines.find(({ dueDate }) => dueDate !== null)?.dueDate ?? null);
  const lines = entry.lines.map((line, index): EntryLine => {
    const amount = fromCents(BigInt(Math.abs(line.cents)));
    const { currency } = line;
    return {
      id: firstLineId + index,
      account_id: getRecordId(file, accounts, 'number', line.account),
      debit: line.cents > 0 ? amount : ZERO,
      credit: line.cents > 0 ? ZERO : amount,
      label: line.label === label ? null : line.label,
      third_party_id: line.party === null ? null : getRecordId(file, thirdParties, 'code', line.party),
      ...(line.dueDate !== null && line.dueDate !== due_date && { due_date: line.dueDate }),
      ...(line.reference !== null && line.reference !== reference && { reference: line.reference }),
      ...(currency &&
        buildLineCurrency(currency.code, fromCents(BigInt(currency.cents)), fromCents(BigInt(line.cents)))),
    };
  });
  const kind = isOpening
    ? ({ origin: 'opening_balance', layer: 'opening' } as const)
    : ({ origin: 'migration' } as const);
  const draft = { id, journal_id, entry_date: date, due_date, label, reference, ...kind, lines };
  return buildPostedEntry(draft, findLiveRecord(file.records, journals, journal_id)!, place, file);
}

/** The text shared by all lines. For the label, otherwise the one of the first line. */
function findSharedText(lines: readonly MigratedLine[], name: 'label' | 'reference'): string | null {
  const first = lines[0]![name];
  return name === 'label' || lines.every((line) => line[name] === first) ? first : null;
}

export function decideLetterings(
  command: MigrateLetterings,
  file: CompanyFile,
): Decision<LetteringEvent | MigrationEvent> {
  if (!isDue(command, 'letterings', file)) return [];
  const letterings = command.letterings.map(({ id, account, party, settledOn, lines }, index): Lettering => ({
    id,
    code: formatLetteringCode(file.lettering.count + index + 1),
    account_id: getRecordId(file, accounts, 'number', account),
    third_party_id: party === null ? null : getRecordId(file, thirdParties, 'code', party),
    settled_on: settledOn,
    origin: 'migration',
    ...findSharedCurrency(lines),
    lines: lines.map(({ lineId, entryId, number, cents, currency }): LetteredLine => ({
      line_id: lineId,
      entry_id: entryId,
      line_number: number,
      amount: fromCents(BigInt(cents)),
      ...(currency && { currency_amount: fromCents(BigInt(currency.cents)) }),
    })),
  }));
  return [...splitIntoBatches(letterings).map(buildLetteredEvent), buildAdvancedEvent(command, 'letterings')];
}

/** Other programs also letter lines that do not balance in their currency: then the lettering has none. */
function findSharedCurrency(lines: MigratedLettering['lines']): Pick<Lettering, 'currency'> {
  const code = lines[0]?.currency?.code;
  const isShared = code !== undefined && lines.every(({ currency }) => currency?.code === code);
  const isBalanced = lines.reduce((total, { currency }) => total + (currency?.cents ?? 0), 0) === 0;
  return isShared && isBalanced ? { currency: code } : {};
}
