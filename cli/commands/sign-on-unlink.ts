import { declareCommand, JSON_OPTION } from '../program/declaration.ts';

export const signOnUnlink = declareCommand({
  name: 'sign-on unlink',
  summary: 'Remove the links between an account and the people of identity providers.',
  script: 'sign-on:unlink',
  options: {
    email: { value: 'ADDRESS', about: 'E-mail address of the account.', isRequired: true },
    json: JSON_OPTION,
  },
  missing: 'An e-mail address is required',
  notes: [
    'Needed when a provider identifies the same person by another subject, for example after it was set up again.',
    'The next sign-in through a provider links the account by its verified address again. Open sessions stay open.',
  ],
  examples: ['--email ann@example.com'],
  run: async (values) => (await import('../accounts/unlink-sign-on.ts')).unlinkSignOn(values),
});
