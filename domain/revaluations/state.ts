import type { PlainDate } from '../dates.ts';
import type { Revaluation, RevaluationEvent } from './revaluation-events.ts';
import type { Standing } from './valuation.ts';

export type RevaluationState = Revaluation & { readonly is_taken_back: boolean };

/** In the order in which they were recorded. */
export type RevaluationsState = {
  readonly all: readonly RevaluationState[];
  /** Sub-accounts for revaluations: pairs of the account of the items and its sub-account. */
  readonly accounts: readonly (readonly [account: number, revaluationAccount: number])[];
};

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly revaluations: RevaluationsState;
  }
}

export const initialRevaluations: RevaluationsState = { all: [], accounts: [] };

export function evolveRevaluations(state: RevaluationsState, event: RevaluationEvent): RevaluationsState {
  switch (event.type) {
    case 'CurrenciesRevalued': {
      const { data } = event;
      const created = (data.accounts ?? []).map((one) => [one.account_id, one.revaluation_account_id] as const);
      const isNew = ([, id]: (typeof created)[number]) => !state.accounts.some(([, known]) => known === id);
      return {
        all: [...state.all.filter(({ id }) => id !== data.id), { ...data, is_taken_back: false }],
        accounts: [...state.accounts, ...created.filter(isNew)],
      };
    }
    case 'RevaluationTakenBack': {
      const { id, version } = event.data;
      const all = state.all.map((one) => (one.id === id ? { ...one, version, is_taken_back: true } : one));
      return { ...state, all };
    }
    case 'RevaluedItemsListed':
      return state;
  }
}

/** The revaluation that counts for a day: the last one that was not undone. */
export const findRevaluation = ({ all }: RevaluationsState, on: PlainDate): RevaluationState | undefined =>
  all.findLast((one) => one.on === on && !one.is_taken_back);

/** The last revaluation of a year that was not undone. */
export const findLastOfYear = ({ all }: RevaluationsState, yearId: number): RevaluationState | undefined =>
  all.findLast((one) => one.fiscal_year_id === yearId && !one.is_taken_back);

/** The last revaluation of an earlier day that was not undone. */
export function findEarlier({ all }: RevaluationsState, on: PlainDate): RevaluationState | undefined {
  let latest: RevaluationState | undefined;
  for (const one of all)
    if (!one.is_taken_back && one.on < on && (latest === undefined || one.on >= latest.on)) latest = one;
  return latest;
}

const NOTHING: Standing = { values: [], provisions: [] };

/** What earlier days have left on the books. */
export function getStanding(state: RevaluationsState, on: PlainDate): Standing {
  const { values = [], provisions = [] } = findEarlier(state, on) ?? NOTHING;
  return { values, provisions };
}
