/** Options shared by the commands that create accounts. */
export const ACCOUNT_OPTIONS = {
  'password-stdin': { about: 'Read the password from the first line of standard input.' },
  password: {
    value: 'PASSWORD',
    about: 'The password. Other users of the machine can see it: prefer --password-stdin.',
    isDiscouraged: true,
  },
} as const;

export const LANGUAGES = 'fr|nl|en|de';
