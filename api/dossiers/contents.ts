import type { FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import type { DossierReturn } from '../../projections/dossiers/returns.ts';
import { reports } from '../reports/index.ts';
import { LIST_TYPES } from './lists.ts';

/** Everything that can be exported: all reports available as files, and the lists of the company file. */

const REPORTS_PATH = '/v1/companies/{company}/reports/';

export const reportRoutes = (typeof reports.routes === 'function' ? [] : reports.routes).filter(
  ({ path, fileTypes }) => path.startsWith(REPORTS_PATH) && fileTypes !== undefined,
);

export const REPORT_TYPES: readonly string[] = reportRoutes.map(({ path }) => path.slice(REPORTS_PATH.length));

export const EXPORT_TYPES: readonly string[] = [...REPORT_TYPES, ...LIST_TYPES];

/** A generated file of a dossier: its path in the archive, and the request that generates it. */
export interface MadeFile {
  readonly path: string;
  readonly request: string;
}

/** Queries for a report over a fiscal year, if `fiscal_year_id` alone is not enough. */
const OVER_A_YEAR: Readonly<
  Record<string, (year: FiscalYearRow) => readonly { readonly name: string; readonly query: string }[]>
> = {
  'third-party-balance': (year) => buildPartyQueries('balance', `fiscal_year_id=${year.id}`),
  'aged-balance': (year) => buildPartyQueries('aged', `as_of=${year.ends_on}`),
  'cash-flow': (year) => [{ name: 'cash-flow', query: `fiscal_year_id=${year.id}&as_of=${year.ends_on}` }],
};

const buildPartyQueries = (what: string, query: string) =>
  (['customer', 'supplier'] as const).map((type) => ({ name: `${type}-${what}`, query: `type=${type}&${query}` }));

/** The journals contain the entries of the year, and the audit pack contains the whole log. */
const LEFT_TO_OTHER_FILES: ReadonlySet<string> = new Set(['entries', 'history']);

/** Audit file of each country pack. */
const AUDIT_FILES: Readonly<Record<string, readonly [type: string, extension: string]>> = {
  FR: ['fec', 'txt'],
  LU: ['faia', 'xml'],
};

/** Parts of a dossier; all of them by default. */
export const DOSSIER_PARTS = ['reports', 'lists', 'audit_file', 'files'] as const;
export type DossierPart = (typeof DOSSIER_PARTS)[number];

const FORMATS = ['CSV', 'PDF'] as const;

/** Most useful first: the CSV files, each followed by its PDF. */
export function listGeneratedFiles(
  country: string,
  year: FiscalYearRow,
  parts: readonly DossierPart[],
  returns: readonly DossierReturn[],
): readonly MadeFile[] {
  const reported = REPORT_TYPES.flatMap((type) => {
    const asked = OVER_A_YEAR[type]?.(year) ?? [{ name: type, query: `fiscal_year_id=${year.id}` }];
    return asked.flatMap(({ name, query }) =>
      FORMATS.map((format) => ({
        path: `reports/${name}.${format.toLowerCase()}`,
        request: `reports/${type}?${query}&format=${format}`,
      })),
    );
  });
  const listed = LIST_TYPES.filter((type) => !LEFT_TO_OTHER_FILES.has(type)).map((type) => ({
    path: `lists/${type}.csv`,
    request: `exports/${type}?format=CSV`,
  }));
  const [auditType, extension] = AUDIT_FILES[country] ?? [];
  const audited = auditType ? [{ path: `${auditType}.${extension}`, request: `exports/${auditType}/${year.id}?` }] : [];
  return [
    ...(parts.includes('reports') ? [...reported, ...listAssetTable(year), ...returns.flatMap(listReturnFiles)] : []),
    ...(parts.includes('lists') ? [...listed, ...listVatListings(country, year, returns)] : []),
    ...(parts.includes('audit_file') ? audited : []),
  ];
}

const listAssetTable = ({ id }: FiscalYearRow): readonly MadeFile[] =>
  FORMATS.map((format) => ({
    path: `reports/fixed-assets.${format.toLowerCase()}`,
    request: `fixed-assets/table?fiscal_year_id=${id}&format=${format}`,
  }));

/** A return that was validated or filed, printed as it was recorded and as the file for the administration. */
function listReturnFiles({ id, form, label }: DossierReturn): readonly MadeFile[] {
  const name = `vat/${form} ${label}`;
  return [
    { path: `${name}.pdf`, request: `vat-declarations/${id}/pdf?` },
    { path: `${name}.xml`, request: `vat-declarations/${id}/xml?` },
  ];
}

/** Listings of the calendar years that end in the fiscal year, and of the periods of its returns. */
function listVatListings(country: string, year: FiscalYearRow, returns: readonly DossierReturn[]): readonly MadeFile[] {
  const listings: MadeFile[] = [];
  const addListing = (name: string, path: string): void => {
    for (const format of FORMATS)
      listings.push({ path: `vat/${name}.${format.toLowerCase()}`, request: `${path}?format=${format}` });
  };
  for (const { year: of, period, label, period_type: type } of returns)
    if (type !== 'yearly') addListing(`intracom-listing ${label}`, `vat/intracom-listing/${of}/${period}`);
  if (country !== 'BE') return listings;
  for (let of = Number(year.starts_on.slice(0, 4)); `${of}-12-31` <= year.ends_on; of += 1) {
    addListing(`customer-listing ${of}`, `vat/customer-listing/${of}`);
    addListing(`fees-281-50 ${of}`, `vat/fees-281-50/${of}`);
  }
  return listings;
}
