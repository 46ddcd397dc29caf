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

/** Rows of the tables of records: their fields as they are declared, and what every record has besides. */

type Declared =
  | typeof analyticCodes
  | typeof accounts
  | typeof vatCodes
  | typeof journals
  | typeof thirdParties
  | typeof journalRules
  | typeof bankRules
  | typeof budgets;

/** Every field is there, and is null where the record has none. */
type FieldsOf<One extends RecordDeclaration> = {
  readonly [Name in keyof DataOf<One['fields']>]-?: DataOf<One['fields']>[Name];
};

type Bookkeeping = RowOfColumns<typeof BOOKKEEPING> & RowOfColumns<typeof VERSIONED>;

/** By the name of the resource. */
export type RecordRows = { readonly [One in Declared as One['name']]: FieldsOf<One> & Bookkeeping };

/** A row of whichever resource. */
export type RecordRow = Row & Bookkeeping;
