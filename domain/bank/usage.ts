import { toCountedUses, type RecordUses } from '../records/usage.ts';

/** Journals with bank statements. */
export const statementUses: RecordUses = {
  journals: (ids, { bank }) =>
    toCountedUses(
      'bank-statements',
      ids.reduce((count, id) => count + (bank.statements[id] ?? 0), 0),
    ),
};
