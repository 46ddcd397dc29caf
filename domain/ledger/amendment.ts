import { allocationOf, sharedOut, type RequestedShare } from '../analytics/allocation.ts';
import { missingOn } from '../analytics/required.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { sameJson } from '../json.ts';
import { ZERO } from '../money.ts';
import { conflict } from '../records/records.ts';
import { invalid, isRefusal, type Decision, type Problem } from '../refusal.ts';
import type { EntryDetails, EntryEvent, LineAllocation, LineDispute } from './entry-events.ts';
import type { EntryFacts, LineFacts } from './entry-facts.ts';
import { lockedAt, lockOf, placeOf } from './place.ts';

/** What words, due date and analytic codes an entry has may be put right; what it books never changes. */

export interface AmendEntry {
  readonly type: 'AmendEntry';
  readonly facts: EntryHead;
  /** What is absent stays as it is. */
  readonly changes: EntryDetails;
  /** Absent: the lines stay as they are. */
  readonly disputes?: readonly RequestedDispute[];
  /** Absent: the lines are told by the codes that they were told by. */
  readonly allocations?: readonly RequestedAllocation[];
  readonly baseVersion: number | null;
}

export type EntryHead = Pick<EntryFacts, 'id' | 'version' | 'entry_date' | 'label' | 'reference' | 'due_date'> & {
  /** Known where something is said of them. */
  readonly lines?: readonly Pick<
    LineFacts,
    'id' | 'line_number' | 'account_id' | 'debit' | 'credit' | 'dispute' | 'analytics'
  >[];
};

export interface RequestedDispute {
  readonly line_id: number;
  readonly is_disputed: boolean;
  readonly reason: string | null;
  /** Where a client finds the line; absent: at its place. */
  readonly at?: string;
}

export interface RequestedAllocation {
  readonly line_id: number;
  /** All codes of the line; none: it is told by none. Null: those that it has. */
  readonly analytics: readonly RequestedShare[] | null;
  /** Where a client finds the line. */
  readonly at: string;
}

const FIELDS = ['label', 'reference', 'due_date'] as const;

export function decideAmendment(command: AmendEntry, file: CompanyFile): Decision<EntryEvent> {
  const { facts, baseVersion } = command;
  if (baseVersion !== null && baseVersion !== facts.version) return conflict(facts.version);
  const amended = wordsAmended(command, file);
  const disputed = linesDisputed(command, lengthOf(amended));
  const allocated = linesAllocated(command, lengthOf(amended) + lengthOf(disputed), file);
  const parts = [amended, disputed, allocated];
  const [first, ...others] = parts.filter((part) => isRefusal(part));
  if (!first) return parts.flatMap((part) => (isRefusal(part) ? [] : part));
  // Putting the rest right would not help where something is locked: that is told first.
  const leading = first.code === undefined ? (others.find(({ code }) => code !== undefined) ?? first) : first;
  const rest = [first, ...others].filter((refusal) => refusal !== leading);
  return { ...leading, problems: [...leading.problems, ...rest.flatMap(({ problems }) => problems)] };
}

const lengthOf = (decision: Decision<EntryEvent>): number => (isRefusal(decision) ? 0 : decision.length);

/** Codes are no part of the books, but reports of a period that is locked stay as they are. */
function linesAllocated(
  { facts, allocations = [] }: AmendEntry,
  earlier: number,
  file: CompanyFile,
): Decision<EntryEvent> {
  const problems: Problem[] = [];
  const lines: LineAllocation[] = [];
  const previous: LineAllocation[] = [];
  const named = new Set<number>();
  for (const { line_id, analytics: requested, at } of allocations) {
    const line = facts.lines?.find(({ id }) => id === line_id);
    if (!line || named.has(line_id)) {
      problems.push({ code: line ? 'line_repeated' : 'line_unknown', field: `${at}.id` });
      continue;
    }
    named.add(line_id);
    if (requested === null) continue;
    const whole = line.debit === ZERO ? line.credit : line.debit;
    const field = `${at}.analytics`;
    const before = problems.length;
    const asked = { at: field, whole, date: facts.entry_date };
    const analytics = sharedOut(allocationOf(requested, asked, file, problems), whole);
    if (problems.length > before) continue;
    problems.push(...missingOn({ ...line, analytics }, field, file));
    if (sameJson(analytics, line.analytics ?? [])) continue;
    lines.push({ line_id, line_number: line.line_number, analytics });
    previous.push({ line_id, line_number: line.line_number, analytics: line.analytics ?? [] });
  }
  if (lines.length === 0) return problems.length > 0 ? invalid(problems) : [];
  const place = placeOf(file.fiscalYears, facts.entry_date);
  const lock = place && lockOf(place);
  if (lock) return lockedAt(lock, 'lines', problems);
  if (problems.length > 0) return invalid(problems);
  const { id, version } = facts;
  return [{ type: 'EntryLinesAllocated', data: { id, version: version + 1 + earlier, lines, previous } }];
}

/** Nothing that is booked changes by it: a locked period does not keep anybody from it. */
function linesDisputed({ facts, disputes = [] }: AmendEntry, earlier: number): Decision<EntryEvent> {
  const problems: Problem[] = [];
  const lines: LineDispute[] = [];
  const previous: LineDispute[] = [];
  for (const [index, { line_id, is_disputed, reason, at = `lines.${index}` }] of disputes.entries()) {
    const line = facts.lines?.find(({ id }) => id === line_id);
    const isRepeated = disputes.findIndex((other) => other.line_id === line_id) < index;
    if (!line || isRepeated) problems.push({ code: line ? 'line_repeated' : 'line_unknown', field: `${at}.id` });
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
