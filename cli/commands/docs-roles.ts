import { declareCommand } from '../program/declaration.ts';
import { CHECK_OPTION, PAGE_EXIT_CODES } from './page-options.ts';

export const docsRoles = declareCommand({
  name: 'docs roles',
  summary: 'Write docs/roles.md from the route table.',
  script: 'docs:roles',
  options: { check: CHECK_OPTION },
  examples: ['', '--check'],
  exitCodes: PAGE_EXIT_CODES,
  run: async (values) => (await import('../pages/roles.ts')).writeRolesPage(values),
});
