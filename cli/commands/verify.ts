import { declareCommand, JSON_OPTION } from '../program/declaration.ts';

export const verify = declareCommand({
  name: 'verify',
  summary: 'Verify the hash chains of the log, and the read tables against a replay of the log.',
  script: 'verify',
  options: {
    heads: { value: 'FILE', about: 'Signed heads that were stored elsewhere: the output of `grandlivre heads`.' },
    json: JSON_OPTION,
  },
  examples: ['', '--heads heads.ndjson --json'],
  exitCodes: {
    0: 'The log is intact, and the read tables match it.',
    1: 'A chain is broken, a table differs, a stream is halted, or a given head is not genuine.',
  },
  run: async (values) => (await import('../maintenance/verify.ts')).verifyInstallation(values),
});
