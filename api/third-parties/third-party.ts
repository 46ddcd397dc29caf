import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { recordApi, type RecordApi } from '../records/record-api.ts';
import { vatNumberWarnings } from './vat-number-warnings.ts';

export const thirdPartyApi: RecordApi = {
  ...recordApi(
    thirdParties,
    {
      create: ({ next }) => ({ type: 'supplier', name: `Supplier ${next()}` }),
      change: { name: 'Other' },
    },
    undefined,
    vatNumberWarnings,
  ),
  // Whoever reads the log, a copy of the tables or an export does not learn it.
  sealed({ secretBox }, body) {
    const number = body['national_number'];
    return typeof number === 'string' ? { ...body, national_number: secretBox.seal(number) } : body;
  },
};
