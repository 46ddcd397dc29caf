import { statementUses } from '../bank/usage.ts';
import { settingUses } from '../companies/usage.ts';
import { documentUses } from '../documents/usage.ts';
import { assetUses } from '../fixed-assets/usage.ts';
import { entryUses } from '../ledger/usage.ts';
import { recurringUses } from '../recurring-entries/usage.ts';
import type { RecordUses } from './usage.ts';

/** Subjects that refer to records, besides the records themselves. */
export const recordUsers: readonly RecordUses[] = [
  entryUses,
  documentUses,
  statementUses,
  recurringUses,
  assetUses,
  settingUses,
];
