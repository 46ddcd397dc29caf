import { declareCommand, JSON_OPTION } from '../program/declaration.ts';

export const logCopy = declareCommand({
  name: 'log copy',
  summary: 'Move the log to EventStoreDB, to another store, or back to PostgreSQL.',
  script: 'log:copy',
  options: {
    to: { value: 'PLACE', about: 'Destination: postgres, or an address that begins with esdb://.' },
    'to-prefix': { value: 'NAME', about: 'Prefix at the destination; EVENTSTORE_PREFIX if omitted.' },
    from: { value: 'PLACE', about: 'Source; the configured log if omitted.' },
    'from-prefix': { value: 'NAME', about: 'Prefix at the source; EVENTSTORE_PREFIX if omitted.' },
    seal: { about: 'Write a new epoch of the log in which personal fields are sealed; in PostgreSQL without --to.' },
    'one-by-one': { about: 'Write each event after the previous one is confirmed.' },
    'take-back': { about: 'Use the configured log again, before a service was started on the copy.' },
    json: JSON_OPTION,
  },
  usages: [
    '--to esdb://… [--to-prefix NAME] [--one-by-one] [--json]',
    '[--from esdb://… [--from-prefix NAME]] --to postgres [--json]',
    '--seal [--to esdb://… [--to-prefix NAME]] [--json]',
    '--take-back [--json]',
  ],
  notes: [
    'After an interruption, the same command continues. See docs/eventstoredb.md.',
    'With --seal: erasure is complete once the old log and its backups are destroyed. See docs/privacy.md.',
  ],
  examples: ["--to 'esdb://node1:2113?tls=true'", '--to postgres', '--seal', '--take-back'],
  exitCodes: { 1: 'The log was not moved: the previous one stays in use.' },
  run: async (values) => (await import('../log-transfer/copy-log.ts')).copyLog(values),
});
