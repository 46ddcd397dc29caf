import { declareCommand, JSON_OPTION } from '../program/declaration.ts';

export const backup = declareCommand({
  name: 'backup',
  summary: 'Write a backup of the default installation to one file while the service runs.',
  script: 'backup',
  options: {
    out: { value: 'FILE', about: 'The file to write; it must not exist.', isRequired: true },
    verify: { about: 'Restore the backup into a temporary folder and verify it before it gets its name.' },
    json: JSON_OPTION,
  },
  missing: 'A backup needs an output file',
  examples: ['--out /backups/grandlivre-2026-03-15.backup --verify'],
  exitCodes: { 1: 'The backup could not be written, or is not valid.' },
  run: async (values) => (await import('../archive/backup.ts')).writeBackup(values),
});
