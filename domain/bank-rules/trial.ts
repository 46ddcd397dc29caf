import type { CompanyFile } from '../company-file-state.ts';
import type { JsonRecord } from '../json.ts';
import { changeOf, creationOf } from '../records/checks.ts';
import { living, recordsOf } from '../records/state.ts';
import { invalid, isRefusal, type Problem, type Refusal } from '../refusal.ts';
import { linesOf, ruleFinder, takerOf, type AskedRule, type MovementFacts, type RuledLine } from './evaluate.ts';
import { bankRules } from './rule.ts';

/** A rule is tried on what has been, before it is kept or as it would be with other values. Nothing is recorded. */

export const TRIAL_OUTCOMES = ['book', 'propose', 'give_way'] as const;

/** It would be booked by itself or only proposed, or another rule comes first. */
export type TrialOutcome = (typeof TRIAL_OUTCOMES)[number];

export interface Trial {
  readonly would: TrialOutcome;
  /** The rule that comes first. */
  readonly gives_way_to: number | null;
  readonly lines: readonly RuledLine[];
}

/** Null for a movement that the rule does not take. */
export type Trier = (movement: MovementFacts) => Trial | null;

/** No record ever has it. */
const NEW = Number.MAX_SAFE_INTEGER;

/** The rule with this id, with other values where some are given; without an id a new one. */
export function trierOf(ruleId: number | null, given: JsonRecord, file: CompanyFile): Trier | Refusal {
  const tried = triedRule(ruleId, given, file);
  if (isRefusal(tried)) return tried;
  const takes = takerOf(tried.conditions);
  const firstOf = ruleFinder(rulesBefore(tried, file));
  return (movement) => {
    if (!takes(movement)) return null;
    const lines = linesOf(tried, movement);
    const first = firstOf(movement);
    if (first) return { would: 'give_way', gives_way_to: first.id, lines };
    return { would: tried.is_automatic ? 'book' : 'propose', gives_way_to: null, lines };
  };
}

interface TriedRule extends AskedRule {
  readonly is_automatic: boolean;
}

function triedRule(ruleId: number | null, given: JsonRecord, file: CompanyFile): TriedRule | Refusal {
  if (ruleId === null) {
    // It needs no name to be tried.
    const { data, problems } = creationOf(bankRules, NEW, { ...given, name: given['name'] ?? '-' }, file);
    return problems.length > 0 ? refused(problems) : { ...(data as Data), id: NEW };
  }
  const record = living(file.records, bankRules, ruleId);
  if (!record) return invalid([{ code: 'reference_unknown', field: 'rule_id' }]);
  const { changes, problems } = changeOf(bankRules, ruleId, record, given, file);
  return problems.length > 0 ? refused(problems) : { ...record.data, ...(changes as Partial<Data>), id: ruleId };
}

/** What the checks of the declaration have found to be right. */
type Data = Omit<TriedRule, 'id'>;

const refused = (problems: readonly Problem[]): Refusal =>
  invalid(problems.map((problem) => ({ ...problem, field: `rule.${problem.field ?? ''}` })));

/** One that takes a place moves those that stand there down. */
function rulesBefore({ id, position }: TriedRule, file: CompanyFile): readonly AskedRule[] {
  const before: AskedRule[] = [];
  for (const [other, { data, isTrashed }] of recordsOf(file.records, bankRules).byId.entries())
    if (!isTrashed && other !== id && data.position < position) before.push({ ...data, id: other });
  return before;
}
