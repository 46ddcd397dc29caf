import { accounts, isResultType } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { Journal } from '../journals/journal.ts';
import type { EntryLine } from '../ledger/entry-events.ts';
import { add, isZero } from '../money.ts';
import { findLiveRecord, getRecords } from '../records/state.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { isValidOn, distributeShares, type Allotted } from './allocation.ts';
import { analyticCodes } from './code.ts';
import type { DefaultShare } from './default-shares.ts';

/** The entry that the lines belong to. */
export interface AllocatedEntry {
  readonly journal: Journal | undefined;
  readonly third_party_id: number | null;
  readonly entry_date: PlainDate;
}

type Records = Pick<CompanyFile, 'records'>;

/**
 * Adds default codes to lines. Codes given on a line take precedence for their axis; otherwise the most specific default
 * applies: third party, account, journal. An empty list means no codes; a line without a list gets all defaults.
 */
export function withAnalytics(lines: readonly EntryLine[], entry: AllocatedEntry, file: Records): readonly EntryLine[] {
  // Most company files have no codes, so skip the work.
  if (getRecords(file.records, analyticCodes).byId.size === 0) return withoutEmptyAnalytics(lines);
  return lines.map((line) => {
    const { analytics: said, ...rest } = line;
    const isWanted = said === undefined || said.length > 0;
    const added = isWanted ? buildDefaults(line, entry, file) : [];
    const analytics = [...(said ?? []), ...added];
    return analytics.length === 0 ? rest : { ...rest, analytics };
  });
}

/** Removes empty lists, which only mark that no codes are wanted. */
export function withoutEmptyAnalytics(lines: readonly EntryLine[]): readonly EntryLine[] {
  const hasEmptyAnalytics = ({ analytics }: EntryLine): boolean => analytics?.length === 0;
  if (!lines.some(hasEmptyAnalytics)) return lines;
  return lines.map((line) => {
    if (!hasEmptyAnalytics(line)) return line;
    const { analytics: _none, ...rest } = line;
    return rest;
  });
}

function buildDefaults(line: EntryLine, { journal, third_party_id, entry_date }: AllocatedEntry, file: Records) {
  const booked = add(line.debit, line.credit);
  if (isZero(booked)) return [];
  const account = findLiveRecord(file.records, accounts, line.account_id);
  // Third party and journal classify income and costs only, not balance sheet accounts.
  const isResult = isResultType(account?.data.type);
  const party = isResult
    ? findLiveRecord(file.records, thirdParties, line.third_party_id ?? third_party_id)
    : undefined;
  const taken = new Set(line.analytics?.map(({ axis }) => axis));
  const allotted: Allotted[] = [];
  for (const defaults of [party?.data.analytics, account?.data.analytics, isResult ? journal?.data.analytics : null]) {
    if (!defaults || defaults.length === 0) continue;
    const found = filterUsableDefaults(defaults, entry_date, file).filter(({ axis }) => !taken.has(axis));
    for (const one of found) taken.add(one.axis);
    allotted.push(...found);
  }
  return distributeShares(allotted, booked);
}

/** Drops the default of an axis if one of its codes is inactive or not valid on the date. */
export function filterUsableDefaults(
  defaults: readonly DefaultShare[],
  date: PlainDate,
  file: Records,
): readonly Allotted[] {
  const unusable = new Set<string>();
  const found = defaults.flatMap(({ code_id, share }): Allotted[] => {
    const data = getRecords(file.records, analyticCodes).byId.get(code_id)?.data;
    if (!data) return [];
    if (!findLiveRecord(file.records, analyticCodes, code_id) || !data.is_active || !isValidOn(data, date))
      unusable.add(data.axis);
    return [{ code_id, code: data.code, axis: data.axis, share }];
  });
  return found.filter(({ axis }) => !unusable.has(axis));
}
