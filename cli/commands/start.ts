import { declareCommand } from '../program/declaration.ts';

export const start = declareCommand({
  name: 'start',
  summary: 'Start the service with the parts that ROLE selects.',
  script: 'start',
  options: {},
  notes: ['The settings are environment variables: see docs/configuration.md. Ctrl-C or SIGTERM stops the service.'],
  examples: [''],
  exitCodes: {
    0: 'Stopped on request.',
    1: 'The service could not start, or failed. A restart may help.',
    2: 'Wrong usage, or the service cannot start before a setting or a permission changes.',
  },
  // The service starts while its module is loaded, as with `npm start`.
  run: async () => {
    await import('../../main.ts');
  },
});
