import { postBatch } from '../../commands/ledger/post-batch.ts';
import type { RequestedEntry } from '../../commands/ledger/requested.ts';
import { runAllDueEntries } from '../../commands/recurring-entries/run.ts';
import { createSystemContext } from '../../commands/support/context.ts';
import { openCore, type Core } from '../../service/core.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { ratioResult, spaced, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { BENCH_APP_KEY, type CompanyFile } from '../service.ts';
import type { Stage } from '../stage.ts';
import { startUnlimited } from '../unlimited.ts';

/**
 * The nightly run over many company files with ten templates each, against the same entries posted as a batch a file, by the same number
 * at a time: a month of the schedule is a round. How much memory it takes, and whether twice as many files take twice as long.
 */

const TEMPLATES = 10;
const SIDE_BY_SIDE = 8;
const MONTHS = ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30'];

const LINES = [
  ['604000', '100.00', '0.00'],
  ['611000', '50.00', '0.00'],
  ['411000', '31.50', '0.00'],
  ['440000', '0.00', '181.50'],
] as const;

export async function measureRecurring(stage: Stage): Promise<Result[]> {
  const count = stage.extent.recurringFiles;
  const databaseUrl = await stage.createDatabase('recurring');
  const files = await setUp(stage, databaseUrl, count);
  const core = await openCore({
    dataDir: stage.folder,
    databaseUrl,
    databaseOwnerUrl: null,
    eventStoreUrl: null,
    eventStorePrefix: '',
    readAppKey: () => Promise.resolve(BENCH_APP_KEY),
    isTool: true,
    runsProjector: true,
    logger: { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error },
  });
  try {
    const entries = count * TEMPLATES;
    let month = 0;
    const night = async (): Promise<number> => {
      const today = MONTHS[month]!;
      month += 1;
      const { seconds, outcome } = await timed(() => runAllDueEntries(core, { today }));
      if (outcome.posted !== entries) throw new Error(`${outcome.posted} instead of ${entries} entries were posted`);
      return entries / seconds;
    };
    const batches = async (): Promise<number> => entries / (await timed(() => postAll(core, files))).seconds;
    await stage.settle();
    stage.note(`recurring: ${spaced(entries)} entries a night`);
    await night();
    const turns = await takeTurns(Math.min(stage.extent.rounds, MONTHS.length - 2), night, batches);
    return [
      ratioResult(
        `nightly run over ${spaced(count)} company files with ${TEMPLATES} templates each, against batches`,
        '/s',
        compare(turns, (rate) => rate),
        { atLeast: 0.5 },
      ),
    ];
  } finally {
    await core.stop();
  }
}

async function setUp(stage: Stage, databaseUrl: string, count: number): Promise<readonly CompanyFile[]> {
  const service = await startUnlimited(stage, databaseUrl);
  const files: CompanyFile[] = [];
  try {
    stage.note(`recurring: ${spaced(count)} company files`);
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    const work = async (): Promise<void> => {
      for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
        const file = await service.openFile(`Recurring ${number}`);
        for (let index = 0; index < TEMPLATES; index += 1)
          await service.call('POST', `/v1/companies/${file.public_token}/recurring-entries`, {
            kind: 'free',
            label: `Template ${index + 1}`,
            schedule: { unit: 'month', starts_on: MONTHS[0], month_end: true },
            template: {
              journal_id: file.journalId,
              label: 'Supplies and repairs {month}',
              lines: LINES.map(([account, debit, credit]) => ({ account, debit, credit })),
            },
          });
        files.push(file);
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  } finally {
    await service.stop();
  }
  return files;
}

async function postAll(core: Core, files: readonly CompanyFile[]): Promise<void> {
  const waiting = [...files];
  const work = async (): Promise<void> => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const entries = Array.from({ length: TEMPLATES }, () => entryFor(file.journalId));
      const outcome = await postBatch(core, file.id, entries, createSystemContext('bench'), () => null);
      if (isRefusal(outcome)) throw new Error(JSON.stringify(outcome));
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
}

const entryFor = (journal_id: number): RequestedEntry => ({
  type: 'PostEntry',
  journal_id,
  entry_date: '2026-12-15',
  due_date: null,
  reference: null,
  label: 'Supplies and repairs',
  lines: LINES.map(([account, debit, credit]) => ({
    account,
    account_id: null,
    debit,
    credit,
    label: null,
    third_party_id: null,
  })),
});

async function timed<Outcome>(work: () => Promise<Outcome>): Promise<{ seconds: number; outcome: Outcome }> {
  const startedAt = performance.now();
  const outcome = await work();
  return { seconds: (performance.now() - startedAt) / 1000, outcome };
}
