import { isSameJson, type Json } from '../../domain/json.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { getRecordedAt } from '../support/provenance.ts';
import type { ReadTable, Row, RowOf, Value } from '../support/table.ts';
import type { earlierRows } from './tables.ts';

/** The columns whose earlier values are stored; null if the table has none. */
export function getHistoryColumns({ past, columns }: ReadTable): readonly string[] | null {
  if (past === undefined) return null;
  if (past === 'kept') return Object.keys(columns);
  return 'changing' in past ? past.changing : (past.keeps ?? null);
}

/** Earlier values of the columns that differ; null if none differs. */
export function findChangedColumns(
  columns: readonly string[],
  before: Row,
  after: Row,
): Readonly<Record<string, Value>> | null {
  let changed: Record<string, Value> | null = null;
  for (const column of columns) {
    const [was, is] = [before[column] ?? null, after[column] ?? null];
    // JSON from the table has its members in another order than JSON from an event.
    if (was === is || (typeof was === 'object' && was !== null && isSameJson(was as Json, is as Json))) continue;
    (changed ??= {})[column] = was;
  }
  return changed;
}

/** The table of company files uses `id` instead of `company_id`. */
export const getCompanyColumn = ({ columns }: ReadTable): string => ('company_id' in columns ? 'company_id' : 'id');

export function buildEarlierRow(
  table: ReadTable,
  row: Row,
  event: RecordedEvent,
  before: object,
): RowOf<typeof earlierRows> {
  return {
    company_id: row[getCompanyColumn(table)] as number,
    table_name: table.name,
    row_id: row['id'] as number,
    position: event.position,
    until: getRecordedAt(event),
    before,
  };
}
