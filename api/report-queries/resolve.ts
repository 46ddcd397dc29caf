import type { AnnualAccountsModel } from '../../domain/country-packs/index.ts';
import { includesAccount, isOfAccounts, type ReportQuery } from '../../domain/report-queries/query.ts';
import { refuseInvalid, type Problem, type Refusal } from '../../domain/refusal.ts';
import {
  findQueryParties,
  listQueryAccounts,
  listQueryCodes,
  listQueryJournals,
  listQueryVatCodes,
  type QueryAccount,
  type QueryCode,
  type QueryName,
} from '../../projections/report-queries/names.ts';
import type { ReportScene } from '../reports/report.ts';
import { readStatementCompany } from '../reports/year-balances.ts';

/** The records of the company file that a query names, by code or id. */

export interface ResolvedQuery {
  readonly query: ReportQuery;
  readonly accounts: readonly QueryAccount[];
  readonly journals: readonly QueryName[];
  readonly vatCodes: readonly QueryName[];
  readonly codes: readonly QueryCode[];
  readonly model: AnnualAccountsModel | null;
  /** Ids to filter by; absent: all. */
  readonly accountIds: readonly number[] | undefined;
  readonly journalIds: readonly number[] | undefined;
  readonly thirdPartyIds: readonly number[] | undefined;
  readonly vatCodeIds: readonly number[] | undefined;
  readonly codeIds: readonly number[] | undefined;
  /** The axis that the query shows or filters by. */
  readonly axis: string | undefined;
}

export async function resolveQuery(scene: ReportScene, query: ReportQuery): Promise<ResolvedQuery | Refusal> {
  const { db, companyId, language } = scene;
  const { by, compare, asOf } = query;
  const shows = (kind: string): boolean => by.some((dimension) => dimension.kind === kind);
  const problems: Problem[] = [];
  const isOfChart = by.some(isOfAccounts) || query.accounts.length > 0 || asOf !== undefined;
  const accounts = isOfChart || compare?.kind === 'budget' ? await listQueryAccounts(db, companyId, language) : [];
  const isByJournal = shows('journal') || query.journals.length > 0;
  const journals = isByJournal ? await listQueryJournals(db, companyId, language) : [];
  const isByVatCode = shows('vat_code') || query.vatCodes.length > 0;
  const vatCodes = isByVatCode ? await listQueryVatCodes(db, companyId, language) : [];
  const isByCode = shows('analytic') || query.analytics.length > 0 || compare?.kind === 'budget';
  const codes = isByCode ? await listQueryCodes(db, companyId) : [];
  const resolved = {
    query,
    accounts,
    journals,
    vatCodes,
    codes,
    model: shows('rubric') ? (await readStatementCompany(scene)).model : null,
    accountIds: filterAccountIds(query, accounts),
    journalIds: findIds(query.journals, journals, 'journals', problems),
    thirdPartyIds: await findPartyIds(scene, query.thirdParties, problems),
    vatCodeIds: findIds(query.vatCodes, vatCodes, 'vat_codes', problems),
    ...resolveCodes(query, codes, problems),
  };
  return problems.length > 0 ? refuseInvalid(problems) : resolved;
}

const filterAccountIds = ({ accounts: spans }: ReportQuery, accounts: readonly QueryAccount[]): number[] | undefined =>
  spans.length === 0 ? undefined : accounts.filter(({ number }) => includesAccount(spans, number)).map(({ id }) => id);

type Named = Pick<QueryName, 'id' | 'code'>;

/** A value is a code, or the id of a record if no record has this code. */
const findNamed = <One extends Named>(value: string, names: readonly One[]): One | undefined =>
  names.find(({ code }) => code === value) ??
  names.find(({ code }) => code.toLowerCase() === value.toLowerCase()) ??
  names.find(({ id }) => String(id) === value);

const buildUnknown = (field: string, value: string): Problem => ({
  code: 'report_query_value_unknown',
  field,
  params: { value },
});

function findIds(
  values: readonly string[],
  names: readonly Named[],
  field: string,
  problems: Problem[],
): number[] | undefined {
  if (values.length === 0) return undefined;
  return values.flatMap((value) => {
    const found = findNamed(value, names);
    if (!found) problems.push(buildUnknown(field, value));
    return found ? [found.id] : [];
  });
}

async function findPartyIds(
  { db, companyId }: ReportScene,
  values: readonly string[],
  problems: Problem[],
): Promise<number[] | undefined> {
  if (values.length === 0) return undefined;
  const ids = values.filter((value) => /^\d{1,15}$/.test(value)).map(Number);
  const found = await findQueryParties(db, companyId, values, ids);
  return values.flatMap((value) => {
    const party = findNamed(value, found);
    if (!party) problems.push(buildUnknown('third_parties', value));
    return party ? [party.counted_id] : [];
  });
}

/** Codes of one axis, each with the codes below it. Amounts of two axes would count twice. */
function resolveCodes(
  { by, analytics }: ReportQuery,
  codes: readonly QueryCode[],
  problems: Problem[],
): Pick<ResolvedQuery, 'axis' | 'codeIds'> {
  const shown = by.find((dimension) => dimension.kind === 'analytic')?.axis;
  const ofAxis = codes.find(({ axis }) => axis.toLowerCase() === shown?.toLowerCase())?.axis;
  if (shown !== undefined && ofAxis === undefined) problems.push(buildUnknown('by', `analytic:${shown}`));
  const named = analytics.flatMap((value) => {
    const found = findNamed(value, codes);
    if (!found) problems.push(buildUnknown('analytics', value));
    return found ? [found] : [];
  });
  const axis = ofAxis ?? named[0]?.axis;
  if (named.some((code) => code.axis !== axis)) problems.push({ code: 'report_query_one_axis', field: 'analytics' });
  return { axis, codeIds: analytics.length === 0 ? undefined : withCodesBelow(named, codes) };
}

function withCodesBelow(named: readonly QueryCode[], codes: readonly QueryCode[]): number[] {
  const ids = new Set(named.map(({ id }) => id));
  for (let size = 0; size < ids.size;) {
    size = ids.size;
    for (const { id, parent_id } of codes) if (parent_id !== null && ids.has(parent_id)) ids.add(id);
  }
  return [...ids];
}
