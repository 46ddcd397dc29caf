import { sql, type Compilable } from 'kysely';
import type { Resource } from '../../domain/records/resource.ts';
import { withBankRuleExtras, type BankRuleExtras } from '../bank-rules/extras.ts';
import { withNumberSeriesExtras, type NumberSeriesExtras } from '../number-series/extras.ts';
import { withJournalExtras, type JournalExtras } from '../journals/extras.ts';
import { withReportQueryExtras, type ReportQueryExtras } from '../report-queries/extras.ts';
import type { RecordsQuery } from './records-query.ts';
import { TRASH_COLUMNS } from '../support/trash.ts';

/** Columns selected when reading records, per resource. */

/** Additional columns that resources show, from other tables. */
export interface Extras {
  readonly 'bank-rules': BankRuleExtras;
  readonly journals: JournalExtras;
  readonly 'number-series': NumberSeriesExtras;
  readonly 'report-queries': ReportQueryExtras;
}

const WITH_EXTRAS: { readonly [Name in keyof Extras]: (records: RecordsQuery) => Compilable<Extras[Name]> } = {
  'bank-rules': withBankRuleExtras,
  journals: withJournalExtras,
  'number-series': withNumberSeriesExtras,
  'report-queries': withReportQueryExtras,
};
const withExtras: Readonly<Record<string, (records: RecordsQuery) => Compilable<object>>> = WITH_EXTRAS;

const BOOKKEEPING = ['version', 'created_at', 'updated_at', ...Object.keys(TRASH_COLUMNS)];

/** Only visible columns: the search text is longer than all the others together. */
export function withVisibleColumns(resource: Resource, records: RecordsQuery): Compilable<object> {
  const query = selectColumns(listVisibleColumns(resource), records);
  return withExtras[resource.name]?.(query) ?? query;
}

export function listVisibleColumns({ fields }: Resource): readonly string[] {
  const visible = Object.entries(fields).filter(([name, { hidden }]) => !hidden || name === 'labels');
  return ['id', 'company_id', ...visible.map(([name]) => name), ...BOOKKEEPING];
}

export const selectColumns = (names: readonly string[], records: RecordsQuery) =>
  records.select(names.map((name) => sql.ref(`t.${name}`).as(name)));
