import { analyticCodes } from '../../domain/analytics/code.ts';
import { recordApi } from '../records/record-api.ts';

export const analyticCodeApi = recordApi(analyticCodes, {
  create: ({ code }) => ({ axis: 'PROJECT', code: code(), label: 'Renovation of the offices' }),
  change: { label: 'Other', valid_until: '2030-12-31' },
});
