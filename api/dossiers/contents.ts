import type { FiscalYearRow } from '../../projections/fiscal-years/queries.ts';
import { reports } from '../reports/index.ts';
import { LIST_TYPES } from './lists.ts';

/** What can be exported: every report that is made as a file, and the lists of the company file. */

const REPORTS_PATH = '/v1/companies/{company}/reports/';

export const reportRoutes = (typeof reports.routes === 'function' ? [] : reports.routes).filter(
  ({ path, fileTypes }) => path.startsWith(REPORTS_PATH) && fileTypes !== undefined,
);

export const REPORT_TYPES: readonly string[] = reportRoutes.map(({ path }) => path.slice(REPORTS_PATH.length));

export const EXPORT_TYPES: readonly string[] = [...REPORT_TYPES, ...LIST_TYPES];

/** One file of a dossier that is made: where it lies in the archive, and the request that makes it. */
export interface MadeFile {
  readonly path: string;
  readonly request: string;
}

/** How a report is asked for over a fiscal year, where that is not `fiscal_year_id` alone. */
const OVER_A_YEAR: Readonly<
  Record<string, (year: FiscalYearRow) => readonly { readonly name: string; readonly query: string }[]>
> = {
  'third-party-balance': (year) => ofBoth('balance', `fiscal_year_id=${year.id}`),
  'aged-balance': (year) => ofBoth('aged', `as_of=${year.ends_on}`),
  'cash-flow': (year) => [{ name: 'cash-flow', query: `fiscal_year_id=${year.id}&as_of=${year.ends_on}` }],
};

const ofBoth = (what: string, query: string) =>
  (['customer', 'supplier'] as const).map((type) => ({ name: `${type}-${what}`, query: `type=${type}&${query}` }));

/** Of the country, by its pack. */
const AUDIT_FILES: Readonly<Record<string, readonly [type: string, extension: string]>> = {
  FR: ['fec', 'txt'],
  LU: ['faia', 'xml'],
};

/** What a dossier is made of, unless only some of it is wanted. */
export const DOSSIER_PARTS = ['reports', 'lists', 'audit_file', 'files'] as const;
export type DossierPart = (typeof DOSSIER_PARTS)[number];

/** What is read first comes first: the tables to compute with, and beside each its print. */
export function madeFiles(country: string, year: FiscalYearRow, parts: readonly DossierPart[]): readonly MadeFile[] {
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
