import { declareCommand, JSON_OPTION } from '../program/declaration.ts';
import { ACCOUNT_OPTIONS, LANGUAGES } from './account-options.ts';

export const adminCreate = declareCommand({
  name: 'admin create',
  summary: 'Create a platform admin, or invite the owner of an existing account.',
  script: 'admin:create',
  options: {
    email: { value: 'ADDRESS', about: 'E-mail address of the account.', isRequired: true },
    ...ACCOUNT_OPTIONS,
    name: { value: 'NAME', about: 'Name of the person; the address if omitted.' },
    locale: { value: LANGUAGES, about: 'Language of the person.' },
    json: JSON_OPTION,
  },
  missing: 'An e-mail address is required',
  notes: [
    'Without --password-stdin the password comes from GRANDLIVRE_PASSWORD. The service may be running or not.',
    'An existing account needs no password: its owner becomes a platform admin with the link that is printed.',
  ],
  examples: ['--email root@example.com --password-stdin < password.txt'],
  run: async (values) => (await import('../accounts/create-admin.ts')).appointAdmin(values),
});
