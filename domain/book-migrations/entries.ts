import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import { journals } from '../journals/journal.ts';
import type { EntryEvent, EntryLine } from '../ledger/entry-events.ts';
import { placeOf } from '../ledger/place.ts';
import { posted } from '../ledger/posting.ts';
import { evolveLedger } from '../ledger/state.ts';
import { batches } from '../batches.ts';
import { lettered } from '../lettering/lettering.ts';
import type { LetteredLine, Lettering, LetteringEvent } from '../lettering/lettering-events.ts';
import { letteringCode } from '../lettering/state.ts';
import { ofCents, ZERO } from '../money.ts';
import type { RecordDeclaration } from '../records/declaration.ts';
import { idByKey, living } from '../records/state.ts';
import type { Decision } from '../refusal.ts';
import { atOnce, type Steps } from '../steps.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import type { MigrationEvent } from './migration-events.ts';
import { advanced, isDue, type Step } from './migration.ts';

/** Entries as the source has them: they were found to balance before the first of them is posted. */

export interface MigratedLine {
  readonly account: string;
  readonly party: string | null;
  /** Debit is positive. */
  readonly cents: number;
  readonly label: string | null;
  readonly reference: string | null;
  readonly dueDate: PlainDate | null;
}

export interface MigratedEntry {
  readonly id: number;
  readonly firstLineId: number;
  readonly journal: string;
  readonly date: PlainDate;
  /** What the company brought along from before its first year. */
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
  }[];
}

export interface MigrateLetterings extends Step {
  readonly type: 'MigrateLetterings';
  readonly letterings: readonly MigratedLettering[];
}

/** @throws when there is none: what the books need was made before they are brought along */
function idOf<R extends RecordDeclaration>(
  { records }: CompanyFile,
  resource: R,
  field: keyof R['fields'] & string,
  value: string,
): number {
  const id = idByKey(records, resource, field, value);
  if (id === undefined) throw new Error(`There is no ${value} among ${resource.name}`);
  return id;
}

export const decideEntries = (command: MigrateEntries, file: CompanyFile): Decision<EntryEvent | MigrationEvent> =>
  atOnce(entriesInSteps(command, file));

export function* entriesInSteps(
  command: MigrateEntries,
  before: CompanyFile,
): Steps<Decision<EntryEvent | MigrationEvent>> {
  if (!isDue(command, 'entries', before)) return [];
  const events: (EntryEvent | MigrationEvent)[] = [];
  let file = before;
  for (const entry of command.entries) {
    const event = postedEntry(entry, file);
    events.push(event);
    file = { ...file, ledger: evolveLedger(file.ledger, event) };
    yield;
  }
  return [...events, advanced(command, 'entries')];
}

function postedEntry(entry: MigratedEntry, file: CompanyFile) {
  const { id, firstLineId, date, isOpening } = entry;
  const journal_id = idOf(file, journals, 'code', entry.journal);
  const place = placeOf(file.fiscalYears, date);
  if (!place) throw new Error(`No fiscal year has ${date}`);
  const label = sharedText(entry.lines, 'label');
  const reference = sharedText(entry.lines, 'reference');
  const due_date = isOpening ? null : (entry.lines.find(({ dueDate }) => dueDate !== null)?.dueDate ?? null);
  const lines = entry.lines.map((line, index): EntryLine => {
    const amount = ofCents(BigInt(Math.abs(line.cents)));
    return {
      id: firstLineId + index,
      account_id: idOf(file, accounts, 'number', line.account),
      debit: line.cents > 0 ? amount : ZERO,
      credit: line.cents > 0 ? ZERO : amount,
      label: line.label === label ? null : line.label,
      third_party_id: line.party === null ? null : idOf(file, thirdParties, 'code', line.party),
      ...(line.dueDate !== null && line.dueDate !== due_date && { due_date: line.dueDate }),
      ...(line.reference !== null && line.reference !== reference && { reference: line.reference }),
    };
  });
  const kind = isOpening
    ? ({ origin: 'opening_balance', layer: 'opening' } as const)
    : ({ origin: 'migration' } as const);
  const draft = { id, journal_id, entry_date: date, due_date, label, reference, ...kind, lines };
  return posted(draft, living(file.records, journals, journal_id)!, place, file);
}

/** What all lines say; else, of the label, what the first one says. */
function sharedText(lines: readonly MigratedLine[], name: 'label' | 'reference'): string | null {
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
    code: letteringCode(file.lettering.count + index + 1),
    account_id: idOf(file, accounts, 'number', account),
    third_party_id: party === null ? null : idOf(file, thirdParties, 'code', party),
    settled_on: settledOn,
    origin: 'migration',
    lines: lines.map(({ lineId, entryId, number, cents }): LetteredLine => ({
      line_id: lineId,
      entry_id: entryId,
      line_number: number,
      amount: ofCents(BigInt(cents)),
    })),
  }));
  return [...batches(letterings).map(lettered), advanced(command, 'letterings')];
}
