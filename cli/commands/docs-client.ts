import { declareCommand } from '../program/declaration.ts';

export const docsClient = declareCommand({
  name: 'docs client',
  summary: 'Write the types for TypeScript clients. Needs the development packages.',
  script: 'docs:client',
  options: {},
  examples: [''],
  run: async () => (await import('../pages/client.ts')).writeClientTypes(),
});
