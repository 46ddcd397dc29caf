import { countDaysBetween } from '../../domain/dates.ts';
import type { Layer } from '../../domain/ledger/entry-events.ts';
import { subtract, ZERO } from '../../domain/money.ts';
import type { QueryDays } from '../../domain/report-queries/days.ts';
import { hasDimension, isOfAccounts, isTime } from '../../domain/report-queries/query.ts';
import type { ReportScene } from '../reports/report.ts';
import {
  MOST_GROUPS,
  readBalanceSums,
  readCodeSums,
  readThirdPartySums,
  type KeptRequest,
  type SumRow,
} from '../../projections/report-queries/kept-sums.ts';
import { readLineSums } from '../../projections/report-queries/line-sums.ts';
import type { ResolvedQuery } from './resolve.ts';

/** Reads the sums of a query over some days, from kept sums where they cover it and from lines elsewhere. */

/** Opening balances are no movements; neither are the entries that close a year. */
const MOVEMENTS: readonly Layer[] = ['movement'];
const STANDING: readonly Layer[] = ['movement', 'opening', 'awaiting'];

/** Beyond this many days outside whole periods, all lines are read at once. */
const MOST_SINGLE_DAYS = 70;

/** The table of sums that covers a query; null: only the lines do. */
export function findKeptSource({ query, axis }: ResolvedQuery): 'accounts' | 'third_parties' | 'codes' | null {
  const isByParty = hasDimension(query, 'third_party') || query.thirdParties.length > 0;
  const isByJournal = hasDimension(query, 'journal') || query.journals.length > 0;
  const isByVatCode = hasDimension(query, 'vat_code') || query.vatCodes.length > 0;
  const isByCode = axis !== undefined;
  if (isByVatCode) return null;
  if (!isByParty && !isByCode) return 'accounts';
  // The other tables know neither journals nor the number of lines.
  if (isByJournal || (isByParty && isByCode) || query.measures.includes('count')) return null;
  return isByParty ? 'third_parties' : 'codes';
}

/** @returns null if there are more groups than can be read at once */
export async function readSums(
  scene: ReportScene,
  resolved: ResolvedQuery,
  days: QueryDays,
): Promise<readonly SumRow[] | null> {
  const single = days.days.reduce((count, { from, to }) => count + countDaysBetween(from, to) + 1, 0);
  const source = single > MOST_SINGLE_DAYS ? null : findKeptSource(resolved);
  if (source === null) return limitGroups(await readAllLines(scene, resolved, days));
  const kept = await readKept(scene, resolved, days, source);
  const lines = days.days.length === 0 ? [] : await readSingleDays(scene, resolved, days);
  return limitGroups([...kept, ...lines]);
}

const limitGroups = (rows: readonly SumRow[]): readonly SumRow[] | null => (rows.length > MOST_GROUPS ? null : rows);

/** While an earlier year is open, its result moves to another account: accounts are filtered after that. */
const pickAccountIds = ({ accountIds }: ResolvedQuery, { openedOn }: QueryDays) =>
  openedOn === null ? accountIds : undefined;

const isByAccount = ({ query }: ResolvedQuery, { openedOn }: QueryDays): boolean =>
  query.by.some(isOfAccounts) || openedOn !== null;

async function readKept(
  { db, companyId }: ReportScene,
  resolved: ResolvedQuery,
  days: QueryDays,
  source: 'accounts' | 'third_parties' | 'codes',
): Promise<readonly SumRow[]> {
  const { query, journalIds, thirdPartyIds, codeIds, codes, axis } = resolved;
  const { periodIds, carriedYear, openedOn } = days;
  const request: KeptRequest = {
    periodIds,
    layers: query.asOf === undefined ? MOVEMENTS : STANDING,
    carriedYearId: carriedYear?.id ?? null,
    accountIds: pickAccountIds(resolved, days),
    byAccount: isByAccount(resolved, days),
    byPeriod: query.by.some(isTime) || openedOn !== null,
  };
  const readAll = (): Promise<SumRow[]> =>
    readBalanceSums(db, companyId, { ...request, journalIds, byJournal: hasDimension(query, 'journal') });
  if (source === 'accounts') return readAll();
  if (source === 'third_parties') {
    const named = await readThirdPartySums(db, companyId, { ...request, thirdPartyIds });
    return thirdPartyIds ? named : [...named, ...listRest(await readAll(), named)];
  }
  const ofAxis = codeIds ?? codes.filter((code) => code.axis === axis).map(({ id }) => id);
  const named = await readCodeSums(db, companyId, { ...request, codeIds: ofAxis });
  return codeIds ? named : [...named, ...listRest(await readAll(), named)];
}

/** What has no third party, or no code: everything less what has one. */
function listRest(all: readonly SumRow[], named: readonly SumRow[]): SumRow[] {
  return [
    ...all.map((row) => ({ ...row, lines_count: 0 })),
    ...named.map((row) => ({
      ...row,
      third_party_id: null,
      code_id: null,
      debit: subtract(ZERO, row.debit),
      credit: subtract(ZERO, row.credit),
    })),
  ];
}

function buildLinesRequest(resolved: ResolvedQuery, days: QueryDays) {
  const { query, journalIds, thirdPartyIds, vatCodeIds, axis, codeIds } = resolved;
  return {
    layers: query.asOf === undefined ? MOVEMENTS : STANDING,
    openedOn: days.openedOn ?? undefined,
    starts: query.by.some(isTime) ? days.starts : undefined,
    accountIds: pickAccountIds(resolved, days),
    journalIds,
    thirdPartyIds,
    vatCodeIds,
    axis,
    codeIds,
    byAccount: isByAccount(resolved, days),
    byJournal: hasDimension(query, 'journal'),
    byThirdParty: hasDimension(query, 'third_party'),
    byVatCode: hasDimension(query, 'vat_code'),
  };
}

const readSingleDays = ({ db, companyId }: ReportScene, resolved: ResolvedQuery, days: QueryDays): Promise<SumRow[]> =>
  readLineSums(db, companyId, {
    ...buildLinesRequest(resolved, days),
    firsts: days.days.map(({ from }) => from),
    lasts: days.days.map(({ to }) => to),
    isFewDays: true,
  });

const readAllLines = ({ db, companyId }: ReportScene, resolved: ResolvedQuery, days: QueryDays): Promise<SumRow[]> =>
  readLineSums(db, companyId, {
    ...buildLinesRequest(resolved, days),
    firsts: [days.all.from],
    lasts: [days.all.to],
    carriedFrom: days.carriedYear?.starts_on,
    carriedTo: days.carriedYear?.ends_on,
    isFewDays: false,
  });
