import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { recordApi } from '../records/record-api.ts';
import { vatNumberWarnings } from './vat-number-warnings.ts';

export const thirdPartyApi = recordApi(
  thirdParties,
  {
    create: ({ next }) => ({ type: 'supplier', name: `Supplier ${next()}` }),
    change: { name: 'Other' },
  },
  undefined,
  vatNumberWarnings,
);
