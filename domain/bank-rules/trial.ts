import type { CompanyFile } from '../company-file-state.ts';
import type { JsonRecord } from '../json.ts';
import { prepareChange, prepareCreation } from '../records/checks.ts';
import { findLiveRecord, getRecords } from '../records/state.ts';
import { refuseInvalid, isRefusal, type Problem, type Refusal } from '../refusal.ts';
import {
  buildRuledLines,
  createRuleFinder,
  createTaker,
  type AskedRule,
  type MovementFacts,
  type RuledLine,
} from './evaluate.ts';
import { bankRules } from './rule.ts';

/** Tries a rule on past movements, before it is saved or with other values. Nothing is recorded. */

export const TRIAL_OUTCOMES = ['book', 'propose', 'give_way'] as const;

/** Booked automatically, proposed only, or left to an earlier rule. */
export type TrialOutcome = (typeof TRIAL_OUTCOMES)[number];

export interface Trial {
  readonly would: TrialOutcome;
  /** The earlier rule. */
  readonly gives_way_to: number | null;
  readonly lines: readonly RuledLine[];
}

/** Null for a movement that the rule does not take. */
export type Trier = (movement: MovementFacts) => Trial | null;

/** Id that no record has. */
const NEW = Number.MAX_SAFE_INTEGER;

/** Tries the rule with this id, with the given values on top; without an id, a new rule. */
export function createTrier(ruleId: number | null, given: JsonRecord, file: CompanyFile): Trier | Refusal {
  const tried = resolveTriedRule(ruleId, given, file);
  if (isRefusal(tried)) return tried;
  const takes = createTaker(tried.conditions);
  const firstOf = createRuleFinder(listRulesBefore(tried, file));
  return (movement) => {
    if (!takes(movement)) return null;
    const lines = buildRuledLines(tried, movement);
    const first = firstOf(movement);
    if (first) return { would: 'give_way', gives_way_to: first.id, lines };
    return { would: tried.is_automatic ? 'book' : 'propose', gives_way_to: null, lines };
  };
}

interface TriedRule extends AskedRule {
  readonly is_automatic: boolean;
}

function resolveTriedRule(ruleId: number | null, given: JsonRecord, file: CompanyFile): TriedRule | Refusal {
  if (ruleId === null) {
    // A rule can be tried without a name.
    const { data, problems } = prepareCreation(bankRules, NEW, { ...given, name: given['name'] ?? '-' }, file);
    return problems.length > 0 ? refuseRule(problems) : { ...(data as Data), id: NEW };
  }
  const record = findLiveRecord(file.records, bankRules, ruleId);
  if (!record) return refuseInvalid([{ code: 'reference_unknown', field: 'rule_id' }]);
  const { changes, problems } = prepareChange(bankRules, ruleId, record, given, file);
  return problems.length > 0 ? refuseRule(problems) : { ...record.data, ...(changes as Partial<Data>), id: ruleId };
}

/** Data that passed the checks of the declaration. */
type Data = Omit<TriedRule, 'id'>;

const refuseRule = (problems: readonly Problem[]): Refusal =>
  refuseInvalid(problems.map((problem) => ({ ...problem, field: `rule.${problem.field ?? ''}` })));

/** A rule inserted at a position moves the rules from there on down. */
function listRulesBefore({ id, position }: TriedRule, file: CompanyFile): readonly AskedRule[] {
  const before: AskedRule[] = [];
  for (const [other, { data, isTrashed }] of getRecords(file.records, bankRules).byId.entries())
    if (!isTrashed && other !== id && data.position < position) before.push({ ...data, id: other });
  return before;
}
