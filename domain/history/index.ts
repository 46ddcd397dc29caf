import type { CompanyFile, CompanyFileState } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { DomainEvent } from '../event.ts';
import type { LockReason } from '../ledger/place.ts';
import { refuse, type Decision, type Refusal } from '../refusal.ts';
import { runAllSteps, type Steps } from '../steps.ts';
import type { Subject } from '../subject.ts';
import type { RecycleBins } from './bin.ts';
import type { EarlierEvents } from './earlier.ts';
import { historyEvents } from './history-events.ts';
import { findRemainingProblems } from './problems-left.ts';
import { createPurge } from './purging.ts';
import {
  isBlocked,
  type AnyUndoRules,
  type Blocker,
  type EvolveFacts,
  type FactsOfSubject,
  type IdKind,
  type UndoFacts,
  type Undoing,
  type UndoRule,
} from './undo.ts';

/** Undoes an operation, or one change in it, unless a later change depends on it: all or nothing. */
export interface UndoChanges {
  readonly type: 'UndoChanges';
  readonly operationId: string;
  /** The events to undo, in the order in which they happened. */
  readonly events: readonly DomainEvent[];
  /** The record whose change is undone. Null: the whole operation. */
  readonly only: { readonly resource: string; readonly id: number } | null;
  readonly facts: UndoFacts;
  readonly earlier: EarlierEvents;
  readonly ids: UndoIds;
  readonly today: PlainDate;
}

export type UndoIds = Readonly<Partial<Record<IdKind, readonly number[]>>>;

/** More would not be read. */
const MOST_BLOCKERS = 20;

type Evolve = (file: CompanyFile, event: DomainEvent) => CompanyFile;

/** The outcome of an undo, and the number of new ids it needs per kind. */
export interface UndoPreview {
  readonly decision: Decision<DomainEvent>;
  readonly idsTaken: ReadonlyMap<IdKind, number>;
}

/** What the subjects of a company file declare for its history. */
interface SubjectsOfHistory {
  readonly rules: AnyUndoRules;
  readonly facts: readonly FactsOfSubject[];
  readonly bins: RecycleBins;
  readonly evolve: Evolve;
}

interface Machinery {
  readonly rules: AnyUndoRules;
  readonly evolve: Evolve;
  readonly evolveFacts: EvolveFacts;
}

/** Undo and the recycle bin, built from the manifests of all other subjects. */
export function createHistory({ rules, facts, bins, evolve }: SubjectsOfHistory) {
  const machinery = { rules, evolve, evolveFacts: createFactEvolution(facts) };
  const runInSteps = (command: UndoChanges, file: CompanyFile) =>
    undoInSteps(command, file, machinery, createIdSupply(command.ids));
  return {
    subject: {
      events: historyEvents,
      decide: {
        UndoChanges: (command: UndoChanges, file: CompanyFile): Decision<DomainEvent> =>
          runAllSteps(runInSteps(command, file)),
        PurgeRecords: createPurge(bins),
      },
      decideInSteps: { UndoChanges: runInSteps },
    } satisfies Subject<CompanyFileState, CompanyFile>,
    evolveFacts: machinery.evolveFacts,
    /** Missing ids are replaced by negative placeholders. */
    *preview(command: UndoChanges, file: CompanyFile): Steps<UndoPreview> {
      const supply = createIdSupply(command.ids);
      const decision = yield* undoInSteps(command, file, machinery, supply);
      return { decision, idsTaken: supply.taken };
    },
  };
}

function createFactEvolution(facts: readonly FactsOfSubject[]): EvolveFacts {
  const evolutions = new Map<string, NonNullable<FactsOfSubject['evolve']>[number]['apply'][]>();
  for (const { events, apply } of facts.flatMap(({ evolve = [] }) => evolve))
    for (const type of Object.keys(events)) evolutions.set(type, [...(evolutions.get(type) ?? []), apply]);
  return (before, event, file) =>
    (evolutions.get(event.type) ?? []).reduce((now, apply) => apply(now, event as never, file), before);
}

function* undoInSteps(
  command: UndoChanges,
  before: CompanyFile,
  { rules, evolve, evolveFacts }: Machinery,
  { takeIds }: Supply,
): Steps<Decision<DomainEvent>> {
  const { operationId, events: together, only, today, earlier } = command;
  const blockers: Blocker[] = [];
  const events: DomainEvent[] = [];
  const postedAgain = new Map<number, number>();
  let file = before;
  let facts = command.facts;
  for (const event of together.toReversed()) {
    const rule = getUndoRule(rules, event);
    if ('never' in rule) {
      blockers.push({ code: rule.never, resource: rule.resource, id: only?.id ?? null });
      continue;
    }
    if (only && rule.isWhole) {
      blockers.push({ code: 'undo_whole_operation', resource: only.resource, id: only.id });
      continue;
    }
    const seen = { file, facts, together, only: only?.id ?? null, today, earlier };
    const undone = rule.revert(event.data as never, { ...seen, postedAgain, takeIds, evolve, evolveFacts });
    if (isBlocked(undone)) blockers.push(...undone.blockers);
    else
      for (const one of undone) {
        file = evolve(file, one);
        facts = evolveFacts(facts, one, file);
        events.push(one);
        yield;
      }
    if (blockers.length >= MOST_BLOCKERS) break;
    yield;
  }
  if (blockers.length === 0) blockers.push(...findRemainingProblems(events, before, file));
  if (blockers.length > 0) return refuseBlockedUndo(blockers.slice(0, MOST_BLOCKERS));
  if (events.length === 0) return refuseBlockedUndo([{ code: 'nothing_to_revert', resource: 'history', id: null }]);
  const reverted = {
    type: 'OperationReverted',
    data: { operation_id: operationId, ...(only && { change: { resource: only.resource, id: only.id } }) },
  };
  return [reverted, ...events];
}

/** A locked period or a closed year has its own code, as for any other write. */
export function refuseBlockedUndo(blockers: readonly Blocker[]): Refusal {
  const lock = blockers.find(({ code }) => LOCKS.has(code));
  const refusal = refuse('revert_blocked', {}, { reason: (lock ?? blockers[0])?.code, blocked_by: blockers });
  return lock ? { ...refusal, code: 'period_locked' } : refusal;
}

const LOCKS: ReadonlySet<string> = new Set(['period_locked', 'fiscal_year_closed'] satisfies LockReason[]);

/** @throws for an event without an undo rule. A test detects this earlier. */
export function getUndoRule(rules: AnyUndoRules, { type }: DomainEvent): UndoRule<never> {
  const rule = Object.hasOwn(rules, type) ? rules[type] : undefined;
  if (!rule) throw new Error(`No undo rule for event type ${type}`);
  return rule;
}

interface Supply {
  readonly takeIds: Undoing['takeIds'];
  readonly taken: ReadonlyMap<IdKind, number>;
}

/** Issues the given ids in order. When they run out, it issues negative placeholders and counts how many are needed. */
function createIdSupply(given: UndoIds): Supply {
  const taken = new Map<IdKind, number>();
  const takeIds: Undoing['takeIds'] = (kind, count) => {
    const start = taken.get(kind) ?? 0;
    taken.set(kind, start + count);
    const own = given[kind] ?? [];
    return Array.from({ length: count }, (_, index) => own[start + index] ?? -1 - start - index);
  };
  return { takeIds, taken };
}
