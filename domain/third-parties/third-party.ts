import { resource } from '../records/resource.ts';
import { isNamedByDocument } from '../documents/usage.ts';
import { usedByRecurringEntries } from '../recurring-entries/usage.ts';
import { assetsNaming } from '../fixed-assets/usage.ts';
import { usedByAssets, usedByDocuments, usedByEntries } from '../records/usage.ts';
import type { RecordOf } from '../records/state.ts';
import { thirdPartyProblems } from './checks.ts';
import { THIRD_PARTY_COLUMNS } from './column-names.ts';
import { completed, normalised } from './completion.ts';
import { fields } from './fields.ts';
import { forgottenChecks } from './forgotten-checks.ts';
import { mergedIntoAll } from './state.ts';

export { THIRD_PARTY_TYPES } from './fields.ts';

/** A customer or supplier; what it owes or is owed stands on its control account. */
export const thirdParties = resource({
  name: 'third-parties',
  writtenBy: 'encoder',
  columnNames: THIRD_PARTY_COLUMNS,
  fields,
  unique: [['code']],
  searched: ['code', 'name', 'vat_number', 'enterprise_number', 'city', 'email', 'phone', 'ibans', 'peppol_identifier'],
  isNumerous: true,
  complete: completed,
  normalise: normalised,
  check: thirdPartyProblems,
  consequences: forgottenChecks,
  usedBy: (id, file) => {
    const counted = [id, ...mergedIntoAll(file.thirdParties, id)];
    return [
      ...usedByEntries(counted.some((one) => file.ledger.usedThirdParties.has(one))),
      ...usedByDocuments(counted.some((one) => isNamedByDocument('thirdParty', one, file))),
      ...counted.flatMap((one) => usedByRecurringEntries('third-parties', one, file)),
      ...usedByAssets(counted.reduce((count, one) => count + assetsNaming('thirdParty', one, file), 0)),
    ];
  },
});

export type ThirdParty = RecordOf<typeof thirdParties>;
