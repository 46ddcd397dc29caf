import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { createRecordApi, type RecordApi } from '../records/record-api.ts';
import { findVatNumberWarnings } from './vat-number-warnings.ts';

export const thirdPartyApi: RecordApi = {
  ...createRecordApi(
    thirdParties,
    {
      create: ({ next }) => ({ type: 'supplier', name: `Supplier ${next()}` }),
      change: { name: 'Other' },
    },
    undefined,
    findVatNumberWarnings,
  ),
  // Encrypted, so that it cannot be read from the log, a copy of the tables or an export.
  sealed({ secretBox }, body) {
    const number = body['national_number'];
    return typeof number === 'string' ? { ...body, national_number: secretBox.seal(number) } : body;
  },
};
