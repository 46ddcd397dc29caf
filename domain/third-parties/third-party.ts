import { listErasedFields } from '../persons/erasable-fields.ts';
import { resource } from '../records/resource.ts';
import type { RecordOf } from '../records/state.ts';
import { findThirdPartyProblems } from './checks.ts';
import { THIRD_PARTY_COLUMNS } from './column-names.ts';
import { completeThirdParty, normaliseThirdParty } from './completion.ts';
import { fields } from './fields.ts';
import { keepDefaultKind } from './default-kind.ts';
import { resetOutdatedChecks } from './forgotten-checks.ts';
import { listAllMerged } from './state.ts';

export { THIRD_PARTY_TYPES } from './fields.ts';

/** A customer or supplier. Its balance is on its control account. */
export const thirdParties = resource({
  name: 'third-parties',
  namedBy: ['third_party_id', 'supplier_id', 'merged_into_id'],
  writtenBy: 'encoder',
  columnNames: THIRD_PARTY_COLUMNS,
  fields,
  unique: [['code']],
  searched: ['code', 'name', 'vat_number', 'enterprise_number', 'city', 'email', 'phone', 'ibans', 'peppol_identifier'],
  isNumerous: true,
  complete: completeThirdParty,
  normalise: normaliseThirdParty,
  check: findThirdPartyProblems,
  deriveConsequences: (changes, data) => ({ ...resetOutdatedChecks(changes, data), ...keepDefaultKind(changes, data) }),
  listErased: listErasedFields,
  listMerged: (id, file) => listAllMerged(file.thirdParties, id),
});

export type ThirdParty = RecordOf<typeof thirdParties>;
