import { declareCommand, JSON_OPTION } from '../program/declaration.ts';

export const privacyReport = declareCommand({
  name: 'privacy report',
  summary: 'List the personal fields that the log stores in clear, without their values.',
  script: 'privacy:report',
  options: { json: JSON_OPTION },
  notes: ['Events of earlier versions are in clear until `grandlivre log copy --seal`: see docs/privacy.md.'],
  examples: ['', '--json'],
  exitCodes: { 0: 'The report was written, whatever it contains.' },
  run: async (values) => (await import('../privacy/report.ts')).reportPrivacy(values),
});
