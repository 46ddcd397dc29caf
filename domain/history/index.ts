import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { DomainEvent } from '../event.ts';
import { refuse, type Decision, type Refusal } from '../refusal.ts';
import { atOnce, type Steps } from '../steps.ts';
import type { Subject } from '../subject.ts';
import { evolveFacts, type UndoFacts } from './facts.ts';
import { historyEvents } from './history-events.ts';
import { problemsLeft } from './problems-left.ts';
import { isBlocked, type AnyUndoRules, type Blocker, type IdKind, type Undoing, type UndoRule } from './undo.ts';

/** Takes back what an operation did, or one change of it, as far as nothing later stands on it: all or nothing. */
export interface UndoChanges {
  readonly type: 'UndoChanges';
  readonly operationId: string;
  /** What is taken back, in the order in which it happened. */
  readonly events: readonly DomainEvent[];
  /** The record whose change alone is taken back; null: everything. */
  readonly only: { readonly resource: string; readonly id: number } | null;
  readonly facts: UndoFacts;
  readonly ids: UndoIds;
  readonly today: PlainDate;
}

export type UndoIds = Readonly<Partial<Record<IdKind, readonly number[]>>>;

/** More would not be read. */
const MOST_BLOCKERS = 20;

type Evolve = (file: CompanyFile, event: DomainEvent) => CompanyFile;

/** What would come of it, and how many new ids of each kind it takes. */
export interface UndoPreview {
  readonly decision: Decision<DomainEvent>;
  readonly idsTaken: ReadonlyMap<IdKind, number>;
}

/** Made from what all other subjects say of their events. */
export function openUndo(rules: AnyUndoRules, evolve: Evolve) {
  const inSteps = (command: UndoChanges, file: CompanyFile) =>
    undoInSteps(command, file, rules, evolve, supplyOf(command.ids));
  return {
    rules,
    subject: {
      events: historyEvents,
      decide: {
        UndoChanges: (command: UndoChanges, file: CompanyFile): Decision<DomainEvent> => atOnce(inSteps(command, file)),
      },
      decideInSteps: { UndoChanges: inSteps },
    } satisfies Subject<CompanyFile>,
    /** Ids that are not given are numbers below zero. */
    *preview(command: UndoChanges, file: CompanyFile): Steps<UndoPreview> {
      const supply = supplyOf(command.ids);
      const decision = yield* undoInSteps(command, file, rules, evolve, supply);
      return { decision, idsTaken: supply.taken };
    },
  };
}

function* undoInSteps(
  command: UndoChanges,
  before: CompanyFile,
  rules: AnyUndoRules,
  evolve: Evolve,
  { take: ids }: Supply,
): Steps<Decision<DomainEvent>> {
  const { operationId, events: together, only, today } = command;
  const blockers: Blocker[] = [];
  const events: DomainEvent[] = [];
  let file = before;
  let facts = command.facts;
  for (const event of together.toReversed()) {
    const rule = ruleOf(rules, event);
    if ('never' in rule) {
      blockers.push({ code: rule.never, resource: rule.resource, id: only?.id ?? null });
      continue;
    }
    const undoing: Undoing = { file, facts, together, only: only?.id ?? null, today, ids, evolve };
    const undone = rule.back(event.data as never, undoing);
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
  if (blockers.length === 0) blockers.push(...problemsLeft(events, before, file));
  if (blockers.length > 0) return revertBlocked(blockers.slice(0, MOST_BLOCKERS));
  if (events.length === 0) return revertBlocked([{ code: 'nothing_to_revert', resource: 'history', id: null }]);
  const reverted = {
    type: 'OperationReverted',
    data: { operation_id: operationId, ...(only && { change: { resource: only.resource, id: only.id } }) },
  };
  return [reverted, ...events];
}

export const revertBlocked = (blockers: readonly Blocker[]): Refusal =>
  refuse('revert_blocked', {}, { blocked_by: blockers });

/** @throws for an event that no subject speaks of: a test names it before */
export function ruleOf(rules: AnyUndoRules, { type }: DomainEvent): UndoRule<never> {
  const rule = Object.hasOwn(rules, type) ? rules[type] : undefined;
  if (!rule) throw new Error(`No subject says how ${type} is taken back`);
  return rule;
}

interface Supply {
  readonly take: Undoing['ids'];
  readonly taken: ReadonlyMap<IdKind, number>;
}

/** Hands ids out one after another; once they are used up, numbers that no record has, by which one counts how many it takes. */
function supplyOf(given: UndoIds): Supply {
  const taken = new Map<IdKind, number>();
  const take: Undoing['ids'] = (kind, count) => {
    const start = taken.get(kind) ?? 0;
    taken.set(kind, start + count);
    const own = given[kind] ?? [];
    return Array.from({ length: count }, (_, index) => own[start + index] ?? -1 - start - index);
  };
  return { take, taken };
}
