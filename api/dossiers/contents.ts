import type { FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
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

/** Audit file of each country pack. */
const AUDIT_FILES: Readonly<Record<string, readonly [type: string, extension: string]>> = {
  FR: ['fec', 'txt'],
  LU: ['faia', 'xml'],
};

/** Parts of a dossier; all of them by default. */
export const DOSSIER_PARTS = ['reports', 'lists', 'audit_file', 'files'] as const;
export type DossierPart = (typeof DOSSIER_PARTS)[number];

/** Most useful first: the CSV files, each followed by its PDF. */
export function listGeneratedFiles(
  country: string,
  year: FiscalYearRow,
  parts: readonly DossierPart[],
): readonly MadeFile[] {
  const reported = REPORT_TYPES.flatMap((type) => {
    const asked = OVER_A_YEAR[type]?.(year) ?? [{ name: type, query: `fiscal_year_id=${year.id}` }];
    return asked.flatMap(({ name, query }) =>
      (['CSV', 'PDF'] as const).map((format) => ({
        path: `reports/${name}.${format.toLowerCase()}`,
        request: `reports/${type}?${query}&format=${format}`,
      })),
    );
  });
  const listed = LIST_TYPES.map((type) => ({ path: `lists/${type}.csv`, request: `exports/${type}?format=CSV` }));
  const [auditType, extension] = AUDIT_FILES[country] ?? [];
  const audited = auditType ? [{ path: `${auditType}.${extension}`, request: `exports/${auditType}/${year.id}?` }] : [];
  return [
    ...(parts.includes('reports') ? reported : []),
    ...(parts.includes('lists') ? listed : []),
    ...(parts.includes('audit_file') ? audited : []),
  ];
}
