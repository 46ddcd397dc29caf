import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { EntryLine } from '../ledger/entry-events.ts';
import { isSameJson, type Json } from '../json.ts';
import { add, isZero } from '../money.ts';
import { findLiveRecord, getRecords } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { analyticCodes } from './code.ts';
import { withAnalytics, type AllocatedEntry } from './line-defaults.ts';

/** Lines on accounts with this prefix must have a code of the axis. */
export type RequiredAxis = { readonly axis: string; readonly account_prefix: string };

export const getRequiredAxes = ({ identity }: Pick<CompanyFile, 'identity'>): readonly RequiredAxis[] =>
  (identity.settings['analytics.required'] ?? []) as readonly RequiredAxis[];

/** Validates the setting: an axis without codes would block all postings. */
export function findRequiredProblems(value: Json, path: string, { records }: CompanyFile): Problem[] {
  const axes = new Set<string>();
  for (const { isTrashed, data } of getRecords(records, analyticCodes).byId.values())
    if (!isTrashed) axes.add(data.axis);
  const asked = value as readonly RequiredAxis[];
  return asked.flatMap((one, index): Problem[] => {
    if (!axes.has(one.axis)) return [{ code: 'analytic_axis_unknown', field: `${path}.${index}.axis` }];
    const isRepeated = asked.slice(0, index).some((other) => isSameJson(other, one));
    return isRepeated ? [{ code: 'analytic_required_repeated', field: `${path}.${index}.axis` }] : [];
  });
}

/**
 * Finds lines that lack a required axis after defaults are applied. `fieldOf` returns the location of a line's shares in
 * the request.
 */
export function findMissingAnalytics(
  lines: readonly EntryLine[],
  entry: AllocatedEntry,
  fieldOf: (place: number) => string,
  file: CompanyFile,
): readonly Problem[] {
  if (getRequiredAxes(file).length === 0) return [];
  return withAnalytics(lines, entry, file).flatMap((line, place) => findMissingOnLine(line, fieldOf(place), file));
}

export function findMissingOnLine(line: Missing, field: string, file: CompanyFile): readonly Problem[] {
  if (isZero(add(line.debit, line.credit))) return [];
  const number = findLiveRecord(file.records, accounts, line.account_id)?.data.number ?? '';
  return getRequiredAxes(file)
    .filter(({ account_prefix }) => number.startsWith(account_prefix))
    .filter(({ axis }) => !line.analytics?.some((share) => share.axis === axis))
    .map(({ axis }) => ({ code: 'analytic_required', field, params: { axis, account: number } }));
}

type Missing = Pick<EntryLine, 'account_id' | 'debit' | 'credit' | 'analytics'>;
