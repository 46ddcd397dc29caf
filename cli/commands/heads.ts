import { declareCommand } from '../program/declaration.ts';

export const heads = declareCommand({
  name: 'heads',
  summary: 'Sign the latest chain heads and print them, one JSON object per line.',
  script: 'heads',
  options: {
    json: { about: 'Print the heads as one JSON array.' },
  },
  notes: ['Store the lines elsewhere: `grandlivre verify --heads FILE` and `grandlivre audit --heads FILE` read them.'],
  examples: ['> heads.ndjson'],
  exitCodes: { 1: 'A chain is broken.' },
  run: async (values) => (await import('../maintenance/heads.ts')).printHeads(values),
});
