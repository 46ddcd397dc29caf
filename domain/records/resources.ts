import { accounts } from '../accounts/account.ts';
import { analyticCodes } from '../analytics/code.ts';
import { bankRules } from '../bank-rules/rule.ts';
import { budgets } from '../budgets/budget.ts';
import { journalRules } from '../journals/rule.ts';
import { journals } from '../journals/journal.ts';
import { numberSeries } from '../number-series/series.ts';
import { reportQueries } from '../report-queries/saved-query.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { vatCodes } from '../vat-codes/vat-code.ts';
import { createEmptyMap } from '../persistent-map.ts';
import type { Resource } from './resource.ts';
import type { RecordsState, StoredRecord } from './state.ts';

/** Every resource of the generic decider, projector and routes. Parents come before children. */
const declared = [
  analyticCodes,
  accounts,
  vatCodes,
  journals,
  thirdParties,
  journalRules,
  bankRules,
  budgets,
  numberSeries,
  reportQueries,
];

export type DeclaredResource = (typeof declared)[number];

export const resources: readonly Resource[] = declared;

const byName = new Map(resources.map((resource) => [resource.name, resource]));

export function findResource(name: string): Resource | undefined {
  return byName.get(name);
}

/** Empty collections for all resources. */
export const initialRecords: RecordsState = Object.fromEntries(
  resources.map(({ name }) => [
    name,
    { byId: createEmptyMap<number, StoredRecord>(), byKey: createEmptyMap<string, number>() },
  ]),
);
