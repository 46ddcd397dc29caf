import { FIRST_DAY } from '../booking.ts';
import { consoleIn } from '../console-page.ts';
import { makeLivedFile, type LivedFile } from '../lived-file.ts';
import { median } from '../load.ts';
import { plainResult, spaced, type Result } from '../report.ts';
import { startService } from '../service.ts';
import { answerTo, closeConnection, timeOf } from '../single.ts';
import type { Stage } from '../stage.ts';

/** What an auditor waits for who moves through the life of a large company file. */

const MOST_MS = 150;
/** Of sixty in a second. */
const FRAME_MS = 16.7;
/** As many as the page keeps answers of, at least. */
const KEPT_DAYS = 20;
const DAY_MS = 86_400_000;

export async function measureConsole(stage: Stage): Promise<Result[]> {
  const { livedEntries, moments } = stage.extent;
  const lived = await makeLivedFile(stage, livedEntries);
  const program = await startService(stage, lived.databaseUrl);
  const service = { ...program, headers: lived.headers };
  const days = daysOf(moments);
  const of = `of ${spaced(livedEntries)} entries`;
  try {
    await stage.settle();
    const results: Result[] = [];
    for (const [name, pathAt] of Object.entries(await pathsOf(lived, service))) {
      stage.note(`console: ${name}`);
      const times: number[] = [];
      // What is broken off, because it takes longer than anyone may wait, never came.
      for (const day of [...days.slice(0, 5), ...days])
        times.push(await timeOf(() => answerTo(service, pathAt(day))).catch(() => Infinity));
      times.splice(0, 5);
      results.push(...timesOf(`a moment ${of}, ${name}`, times));
    }
    stage.note('console: in a browser');
    const page = await consoleIn(program.url, lived.headers['authorization']!.replace('Bearer ', ''));
    if (page === null) stage.note('console: no browser on this machine: the page is not measured');
    else
      try {
        for (const [name, view] of Object.entries(VIEWS)) {
          const times = await page.moveSlider(lived.file.public_token, view, days);
          results.push(...timesOf(`slider ${of}, ${name} in a browser`, times));
          const frames = await page.dragSlider(days.slice(-KEPT_DAYS));
          results.push(
            plainResult(`slider ${of}, ${name}, frame of a day that was read`, 'ms', median([...frames]), {
              atMost: FRAME_MS,
            }),
          );
        }
      } finally {
        await page.close();
      }
    return results;
  } finally {
    closeConnection();
    await program.stop();
  }
}

/** As the address of the page names them. */
const VIEWS: Readonly<Record<string, string>> = {
  'trial balance': 'view=trial_balance',
  'balance sheet': 'view=balance_sheet',
  'an account': 'view=trial_balance&account=700000',
  'open items': 'view=open_items',
  settings: 'view=settings',
};

const timesOf = (subject: string, times: readonly number[]): Result[] => [
  plainResult(`${subject}, median`, 'ms', median([...times]), { atMost: MOST_MS }),
  plainResult(`${subject}, slowest`, 'ms', Math.max(...times), null),
];

/** Over four years, to and fro: whoever drags a slider does not go from month to month. */
function daysOf(count: number): readonly string[] {
  const all = Math.floor((Date.now() - FIRST_DAY) / DAY_MS) - 2;
  return Array.from({ length: count }, (_, index) => {
    const day = 1 + ((index * 619) % all);
    return new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10);
  });
}

/** What each view of the console asks for at a moment. */
async function pathsOf(
  { file }: LivedFile,
  service: Parameters<typeof answerTo>[0],
): Promise<Readonly<Record<string, (day: string) => string>>> {
  const path = `/v1/companies/${file.public_token}`;
  const year = (day: string): number => file.fiscalYears.findLast(({ starts_on }) => starts_on <= day)!.id;
  const { data } = JSON.parse(await answerTo(service, `${path}/entries?per_page=1&to=2023-01-05`)) as {
    data: { id: number }[];
  };
  const ledger = (day: string) => `${path}/reports/general-ledger?fiscal_year_id=${year(day)}&known_at=${day}`;
  return {
    'trial balance': (day) => `${path}/reports/trial-balance?fiscal_year_id=${year(day)}&known_at=${day}`,
    'balance sheet': (day) => `${path}/reports/balance-sheet?fiscal_year_id=${year(day)}&known_at=${day}`,
    'an account, first 100 lines': (day) => `${ledger(day)}&account_from=700000&account_to=700000&per_page=100`,
    'open items, first 100': (day) => `${path}/open-items?as_of=${day}&known_at=${day}&per_page=100`,
    'an entry': (day) => `${path}/entries/${data[0]!.id}?known_at=${day < '2024-01-01' ? '2024-01-01' : day}`,
    'entries, first 50': (day) => `${path}/entries?per_page=50&known_at=${day}`,
    journals: (day) => `${path}/journals?known_at=${day}`,
    'the company file': (day) => `${path}?known_at=${day}`,
    settings: (day) => `${path}/settings?known_at=${day}`,
  };
}
