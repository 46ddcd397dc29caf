import { declareCommand } from '../program/declaration.ts';

export const demoTour = declareCommand({
  name: 'demo tour',
  summary: 'Show the main features with explanations, on a temporary service and database.',
  script: 'demo:tour',
  options: {},
  examples: [''],
  run: async () => (await import('../tour/demo-tour.ts')).runDemoTour(),
});
