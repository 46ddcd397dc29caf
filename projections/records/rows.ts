import type { DataOf, RecordDeclaration } from '../../domain/records/declaration.ts';
import type { DeclaredResource } from '../../domain/records/resources.ts';
import type { Row, RowOfColumns } from '../support/table.ts';
import type { BOOKKEEPING, VERSIONED } from './columns.ts';

/** Row types of the record tables: their declared fields and the columns that every record has. */

/** Every field is present, and null if the record has no value. */
type FieldsOf<One extends RecordDeclaration> = {
  readonly [Name in keyof DataOf<One['fields']>]-?: DataOf<One['fields']>[Name];
};

type Bookkeeping = RowOfColumns<typeof BOOKKEEPING> & RowOfColumns<typeof VERSIONED>;

/** By resource name. */
export type RecordRows = { readonly [One in DeclaredResource as One['name']]: FieldsOf<One> & Bookkeeping };

/** A row of any resource. */
export type RecordRow = Row & Bookkeeping;
