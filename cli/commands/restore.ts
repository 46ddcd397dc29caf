import { declareCommand, JSON_OPTION } from '../program/declaration.ts';

export const restore = declareCommand({
  name: 'restore',
  summary: 'Restore a backup into an empty DATA_DIR and verify it.',
  script: 'restore',
  options: {
    from: { value: 'FILE', about: 'The backup.', isRequired: true },
    json: JSON_OPTION,
  },
  missing: 'A restore needs a backup',
  examples: ['--from /backups/grandlivre-2026-03-15.backup'],
  exitCodes: { 1: 'The folder is not empty, or the backup is not valid. The folder is left as it was.' },
  run: async (values) => (await import('../archive/restore.ts')).restoreBackup(values),
});
