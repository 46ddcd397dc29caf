import { vatCodes } from '../../domain/vat-codes/vat-code.ts';
import { recordApi } from '../records/record-api.ts';

export const vatCodeApi = recordApi(vatCodes, {
  create: ({ code }) => ({ code: code(), label: 'Odd', direction: 'sale', kind: 'standard', rate: '21' }),
  change: { label: 'Other' },
});
