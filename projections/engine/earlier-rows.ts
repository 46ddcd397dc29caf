import { sameJson, type Json } from '../../domain/json.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { recordedAt } from '../support/provenance.ts';
import type { ReadTable, Row, RowOf, Value } from '../support/table.ts';
import type { earlierRows } from './tables.ts';

/** The columns whose earlier values are kept, or null for a table of which none is. */
export function keptColumns({ past, columns }: ReadTable): readonly string[] | null {
  if (past === undefined) return null;
  if (past === 'kept') return Object.keys(columns);
  return 'changing' in past ? past.changing : (past.keeps ?? null);
}

/** The earlier values of those columns that differ; null when none does. */
export function changedColumns(
  columns: readonly string[],
  before: Row,
  after: Row,
): Readonly<Record<string, Value>> | null {
  let changed: Record<string, Value> | null = null;
  for (const column of columns) {
    const [was, is] = [before[column] ?? null, after[column] ?? null];
    // What lies in the table as JSON has its members in another order than what comes from an event.
    if (was === is || (typeof was === 'object' && was !== null && sameJson(was as Json, is as Json))) continue;
    (changed ??= {})[column] = was;
  }
  return changed;
}

/** The table of company files has their id as its own. */
export const companyColumnOf = ({ columns }: ReadTable): string => ('company_id' in columns ? 'company_id' : 'id');

export function earlierRow(
  table: ReadTable,
  row: Row,
  event: RecordedEvent,
  before: object,
): RowOf<typeof earlierRows> {
  return {
    company_id: row[companyColumnOf(table)] as number,
    table_name: table.name,
    row_id: row['id'] as number,
    position: event.position,
    until: recordedAt(event),
    before,
  };
}
