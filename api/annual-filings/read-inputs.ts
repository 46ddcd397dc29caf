import { readInSnapshot, type Queryable } from '../../database/snapshot.ts';
import { filingCountries, listFilingForms } from '../../domain/annual-filings/countries.ts';
import type { ManualValue } from '../../domain/annual-filings/filing-events.ts';
import type {
  ComputedFiling,
  FiledYear,
  FilingForm,
  FilingInputs,
  FilingNeed,
  YearBooks,
} from '../../domain/annual-filings/form.ts';
import { findCountryPack, getChartFor, type CountryPack } from '../../domain/country-packs/index.ts';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { computeAnnualAmounts, type AnnualBooks } from '../../domain/reports/annual-accounts.ts';
import { withDraftAppropriation } from '../../domain/reports/statements.ts';
import {
  readAssetLines,
  readFiledAssets,
  readFiledOpenItems,
  readSalesAbroad,
} from '../../projections/annual-filings/inputs.ts';
import {
  listFiledVersions,
  readAnnualFilingsByIds,
  type AnnualFilingRow,
  type FiledVersionRow,
} from '../../projections/annual-filings/queries.ts';
import { findLastRecorded } from '../../projections/audit-files/selection.ts';
import { findCompanyIdentity, type CompanyIdentity } from '../../projections/companies/queries.ts';
import { listFiscalYears, type FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { readTwoYearBalances, type BooksOfDays } from '../reports/year-balances.ts';

/** Reads everything that the annual accounts of a year are computed from, in one snapshot. */

export interface ReadFiling {
  readonly company: CompanyIdentity;
  /** Null while nothing was entered or filed. */
  readonly row: AnnualFilingRow | null;
  /** What was filed for the year; the last one counts if the status is `filed`. */
  readonly versions: readonly FiledVersionRow[];
  readonly forms: readonly FilingForm[];
  /** The form used unless one is chosen. */
  readonly usualForm: string;
  readonly form: FilingForm;
  readonly inputs: FilingInputs;
  readonly computed: ComputedFiling;
  /** Position of the log that the tables show. */
  readonly position: number;
}

/** The filing that counts; null for a draft. */
export const findCurrentVersion = ({ row, versions }: Pick<ReadFiling, 'row' | 'versions'>): FiledVersionRow | null =>
  versions.find(({ version }) => version === row?.filed_version) ?? null;

export type FilingRequest = Pick<RouteRequest, 'services' | 'company' | 'language'>;

/** The filing of a fiscal year, computed from the books as they are. */
export function readFiling(request: FilingRequest, yearId: number): Promise<ReadFiling | Refusal> {
  const { services, company, language } = request;
  return readInSnapshot(services.pool, (db) => readFilingFrom(db, { companyId: company.id, yearId, language }));
}

interface Asked extends Pick<FilingRequest, 'language'> {
  readonly companyId: number;
  readonly yearId: number;
}

async function readFilingFrom(db: Queryable, { companyId, yearId, language }: Asked): Promise<ReadFiling | Refusal> {
  const years = await listFiscalYears(db, companyId);
  const place = years.findIndex(({ id }) => id === yearId);
  const year = years[place];
  const company = year && (await findCompanyIdentity(db, companyId));
  if (!company) return refuse('not_found');
  const before = years[place - 1] ?? null;
  const pack = findCountryPack(company.country_pack)!;
  const span = { from: year.starts_on, to: year.ends_on };
  const scene = { db, span, years, language, companyId, knownAt: null };
  const { current, previous } = await readTwoYearBalances(scene, span);
  const rows = await readAnnualFilingsByIds(db, companyId, [year.id, ...(before ? [before.id] : [])]);
  const row = rows.find(({ id }) => id === year.id) ?? null;
  const books = { pack, company, year, before, current, previous };
  const basis = {
    ...buildBasis(books),
    manual: mapByCode(row?.manual),
    previousManual: mapByCode(rows.find(({ id }) => id === before?.id)?.manual),
  };
  const { chooseForm } = filingCountries[pack.code];
  const forms = listFilingForms(pack.code, company, year.ends_on);
  const usualForm = chooseForm(basis);
  const versions = row ? await listFiledVersions(db, companyId, [year.id]) : [];
  // Filed accounts are compared with the books in the form in which they were filed.
  const chosen = findCurrentVersion({ row, versions })?.form ?? row?.form ?? usualForm;
  const form = forms.find(({ code }) => code === chosen) ?? forms[0]!;
  const inputs: FilingInputs = { ...basis, ...(await readDetails(db, companyId, span, form.needs)) };
  const last = await findLastRecorded(db, companyId);
  return {
    company,
    row,
    versions,
    forms,
    usualForm,
    form,
    inputs,
    computed: form.compute(inputs),
    position: last?.position ?? 0,
  };
}

interface Books {
  readonly pack: CountryPack;
  readonly company: CompanyIdentity;
  readonly year: FiscalYearRow;
  readonly before: FiscalYearRow | null;
  readonly current: BooksOfDays;
  readonly previous: BooksOfDays | null;
}

function buildBasis({ pack, company, year, before, current, previous }: Books) {
  const { closing } = getChartFor(pack, company.legal_form_code);
  const annual: AnnualBooks = {
    closing,
    isOpenYear: year.closing === null,
    current: current.balances,
    previous: previous && previous.balances,
  };
  const toYearBooks = ({ balances, movements }: BooksOfDays, isOpen: boolean): YearBooks => ({
    stated: balances,
    balances: isOpen ? withDraftAppropriation(balances.atEnd, closing) : balances.atEnd,
    movements,
  });
  return {
    company,
    year: toFiledYear(year),
    previousYear: before && toFiledYear(before),
    isProvisional: current.isProvisional || annual.isOpenYear,
    current: toYearBooks(current, year.closing === null),
    previous: previous && before && toYearBooks(previous, before.closing === null),
    computeRubrics: (model: Parameters<typeof computeAnnualAmounts>[0]) => computeAnnualAmounts(model, annual),
  };
}

const toFiledYear = ({ id, code, starts_on, ends_on, closing }: FiscalYearRow): FiledYear => ({
  id,
  code,
  starts_on,
  ends_on,
  is_closed: closing !== null,
});

const mapByCode = (manual: readonly ManualValue[] = []): ReadonlyMap<string, ManualValue> =>
  new Map(manual.map((value) => [value.code, value]));

async function readDetails(
  db: Queryable,
  companyId: number,
  span: { readonly from: string; readonly to: string },
  needs: readonly FilingNeed[],
): Promise<Pick<FilingInputs, FilingNeed>> {
  return {
    assets: needs.includes('assets') ? await readFiledAssets(db, companyId, span) : [],
    openItems: needs.includes('openItems') ? await readFiledOpenItems(db, companyId, span.to) : [],
    assetLines: needs.includes('assetLines') ? await readAssetLines(db, companyId, span) : [],
    ...(needs.includes('salesAbroad') && { salesAbroad: await readSalesAbroad(db, companyId, span) }),
  };
}
