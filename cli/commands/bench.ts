import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { declareCommand, JSON_OPTION } from '../program/declaration.ts';
import { WrongUsage } from '../script.ts';

export const bench = declareCommand({
  name: 'bench',
  summary: 'Measure the service against a bare baseline. Needs the development packages.',
  script: 'bench',
  options: {
    only: {
      value: 'PARTS',
      about: 'Selected parts, separated by commas: see docs/performance.md.',
      isRepeatable: true,
    },
    quick: { about: 'Only check that the benchmark runs.' },
    write: { about: 'Replace the results in docs/performance.md.' },
    guard: { about: 'Measure what a release may not make more expensive. Exit code 1 if it did.' },
    record: { about: 'With --guard: keep the results as the best ones, in docs/performance.json.' },
    json: JSON_OPTION,
  },
  notes: [
    'Parts: posting, reading, access, answers, records, opening, rebuild, shards, processes, past, ledger, reports,\n' +
      'neighbours, heavy-reads, sync, importing, migration, bank, matching, vat, recurring, analytics, fixed-assets,\n' +
      'e-invoicing, analysis, mail, webhooks, streams, console, engine, eventstoredb, start.',
  ],
  examples: ['', '--only posting,engine', '--quick', '--guard', '--guard --record'],
  run: async (values) => {
    exposeGarbageCollector();
    const [{ runBench }, { UnknownOption }] = await Promise.all([
      import('../../bench/main.ts'),
      import('../../bench/options.ts'),
    ]);
    await runBench(values).catch((error: unknown) => {
      throw error instanceof UnknownOption ? new WrongUsage(error.message) : error;
    });
  },
});

/** As with `node --expose-gc`: memory is measured after a collection. */
export function exposeGarbageCollector(): void {
  setFlagsFromString('--expose-gc');
  globalThis.gc ??= runInNewContext('gc') as NodeJS.GCFunction;
}
