import { resolveAllocation, distributeShares, type RequestedShare } from '../analytics/allocation.ts';
import { findMissingOnLine } from '../analytics/required.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { findCountryPack } from '../country-packs/index.ts';
import { isSameJson } from '../json.ts';
import { ZERO } from '../money.ts';
import { refuseInvalid, isRefusal, NO_PROBLEMS, type Decision, type Problem } from '../refusal.ts';
import type { EntryDetails, EntryEvent, LineAllocation, LineDispute } from './entry-events.ts';
import type { EntryFacts, LineFacts } from './entry-facts.ts';
import { refuseLocked, findLock, findPlace } from './place.ts';
import { findVersionConflict } from '../versions.ts';

/** The texts, due date and analytic codes of an entry can be corrected. The booked amounts never change. */

export interface AmendEntry {
  readonly type: 'AmendEntry';
  readonly facts: EntryHead;
  /** Absent fields stay as they are. */
  readonly changes: EntryDetails;
  /** Absent: the lines stay as they are. */
  readonly disputes?: readonly RequestedDispute[];
  /** Absent: the lines keep their analytic codes. */
  readonly allocations?: readonly RequestedAllocation[];
  readonly baseVersion: number | null;
}

export type EntryHead = Pick<EntryFacts, 'id' | 'version' | 'entry_date' | 'label' | 'reference' | 'due_date'> & {
  /** Present if the command concerns lines. */
  readonly lines?: readonly Pick<
    LineFacts,
    'id' | 'line_number' | 'account_id' | 'debit' | 'credit' | 'dispute' | 'analytics'
  >[];
};

export interface RequestedDispute {
  readonly line_id: number;
  readonly is_disputed: boolean;
  readonly reason: string | null;
  /** Path of the line in the request. Absent: by its position. */
  readonly at?: string;
}

export interface RequestedAllocation {
  readonly line_id: number;
  /** All analytic codes of the line. Empty: none. Null: unchanged. */
  readonly analytics: readonly RequestedShare[] | null;
  /** Path of the line in the request. */
  readonly at: string;
}

const FIELDS = ['label', 'reference', 'due_date'] as const;

export function decideAmendment(command: AmendEntry, file: CompanyFile): Decision<EntryEvent> {
  const { facts, baseVersion } = command;
  const conflict = findVersionConflict(facts, baseVersion);
  if (conflict) return conflict;
  const amended = amendDetails(command, file);
  const disputed = disputeLines(command, countEvents(amended));
  const allocated = allocateLines(command, countEvents(amended) + countEvents(disputed), file);
  const parts = [amended, disputed, allocated];
  const [first, ...others] = parts.filter((part) => isRefusal(part));
  if (!first) return parts.flatMap((part) => (isRefusal(part) ? [] : part));
  // A lock comes first: correcting the other problems would not help.
  const leading = first.code === undefined ? (others.find(({ code }) => code !== undefined) ?? first) : first;
  const rest = [first, ...others].filter((refusal) => refusal !== leading);
  return { ...leading, problems: [...leading.problems, ...rest.flatMap(({ problems }) => problems)] };
}

const countEvents = (decision: Decision<EntryEvent>): number => (isRefusal(decision) ? 0 : decision.length);

/** Analytic codes are not part of the books, but the reports of a locked period must not change. */
function allocateLines(
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
    const allotted = resolveAllocation(requested, { at: field, whole, date: facts.entry_date }, file);
    problems.push(...allotted.problems);
    if (allotted.problems.length > 0) continue;
    const analytics = distributeShares(allotted.value, whole);
    problems.push(...findMissingOnLine({ ...line, analytics }, field, file));
    if (isSameJson(analytics, line.analytics ?? [])) continue;
    lines.push({ line_id, line_number: line.line_number, analytics });
    previous.push({ line_id, line_number: line.line_number, analytics: line.analytics ?? [] });
  }
  if (lines.length === 0) return problems.length > 0 ? refuseInvalid(problems) : [];
  const place = findPlace(file.fiscalYears, facts.entry_date);
  const lock = place && findLock(place);
  if (lock) return refuseLocked(lock, 'lines', problems);
  if (problems.length > 0) return refuseInvalid(problems);
  const { id, version } = facts;
  return [{ type: 'EntryLinesAllocated', data: { id, version: version + 1 + earlier, lines, previous } }];
}

/** Allowed in a locked period too, because the booked amounts do not change. */
function disputeLines({ facts, disputes = [] }: AmendEntry, earlier: number): Decision<EntryEvent> {
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
  if (problems.length > 0) return refuseInvalid(problems);
  if (lines.length === 0) return [];
  const { id, version } = facts;
  return [{ type: 'EntryLinesDisputed', data: { id, version: version + 1 + earlier, lines, previous } }];
}

function amendDetails({ facts, changes: requested }: AmendEntry, file: CompanyFile): Decision<EntryEvent> {
  const changed = FIELDS.filter((name) => requested[name] !== undefined && requested[name] !== facts[name]);
  if (changed.length === 0) return [];
  const pickChanged = (from: EntryDetails): EntryDetails =>
    Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  const changes = pickChanged(requested);
  const problems =
    typeof changes.due_date === 'string' && changes.due_date < facts.entry_date
      ? [{ code: 'due_date_before_entry_date', field: 'due_date' }]
      : NO_PROBLEMS;
  const validated = findFinalDetails(changed, file);
  if (validated.length > 0) return { refused: true, code: 'entry_validated', problems: [...validated, ...problems] };
  const place = findPlace(file.fiscalYears, facts.entry_date);
  const lock = place && findLock(place);
  if (lock) return refuseLocked(lock, 'entry_date', problems);
  if (problems.length > 0) return refuseInvalid(problems);
  const data = { id: facts.id, version: facts.version + 1, changes, previous: pickChanged(facts) };
  return [{ type: 'EntryAmended', data }];
}

/** Where posting validates an entry, its texts are final. */
function findFinalDetails(changed: readonly (keyof EntryDetails)[], { identity }: CompanyFile): Problem[] {
  const final: readonly string[] = findCountryPack(identity.country_pack)?.finalDetails ?? [];
  return changed.filter((name) => final.includes(name)).map((field) => ({ code: 'entry_validated', field }));
}
