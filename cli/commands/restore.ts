import { declareCommand, JSON_OPTION } from '../program/declaration.ts';

export const restore = declareCommand({
  name: 'restore',
  summary: 'Restore a backup into an empty DATA_DIR and verify it.',
  script: 'restore',
  options: {
    from: { value: 'FILE', about: 'The backup.', isRequired: true },
    keys: { value: 'FILE', about: 'The backup of the keys of personal data: the output of `grandlivre keys backup`.' },
    'without-keys': { about: 'Restore the books without the names of natural persons.' },
    erasures: {
      value: 'FILE',
      about: 'A list of erasures made later: the output of `grandlivre keys erasures`.',
      isRepeatable: true,
    },
    json: JSON_OPTION,
  },
  missing: 'A restore needs a backup',
  notes: ['Persons who were erased after the backup are erased again: see docs/privacy.md.'],
  examples: ['--from /backups/grandlivre-2026-03-15.backup --keys /safe/grandlivre-2026-03-15.keys'],
  exitCodes: {
    1: 'The folder is not empty, the keys are missing, or a file is not valid. The folder is left as it was.',
  },
  run: async (values) => (await import('../archive/restore.ts')).restoreBackup(values),
});
