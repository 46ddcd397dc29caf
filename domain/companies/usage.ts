import { accounts } from '../accounts/account.ts';
import { getRecords } from '../records/state.ts';
import { toCountedUses, type RecordUses } from '../records/usage.ts';
import { countSettingsNaming } from './settings.ts';

/** Records that settings of the company file refer to. */
export const settingUses: RecordUses = {
  accounts: (ids, { records, identity }) => {
    const numbers = ids.flatMap((id) => getRecords(records, accounts).byId.get(id)?.data.number ?? []);
    return toCountedUses(
      'settings',
      numbers.reduce((count, account) => count + countSettingsNaming(identity.settings, { account }), 0),
    );
  },
  journals: (ids, { identity }) =>
    toCountedUses(
      'settings',
      ids.reduce((count, journal) => count + countSettingsNaming(identity.settings, { journal }), 0),
    ),
};
