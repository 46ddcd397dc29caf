import { declareCommand, JSON_OPTION } from '../program/declaration.ts';

export const licenceKeys = declareCommand({
  name: 'licence keys',
  summary: 'Create the key pair for licences.',
  script: 'licence:keys',
  options: {
    out: { value: 'FILE', about: 'The file for the private key; it must not exist.', isRequired: true },
    json: JSON_OPTION,
  },
  missing: 'A file for the private key is required',
  examples: ['--out licence.pem'],
  run: async (values) => (await import('../licences/create-keys.ts')).createLicenceKeys(values),
});
