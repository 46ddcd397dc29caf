import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { EntryLine } from '../ledger/entry-events.ts';
import { sameJson, type Json } from '../json.ts';
import { add, isZero } from '../money.ts';
import { living, recordsOf } from '../records/state.ts';
import type { Problem } from '../refusal.ts';
import { analyticCodes } from './code.ts';
import { withAnalytics, type AllocatedEntry } from './line-defaults.ts';

/** Lines on accounts whose number begins so must be told by a code of the axis. */
export type RequiredAxis = { readonly axis: string; readonly account_prefix: string };

export const requiredAxes = ({ identity }: Pick<CompanyFile, 'identity'>): readonly RequiredAxis[] =>
  (identity?.settings['analytics.required'] ?? []) as readonly RequiredAxis[];

/** What is wrong with the setting: an axis that no code is of would keep everything from being posted. */
export function requiredProblems(value: Json, path: string, { records }: CompanyFile): Problem[] {
  const axes = new Set<string>();
  for (const { isTrashed, data } of recordsOf(records, analyticCodes).byId.values())
    if (!isTrashed) axes.add(data.axis);
  const asked = value as readonly RequiredAxis[];
  return asked.flatMap((one, index): Problem[] => {
    if (!axes.has(one.axis)) return [{ code: 'analytic_axis_unknown', field: `${path}.${index}.axis` }];
    const isRepeated = asked.slice(0, index).some((other) => sameJson(other, one));
    return isRepeated ? [{ code: 'analytic_required_repeated', field: `${path}.${index}.axis` }] : [];
  });
}

/** Lines of an entry that lack an axis, once they have their defaults. `fieldOf` says where a client finds the shares of a line. */
export function missingAnalytics(
  lines: readonly EntryLine[],
  entry: AllocatedEntry,
  fieldOf: (place: number) => string,
  file: CompanyFile,
): readonly Problem[] {
  if (requiredAxes(file).length === 0) return [];
  return withAnalytics(lines, entry, file).flatMap((line, place) => missingOn(line, fieldOf(place), file));
}

export function missingOn(line: Missing, field: string, file: CompanyFile): readonly Problem[] {
  if (isZero(add(line.debit, line.credit))) return [];
  const number = living(file.records, accounts, line.account_id)?.data.number ?? '';
  return requiredAxes(file)
    .filter(({ account_prefix }) => number.startsWith(account_prefix))
    .filter(({ axis }) => !line.analytics?.some((share) => share.axis === axis))
    .map(({ axis }) => ({ code: 'analytic_required', field, params: { axis, account: number } }));
}

type Missing = Pick<EntryLine, 'account_id' | 'debit' | 'credit' | 'analytics'>;
