import { declareCommand, JSON_OPTION } from '../program/declaration.ts';

export const keysRestore = declareCommand({
  name: 'keys restore',
  summary: 'Add the keys of a backup to the vault, except those that were destroyed since.',
  script: 'keys:restore',
  options: {
    from: { value: 'FILE', about: 'The backup of the keys.', isRequired: true },
    erasures: {
      value: 'FILE',
      about: 'A list of erasures made later: the output of `grandlivre keys erasures`.',
      isRepeatable: true,
    },
    json: JSON_OPTION,
  },
  missing: 'A backup of the keys is required',
  notes: [
    'A key that the vault has stays as it is.',
    'A key in the list of erasures of the vault, of a given file or of the log never comes back.',
  ],
  examples: ['--from /safe/grandlivre-2026-03-15.keys'],
  exitCodes: { 1: 'The file is not valid, or its keys were wrapped with another APP_KEY. Nothing was changed.' },
  run: async (values) => (await import('../keys/restore.ts')).restoreKeys(values),
});
