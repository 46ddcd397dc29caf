import { declareCommand, JSON_OPTION } from '../program/declaration.ts';

export const keysBackup = declareCommand({
  name: 'keys backup',
  summary: 'Write the keys of personal data, and the list of erasures, to one file while the service runs.',
  script: 'keys:backup',
  options: {
    out: { value: 'FILE', about: 'The file to write; it must not exist.', isRequired: true },
    json: JSON_OPTION,
  },
  missing: 'A backup of the keys needs an output file',
  notes: [
    'The keys are wrapped with APP_KEY: the file is of no use without it.',
    'Make it after `grandlivre backup`, and keep both apart: see docs/privacy.md.',
  ],
  examples: ['--out /safe/grandlivre-2026-03-15.keys'],
  exitCodes: { 1: 'The keys could not be written.' },
  run: async (values) => (await import('../keys/backup.ts')).backUpKeys(values),
});
