import { declareCommand, JSON_OPTION } from '../program/declaration.ts';

export const rebuild = declareCommand({
  name: 'rebuild',
  summary: 'Rebuild all read tables, or those of one company file, from the log while the service runs.',
  script: 'rebuild',
  options: {
    'adopt-log': { about: 'Accept the configured log although the tables belong to another one, which is lost.' },
    partitions: {
      about: 'Divide the tables of company files into this many partitions, 1 to 256; otherwise as many as now.',
      value: 'number',
    },
    company: { value: 'TOKEN', about: 'Rebuild only the company file with this public token.' },
    json: JSON_OPTION,
  },
  examples: ['', '--partitions 16', '--company AbCdEfGh1234'],
  exitCodes: { 1: 'The tables could not be rebuilt, or a stream is halted.' },
  run: async (values) => (await import('../maintenance/rebuild.ts')).rebuildTables(values),
});
