import { declareCommand, JSON_OPTION } from '../program/declaration.ts';

export const audit = declareCommand({
  name: 'audit',
  summary: 'Replay the log of one company file: trial balance, chain head, first inconsistency.',
  script: 'audit',
  options: {
    company: { value: 'TOKEN', about: 'Public token of the company file.', isRequired: true },
    until: { value: 'MOMENT', about: 'A timestamp, or a date for the end of that day.' },
    heads: { value: 'FILE', about: 'Signed heads that were stored elsewhere: the output of `grandlivre heads`.' },
    json: JSON_OPTION,
  },
  missing: 'The token of a company file is required',
  examples: ['--company AbCdEfGh1234 --until 2025-12-31'],
  exitCodes: { 0: 'The log is consistent.', 1: 'The log is not consistent, or a given head is not genuine.' },
  run: async (values) => (await import('../maintenance/audit.ts')).auditCompanyFile(values),
});
