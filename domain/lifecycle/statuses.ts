import { readLabels, readOneOf, readTable, readWords } from '../data-table.ts';
import { LANGUAGES, type Labels } from '../language.ts';
import { NETWORKS, type Network } from '../peppol/peppol-events.ts';
import reasons from './data/reasons.json' with { type: 'json' };
import statuses from './data/statuses.json' with { type: 'json' };

/** Statuses of an exchanged invoice: the life cycle of the French platforms, and the responses of Peppol. */

const SIDES = ['seller', 'buyer', 'platform'] as const;
const NEEDS = ['reason', 'amount', ''] as const;
const CERTAINTIES = ['certain', 'likely', 'unsure'] as const;

export interface LifecycleStatus {
  readonly network: Network;
  readonly code: string;
  /** Who states it. */
  readonly by: (typeof SIDES)[number];
  readonly needsReason: boolean;
  readonly needsAmount: boolean;
  /** Closed list of reason codes; empty: none is allowed. */
  readonly reasons: readonly string[];
  /** How sure the label is. */
  readonly sure: (typeof CERTAINTIES)[number];
  readonly labels: Labels;
}

const COLUMNS = ['network', 'code', 'by', 'needs', 'reasons', 'sure', ...LANGUAGES] as const;

export const LIFECYCLE_STATUSES: readonly LifecycleStatus[] = readTable(statuses, COLUMNS).map((row) => {
  const needs = readOneOf(row.needs, NEEDS);
  return {
    network: readOneOf(row.network, NETWORKS),
    code: row.code,
    by: readOneOf(row.by, SIDES),
    needsReason: needs === 'reason',
    needsAmount: needs === 'amount',
    reasons: readWords(row.reasons),
    sure: readOneOf(row.sure, CERTAINTIES),
    labels: readLabels(row),
  };
});

const byCode = new Map(LIFECYCLE_STATUSES.map((status) => [status.code, status]));

/** Undefined for a code that a later version of the rules may add. */
export const findLifecycleStatus = (code: string): LifecycleStatus | undefined => byCode.get(code);

export const LIFECYCLE_REASONS: ReadonlyMap<string, Labels> = new Map(
  readTable(reasons, ['code', ...LANGUAGES] as const).map((row) => [row.code, readLabels(row)]),
);
