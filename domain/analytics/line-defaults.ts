import { accounts, isOfResult } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import type { PlainDate } from '../dates.ts';
import type { Journal } from '../journals/journal.ts';
import type { EntryLine } from '../ledger/entry-events.ts';
import { add, isZero } from '../money.ts';
import { living, recordsOf } from '../records/state.ts';
import { thirdParties } from '../third-parties/third-party.ts';
import { isValidOn, sharedOut, type Allotted } from './allocation.ts';
import { analyticCodes } from './code.ts';
import type { DefaultShare } from './default-shares.ts';

/** The entry whose lines these are. */
export interface AllocatedEntry {
  readonly journal: Journal | undefined;
  readonly third_party_id: number | null;
  readonly entry_date: PlainDate;
}

type Records = Pick<CompanyFile, 'records'>;

/**
 * Lines with the codes that they are told by. What a line says of an axis counts; else the most exact default does: that of the third
 * party, of the account, of the journal. A line with an empty list wants none, and a line that says nothing takes what there is.
 */
export function withAnalytics(lines: readonly EntryLine[], entry: AllocatedEntry, file: Records): readonly EntryLine[] {
  // Most company files have no codes, and should not pay for them.
  if (recordsOf(file.records, analyticCodes).byId.size === 0) return withoutEmpty(lines);
  return lines.map((line) => {
    const { analytics: said, ...rest } = line;
    const isWanted = said === undefined || said.length > 0;
    const added = isWanted ? defaultsOf(line, entry, file) : [];
    const analytics = [...(said ?? []), ...added];
    return analytics.length === 0 ? rest : { ...rest, analytics };
  });
}

/** Lines without the sign that they want no codes. */
export function withoutEmpty(lines: readonly EntryLine[]): readonly EntryLine[] {
  const isEmpty = ({ analytics }: EntryLine): boolean => analytics?.length === 0;
  if (!lines.some(isEmpty)) return lines;
  return lines.map((line) => {
    if (!isEmpty(line)) return line;
    const { analytics: _none, ...rest } = line;
    return rest;
  });
}

function defaultsOf(line: EntryLine, { journal, third_party_id, entry_date }: AllocatedEntry, file: Records) {
  const booked = add(line.debit, line.credit);
  if (isZero(booked)) return [];
  const account = living(file.records, accounts, line.account_id);
  // Whom one deals with and where it is written down tells income and costs apart, not what is owed or in the bank.
  const isResult = isOfResult(account?.data.type);
  const party = isResult ? living(file.records, thirdParties, line.third_party_id ?? third_party_id) : undefined;
  const taken = new Set(line.analytics?.map(({ axis }) => axis));
  const allotted: Allotted[] = [];
  for (const defaults of [party?.data.analytics, account?.data.analytics, isResult ? journal?.data.analytics : null]) {
    if (!defaults || defaults.length === 0) continue;
    const found = usable(defaults, entry_date, file).filter(({ axis }) => !taken.has(axis));
    for (const one of found) taken.add(one.axis);
    allotted.push(...found);
  }
  return sharedOut(allotted, booked);
}

/** An axis of which a code is no longer used, or not on that day, has no default. */
export function usable(defaults: readonly DefaultShare[], date: PlainDate, file: Records): readonly Allotted[] {
  const unusable = new Set<string>();
  const found = defaults.flatMap(({ code_id, share }): Allotted[] => {
    const data = recordsOf(file.records, analyticCodes).byId.get(code_id)?.data;
    if (!data) return [];
    if (!living(file.records, analyticCodes, code_id) || !data.is_active || !isValidOn(data, date))
      unusable.add(data.axis);
    return [{ code_id, code: data.code, axis: data.axis, share }];
  });
  return found.filter(({ axis }) => !unusable.has(axis));
}
