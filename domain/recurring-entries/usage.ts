import type { CompanyFile } from '../company-file-state.ts';
import type { RecordUses, Use } from '../records/usage.ts';
import type { Template } from './recurring-events.ts';

/** Records that a template refers to cannot be trashed. */

const NAMED = {
  accounts: ({ lines }: Template) => lines.map(({ account_id }) => account_id),
  'analytic-codes': ({ lines }: Template) =>
    lines.flatMap(({ analytics = [] }) => analytics.map(({ code_id }) => code_id)),
  'vat-codes': ({ lines, vat_amounts = [] }: Template) =>
    [...lines, ...vat_amounts].map(({ vat_code_id }) => vat_code_id),
  'third-parties': ({ lines, third_party_id }: Template) => [
    third_party_id,
    ...lines.map((line) => line.third_party_id),
  ],
  journals: ({ journal_id }: Template) => [journal_id],
  'number-series': ({ number_series_id }: Template) => [number_series_id],
} as const;

/**
 * Uses of a record by templates. A trashed template does not prevent trashing the record, but prevents its permanent
 * deletion.
 */
function listRecurringUses(
  collection: keyof typeof NAMED,
  id: number,
  { recurringEntries, records }: Pick<CompanyFile, 'recurringEntries' | 'records'>,
): readonly Use[] {
  const isToBePurged = records[collection]?.byId.get(id)?.isTrashed === true;
  const naming = Object.values(recurringEntries).filter(
    ({ is_trashed, template }) =>
      (isToBePurged || !is_trashed) && (NAMED[collection](template) as readonly unknown[]).includes(id),
  );
  return naming.length === 0 ? [] : [{ resource: 'recurring-entries', count: naming.length }];
}

const findUsesIn =
  (collection: keyof typeof NAMED): RecordUses[string] =>
  (ids, file) =>
    ids.flatMap((id) => listRecurringUses(collection, id, file));

export const recurringUses: RecordUses = {
  accounts: findUsesIn('accounts'),
  'analytic-codes': findUsesIn('analytic-codes'),
  'vat-codes': findUsesIn('vat-codes'),
  'third-parties': findUsesIn('third-parties'),
  journals: findUsesIn('journals'),
  'number-series': findUsesIn('number-series'),
};
