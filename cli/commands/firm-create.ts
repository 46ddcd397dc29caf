import { declareCommand, JSON_OPTION } from '../program/declaration.ts';
import { ACCOUNT_OPTIONS, LANGUAGES } from './account-options.ts';

const MISSING = 'A name, an e-mail address and a password are required';

export const firmCreate = declareCommand({
  name: 'firm create',
  summary: 'Open a firm with its first administrator.',
  script: 'firm:create',
  options: {
    name: { value: 'NAME', about: 'Name of the firm.', isRequired: true },
    email: { value: 'ADDRESS', about: 'E-mail address of the firm and of its administrator.', isRequired: true },
    ...ACCOUNT_OPTIONS,
    country: { value: 'BE|FR|LU', about: 'Country of the firm; BE if omitted.' },
    locale: { value: LANGUAGES, about: 'Language of the firm; fr if omitted.' },
    'user-locale': {
      value: LANGUAGES,
      about: 'Language of the administrator; asked for at a terminal, otherwise as the app or browser asks.',
    },
    'user-name': { value: 'NAME', about: 'Name of the administrator; the name of the firm if omitted.' },
    json: JSON_OPTION,
  },
  missing: MISSING,
  notes: [
    'Without --password-stdin the password comes from GRANDLIVRE_PASSWORD, or is asked for at a terminal.',
    'The result shows the languages that were chosen: "locale" of the administrator and "firm_locale".',
    'The service may be running or not.',
  ],
  examples: [
    '--name "My firm" --email you@example.com',
    '--name "My firm" --email you@example.com --locale nl --user-locale nl',
  ],
  exitCodes: { 130: 'Interrupted at a prompt.' },
  run: async (values) => (await import('../accounts/create-firm.ts')).openFirm(values, MISSING),
});
