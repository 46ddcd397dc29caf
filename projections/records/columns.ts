import type { Field } from '../../domain/records/field.ts';
import { TRASH_COLUMNS } from '../support/trash.ts';

/** Columns of every record: before its fields … */
export const BOOKKEEPING = {
  id: 'bigint NOT NULL',
  company_id: 'bigint NOT NULL',
} as const;

/** … and after them. */
export const VERSIONED = {
  version: 'integer NOT NULL',
  seq: 'bigint NOT NULL',
  created_at: 'timestamptz NOT NULL',
  updated_at: 'timestamptz NOT NULL',
  ...TRASH_COLUMNS,
  search: 'text COLLATE "C" NOT NULL',
} as const;

/** Column type of a field. */
export function getColumnType(field: Field): string {
  switch (field.kind) {
    case 'text':
    case 'choice':
      return 'text COLLATE "C"';
    case 'integer':
    case 'reference':
      return 'bigint';
    case 'boolean':
      return 'boolean';
    case 'date':
      return 'date';
    case 'timestamp':
      return 'timestamptz';
    case 'decimal':
      return 'numeric(20,2)';
    case 'list':
    case 'labels':
    case 'object':
      return 'jsonb';
  }
}
