import type { CompanyFile } from '../company-file-state.ts';
import { conflict } from '../records/records.ts';
import { invalid, isRefusal, type Decision, type Problem } from '../refusal.ts';
import type { EntryDetails, EntryEvent, LineDispute } from './entry-events.ts';
import type { EntryFacts, LineFacts } from './entry-facts.ts';
import { lockedAt, lockOf, placeOf } from './place.ts';

/** What words and due date an entry has may be put right; what it books never changes. */

export interface AmendEntry {
  readonly type: 'AmendEntry';
  readonly facts: EntryHead;
  /** What is absent stays as it is. */
  readonly changes: EntryDetails;
  /** Absent: the lines stay as they are. */
  readonly disputes?: readonly RequestedDispute[];
  readonly baseVersion: number | null;
}

export type EntryHead = Pick<EntryFacts, 'id' | 'version' | 'entry_date' | 'label' | 'reference' | 'due_date'> & {
  /** Known where disputes are. */
  readonly lines?: readonly Pick<LineFacts, 'id' | 'line_number' | 'dispute'>[];
};

export interface RequestedDispute {
  readonly line_id: number;
  readonly is_disputed: boolean;
  readonly reason: string | null;
}

const FIELDS = ['label', 'reference', 'due_date'] as const;

export function decideAmendment(command: AmendEntry, file: CompanyFile): Decision<EntryEvent> {
  const { facts, baseVersion } = command;
  if (baseVersion !== null && baseVersion !== facts.version) return conflict(facts.version);
  const amended = wordsAmended(command, file);
  const disputed = linesDisputed(command, isRefusal(amended) ? 0 : amended.length);
  if (!isRefusal(amended)) return isRefusal(disputed) ? disputed : [...amended, ...disputed];
  return isRefusal(disputed) ? { ...amended, problems: [...amended.problems, ...disputed.problems] } : amended;
}

/** Nothing that is booked changes by it: a locked period does not keep anybody from it. */
function linesDisputed({ facts, disputes = [] }: AmendEntry, earlier: number): Decision<EntryEvent> {
  const problems: Problem[] = [];
  const lines: LineDispute[] = [];
  const previous: LineDispute[] = [];
  for (const [index, { line_id, is_disputed, reason }] of disputes.entries()) {
    const line = facts.lines?.find(({ id }) => id === line_id);
    const isRepeated = disputes.findIndex((other) => other.line_id === line_id) < index;
    if (!line || isRepeated)
      problems.push({ code: line ? 'line_repeated' : 'line_unknown', field: `lines.${index}.id` });
    else {
      const { line_number, dispute = null } = line;
      const before = { line_id, line_number, is_disputed: dispute !== null, reason: dispute === '' ? null : dispute };
      const after = { line_id, line_number, is_disputed, reason: is_disputed ? reason : null };
      if (before.is_disputed === is_disputed && before.reason === after.reason) continue;
      lines.push(after);
      previous.push(before);
    }
  }
  if (problems.length > 0) return invalid(problems);
  if (lines.length === 0) return [];
  const { id, version } = facts;
  return [{ type: 'EntryLinesDisputed', data: { id, version: version + 1 + earlier, lines, previous } }];
}

function wordsAmended({ facts, changes: requested }: AmendEntry, { fiscalYears }: CompanyFile): Decision<EntryEvent> {
  const changed = FIELDS.filter((name) => requested[name] !== undefined && requested[name] !== facts[name]);
  if (changed.length === 0) return [];
  const pick = (from: EntryDetails): EntryDetails =>
    Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  const changes = pick(requested);
  const problems: Problem[] = [];
  if (typeof changes.due_date === 'string' && changes.due_date < facts.entry_date)
    problems.push({ code: 'due_date_before_entry_date', field: 'due_date' });
  const place = placeOf(fiscalYears, facts.entry_date);
  const lock = place && lockOf(place);
  if (lock) return lockedAt(lock, 'entry_date', problems);
  if (problems.length > 0) return invalid(problems);
  const data = { id: facts.id, version: facts.version + 1, changes, previous: pick(facts) };
  return [{ type: 'EntryAmended', data }];
}
