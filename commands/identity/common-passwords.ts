import passwords from './common-passwords.json' with { type: 'json' };

/**
 * The passwords among the 10 000 commonest that are long enough to be chosen, the commonest first. From the dictionary of
 * @zxcvbn-ts/language-common, which is in the order of frequency; a test checks that it is still the same.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(passwords);
