import { declareCommand } from '../program/declaration.ts';
import { CHECK_OPTION, PAGE_EXIT_CODES } from './page-options.ts';

export const docsEvents = declareCommand({
  name: 'docs events',
  summary: 'Write docs/events.md from the event declarations.',
  script: 'docs:events',
  options: { check: CHECK_OPTION },
  examples: ['', '--check'],
  exitCodes: PAGE_EXIT_CODES,
  run: async (values) => (await import('../pages/events.ts')).writeEventsPage(values),
});
