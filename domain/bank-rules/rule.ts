import type { CompanyFile } from '../company-file-state.ts';
import type { DataOf, DraftOf } from '../records/declaration.ts';
import { objectField } from '../records/field.ts';
import { lastPosition, makingRoom } from '../records/order.ts';
import { resource } from '../records/resource.ts';
import { recordsOf, type Collection, type RecordOf } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { conditionProblems, keptConditions } from './conditions.ts';
import type { RuleCondition, RuleLine } from './evaluate.ts';
import { keptLines, lineProblems } from './lines.ts';

const fields = {
  name: { kind: 'text', max: 200, required: true },
  position: { kind: 'integer', min: 1, max: 10_000, isGenerated: true },
  is_active: { kind: 'boolean', initial: true },
  /** It may book by itself; any other is only proposed. */
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

/** Which movements of the bank are booked where. The first rule of the file that fits counts. */
export const bankRules = resource({
  name: 'bank-rules',
  writtenBy: 'encoder',
  fields,
  unique: [],
  listedBy: ['position'],
  complete: (data, file) => ({ ...data, position: data.position ?? lastPosition(allRules(file)) }),
  normalise: (data, file, changed) => ({
    ...data,
    ...(changed.has('conditions') && { conditions: keptConditions(data.conditions ?? null) }),
    ...(changed.has('lines') && { lines: keptLines(data.lines ?? null, file) }),
  }),
  others: (id, { position }, _data, file) =>
    typeof position === 'number' ? makingRoom(allRules(file), id, position) : [],
  check: ruleProblems,
});

export type BankRule = RecordOf<typeof bankRules>;

const allRules = ({ records }: CompanyFile): Collection<DataOf<typeof fields>> => recordsOf(records, bankRules);

function ruleProblems(data: Draft, file: CompanyFile, changed: ReadonlySet<keyof Draft>): readonly Problem[] {
  return [
    ...(changed.has('conditions') ? conditionProblems(data.conditions ?? null) : []),
    ...(changed.has('lines') ? lineProblems(data.lines ?? null, file) : []),
  ];
}
