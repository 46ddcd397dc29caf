import type { PlainDate } from '../dates.ts';

/** A declared query over the ledger: what is measured, by what it is split, and which lines count. */

export const MEASURES = ['debit', 'credit', 'balance', 'count'] as const;
export type Measure = (typeof MEASURES)[number];

/** Without a parameter; `account_prefix:N` and `analytic:<axis>` have one. */
export const PLAIN_DIMENSIONS = [
  'account',
  'rubric',
  'journal',
  'third_party',
  'vat_code',
  'month',
  'quarter',
  'fiscal_year',
] as const;
export type PlainDimension = (typeof PLAIN_DIMENSIONS)[number];

export type Dimension =
  | { readonly kind: PlainDimension; readonly key: string }
  | { readonly kind: 'account_prefix'; readonly key: string; readonly digits: number }
  | { readonly kind: 'analytic'; readonly key: string; readonly axis: string };

/** Numbers from the first to the last, which includes all numbers that begin with it. A prefix is both. */
export interface AccountSpan {
  readonly first: string;
  readonly last: string;
}

export type Comparison =
  | { readonly kind: 'year' }
  | { readonly kind: 'period' }
  | { readonly kind: 'budget'; readonly budgetId: number };

export interface SortKey {
  readonly key: string;
  readonly isDescending: boolean;
}

export interface ReportQuery {
  readonly measures: readonly Measure[];
  readonly by: readonly Dimension[];
  /** Empty: all accounts; the same for the other filters. */
  readonly accounts: readonly AccountSpan[];
  /** Codes, or ids where no code fits; the same for the next three. */
  readonly journals: readonly string[];
  readonly thirdParties: readonly string[];
  readonly analytics: readonly string[];
  readonly vatCodes: readonly string[];
  readonly from: PlainDate | undefined;
  readonly to: PlainDate | undefined;
  /** Balances at the end of this day instead of movements. */
  readonly asOf: PlainDate | undefined;
  readonly compare: Comparison | null;
  /** In order of importance. Empty: by the columns of `by`. */
  readonly sort: readonly SortKey[];
  readonly limit: number | null;
}

/** Names of a query in a URL and in a saved query. */
export const QUERY_NAMES = [
  'measures',
  'by',
  'accounts',
  'journals',
  'third_parties',
  'analytics',
  'vat_codes',
  'from',
  'to',
  'as_of',
  'compare',
  'sort',
  'limit',
] as const;
export type QueryName = (typeof QUERY_NAMES)[number];

/** Cells of one answer. */
export const MOST_CELLS = 100_000;
/** Columns of `by`. */
export const MOST_DIMENSIONS = 4;
/** Values of one filter. */
export const MOST_VALUES = 100;

const TIME = ['month', 'quarter', 'fiscal_year'];

export const isTime = ({ kind }: Dimension): boolean => TIME.includes(kind);
export const isOfAccounts = ({ kind }: Dimension): boolean =>
  kind === 'account' || kind === 'account_prefix' || kind === 'rubric';

export const hasDimension = ({ by }: Pick<ReportQuery, 'by'>, kind: Dimension['kind']): boolean =>
  by.some((dimension) => dimension.kind === kind);

export const toComparedKey = (measure: Measure): string => `${measure}_compare`;

/** A budget has no debits, credits and lines: only the balance can be compared with it. */
export const listComparedMeasures = ({ measures, compare }: Pick<ReportQuery, 'measures' | 'compare'>): Measure[] =>
  measures.filter((measure) => compare !== null && (compare.kind !== 'budget' || measure === 'balance'));

export const includesAccount = (spans: readonly AccountSpan[], number: string): boolean =>
  spans.length === 0 || spans.some(({ first, last }) => number >= first && number.slice(0, last.length) <= last);

/** Whether all numbers that begin with the prefix are in one of the spans. */
export function includesGroup(spans: readonly AccountSpan[], prefix: string): boolean {
  const width = 20;
  const [lowest, highest] = [prefix.padEnd(width, '0'), prefix.padEnd(width, '9')];
  return (
    spans.length === 0 ||
    spans.some(({ first, last }) => lowest >= first.padEnd(width, '0') && highest <= last.padEnd(width, '9'))
  );
}
