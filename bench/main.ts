import { join } from 'node:path';
import { measureAnswers } from './measurements/answers.ts';
import { measureAnalytics } from './measurements/analytics.ts';
import { measureAnalysis } from './measurements/analysis.ts';
import { measureAccess } from './measurements/access.ts';
import { measureAssets } from './measurements/fixed-assets.ts';
import { measureConsole } from './measurements/console.ts';
import { measureEInvoicing } from './measurements/e-invoicing.ts';
import { measureBank } from './measurements/bank.ts';
import { measureEngine } from './measurements/engine.ts';
import { measureEventStoreDb } from './measurements/eventstoredb.ts';
import { measureLedger } from './measurements/ledger.ts';
import { measureLongPast } from './measurements/long-past.ts';
import { measureMail } from './measurements/mail.ts';
import { measureMatching } from './measurements/matching.ts';
import { measureMigration } from './measurements/migration.ts';
import { measureNeighbours } from './measurements/neighbours.ts';
import { measureOpening } from './measurements/opening.ts';
import { measurePosting } from './measurements/posting.ts';
import { measureReading } from './measurements/reading.ts';
import { measureImporting } from './measurements/importing.ts';
import { measureRecurring } from './measurements/recurring.ts';
import { measureRecords } from './measurements/records.ts';
import { measureReports } from './measurements/reports.ts';
import { measureRebuild } from './measurements/rebuilding.ts';
import { measureStart } from './measurements/starting.ts';
import { measureSync } from './measurements/syncing.ts';
import { measureVat } from './measurements/vat.ts';
import { measureWebhooks } from './measurements/webhooks.ts';
import { readOptions, UnknownOption, type Options } from './options.ts';
import { checkout, killAll } from './processes.ts';
import { describeMachine, textTable, writeResults, type Result } from './report.ts';
import { openStage, type Stage } from './stage.ts';

/** `npm run bench`: the figures of docs/performance.md, measured on this machine in one run. */

const MEASUREMENTS: Readonly<Record<string, (stage: Stage) => Promise<Result[]>>> = {
  posting: measurePosting,
  reading: measureReading,
  access: measureAccess,
  answers: measureAnswers,
  records: measureRecords,
  opening: measureOpening,
  rebuild: measureRebuild,
  past: measureLongPast,
  ledger: measureLedger,
  reports: measureReports,
  neighbours: measureNeighbours,
  sync: measureSync,
  importing: measureImporting,
  migration: measureMigration,
  bank: measureBank,
  matching: measureMatching,
  vat: measureVat,
  recurring: measureRecurring,
  analytics: measureAnalytics,
  'fixed-assets': measureAssets,
  'e-invoicing': measureEInvoicing,
  analysis: measureAnalysis,
  mail: measureMail,
  webhooks: measureWebhooks,
  console: measureConsole,
  engine: measureEngine,
  eventstoredb: measureEventStoreDb,
  start: measureStart,
};

process.once('exit', killAll);
try {
  await run(readOptions(process.argv.slice(2), Object.keys(MEASUREMENTS)));
} catch (error) {
  process.stderr.write(
    `${error instanceof UnknownOption ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 1;
}

async function run({ only, extent, writes }: Options): Promise<void> {
  const startedAt = performance.now();
  const machine = describeMachine();
  const note = (text: string): void =>
    void process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}\n`);
  const stage = await openStage(extent, note);
  const clearAway = async (): Promise<void> => {
    killAll();
    await stage.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void clearAway().finally(() => process.exit(1)));
  const results: Result[] = [];
  try {
    for (const [name, measure] of Object.entries(MEASUREMENTS)) {
      if (only && !only.includes(name)) continue;
      results.push(...(await measure(stage)));
    }
  } finally {
    await clearAway();
  }
  process.stdout.write(`\n${machine}\n\n${textTable(results)}\n`);
  if (writes)
    await writeResults(
      join(checkout, 'docs', 'performance.md'),
      results,
      machine,
      (performance.now() - startedAt) / 60_000,
    );
}
