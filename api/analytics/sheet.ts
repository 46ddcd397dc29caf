import { analyticCodes } from '../../domain/analytics/code.ts';
import { createRecordSheet } from '../records/import/sheet.ts';

export const analyticCodeSheet = createRecordSheet(analyticCodes, {
  title: 'analytic_codes',
  help: { parent: 'parent' },
});
