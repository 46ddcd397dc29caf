import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { createRecordSheet } from '../records/import/sheet.ts';

export const thirdPartySheet = createRecordSheet(thirdParties, {
  title: 'third_parties',
  help: { code: 'third_party_code', country: 'country' },
});
