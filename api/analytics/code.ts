import { analyticCodes } from '../../domain/analytics/code.ts';
import { createRecordApi } from '../records/record-api.ts';

export const analyticCodeApi = createRecordApi(analyticCodes, {
  create: ({ code }) => ({ axis: 'PROJECT', code: code(), label: 'Office renovation' }),
  change: { label: 'Other', valid_until: '2030-12-31' },
});
