import type { CompanyFile } from '../company-file-state.ts';
import type { DataOf, DraftOf } from '../records/declaration.ts';
import { objectField } from '../records/field.ts';
import { getNextPosition, makeRoom } from '../records/order.ts';
import { resource } from '../records/resource.ts';
import { getRecords, type Collection, type RecordOf } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { findConditionProblems, normaliseConditions } from './conditions.ts';
import type { RuleCondition, RuleLine } from './evaluate.ts';
import { normaliseRuleLines, findLineProblems } from './lines.ts';

const fields = {
  name: { kind: 'text', max: 200, required: true },
  position: { kind: 'integer', min: 1, max: 10_000, isGenerated: true },
  is_active: { kind: 'boolean', initial: true },
  /** Books by itself; other rules only propose. */
  is_automatic: { kind: 'boolean', initial: false },
  conditions: { ...objectField<readonly RuleCondition[]>('bank_rule_conditions'), required: true },
  lines: {
    ...objectField<readonly RuleLine[]>('bank_rule_lines', {
      account_id: 'accounts',
      vat_code_id: 'vat-codes',
      third_party_id: 'third-parties',
      'analytics.code_id': 'analytic-codes',
    }),
    required: true,
  },
} as const;

type Draft = DraftOf<typeof fields>;

/** Rules that book bank movements. The first matching rule applies. */
export const bankRules = resource({
  name: 'bank-rules',
  namedBy: ['rule_id'],
  writtenBy: 'encoder',
  fields,
  unique: [],
  listedBy: ['position'],
  complete: (data, file) => ({ ...data, position: data.position ?? getNextPosition(getAllRules(file)) }),
  normalise: (data, file, changed) => ({
    ...data,
    ...(changed.has('conditions') && { conditions: normaliseConditions(data.conditions ?? null) }),
    ...(changed.has('lines') && { lines: normaliseRuleLines(data.lines ?? null, file) }),
  }),
  listOtherUpdates: (id, { position }, _data, file) =>
    typeof position === 'number' ? makeRoom(getAllRules(file), id, position) : [],
  check: findRuleProblems,
});

export type BankRule = RecordOf<typeof bankRules>;

const getAllRules = ({ records }: CompanyFile): Collection<DataOf<typeof fields>> => getRecords(records, bankRules);

function findRuleProblems(data: Draft, file: CompanyFile, changed: ReadonlySet<keyof Draft>): readonly Problem[] {
  return [
    ...(changed.has('conditions') ? findConditionProblems(data.conditions ?? null) : []),
    ...(changed.has('lines') ? findLineProblems(data.lines ?? null, file) : []),
  ];
}
