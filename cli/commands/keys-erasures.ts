import { declareCommand, JSON_OPTION } from '../program/declaration.ts';

export const keysErasures = declareCommand({
  name: 'keys erasures',
  summary: 'Write the list of erasures, which has ids and no names, to one file.',
  script: 'keys:erasures',
  options: {
    out: { value: 'FILE', about: 'The file to write; it must not exist.', isRequired: true },
    json: JSON_OPTION,
  },
  missing: 'A list of erasures needs an output file',
  notes: ['`grandlivre restore` and `grandlivre keys restore` read it with --erasures.'],
  examples: ['--out /safe/erasures-2026-03-15.ndjson'],
  run: async (values) => (await import('../keys/erasures.ts')).writeErasureList(values),
});
