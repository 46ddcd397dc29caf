import { accounts } from '../accounts/account.ts';
import { analyticCodes } from '../analytics/code.ts';
import { bankRules } from '../bank-rules/rule.ts';
import { budgets } from '../budgets/budget.ts';
import { journalRules } from '../journals/rule.ts';
import { journals } from '../journals/journal.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { emptyMap } from '../persistent-map.ts';
import type { Resource } from './resource.ts';
import type { RecordsState, StoredRecord } from './state.ts';

/** Every resource that the generic decider, projector and routes serve; parents before children. */
export const resources: readonly Resource[] = [
  analyticCodes,
  accounts,
  vatCodes,
  journals,
  thirdParties,
  journalRules,
  bankRules,
  budgets,
];

const byName = new Map(resources.map((resource) => [resource.name, resource]));

export function resourceNamed(name: string): Resource | undefined {
  return byName.get(name);
}

/** No records of any resource. */
export const initialRecords: RecordsState = Object.fromEntries(
  resources.map(({ name }) => [name, { byId: emptyMap<number, StoredRecord>(), byKey: emptyMap<string, number>() }]),
);
