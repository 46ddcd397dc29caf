import { declareCommand } from '../program/declaration.ts';
import { CHECK_OPTION, PAGE_EXIT_CODES } from './page-options.ts';

export const docsCommands = declareCommand({
  name: 'docs commands',
  summary: 'Write docs/commands.md from the command declarations.',
  script: 'docs:commands',
  options: { check: CHECK_OPTION },
  examples: ['', '--check'],
  exitCodes: PAGE_EXIT_CODES,
  run: async (values, commands) => (await import('../pages/commands.ts')).writeCommandsPage(values, commands),
});
