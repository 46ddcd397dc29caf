import { vatCodes } from '../../domain/vat-codes/vat-code.ts';
import { createRecordApi } from '../records/record-api.ts';

export const vatCodeApi = createRecordApi(vatCodes, {
  create: ({ code }) => ({ code: code(), label: 'Odd', direction: 'sale', kind: 'standard', rate: '21' }),
  change: { label: 'Other' },
});
