import type { accounts } from '../../domain/accounts/account.ts';
import type { analyticCodes } from '../../domain/analytics/code.ts';
import type { bankRules } from '../../domain/bank-rules/rule.ts';
import type { budgets } from '../../domain/budgets/budget.ts';
import type { journals } from '../../domain/journals/journal.ts';
import type { journalRules } from '../../domain/journals/rule.ts';
import type { DataOf, RecordDeclaration } from '../../domain/records/declaration.ts';
import type { thirdParties } from '../../domain/third-parties/third-party.ts';
import type { vatCodes } from '../../domain/vat-codes/vat-code.ts';
import type { Row, RowOfColumns } from '../support/table.ts';
import type { BOOKKEEPING, VERSIONED } from './columns.ts';

/** Row types of the record tables: their declared fields and the columns that every record has. */

type Declared =
  | typeof analyticCodes
  | typeof accounts
  | typeof vatCodes
  | typeof journals
  | typeof thirdParties
  | typeof journalRules
  | typeof bankRules
  | typeof budgets;

/** Every field is present, and null if the record has no value. */
type FieldsOf<One extends RecordDeclaration> = {
  readonly [Name in keyof DataOf<One['fields']>]-?: DataOf<One['fields']>[Name];
};

type Bookkeeping = RowOfColumns<typeof BOOKKEEPING> & RowOfColumns<typeof VERSIONED>;

/** By resource name. */
export type RecordRows = { readonly [One in Declared as One['name']]: FieldsOf<One> & Bookkeeping };

/** A row of any resource. */
export type RecordRow = Row & Bookkeeping;
