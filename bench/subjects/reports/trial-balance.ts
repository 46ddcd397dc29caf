import type pg from 'pg';
import { createPool } from '../../../database/pool.ts';
import type { LedgerFile } from '../../booking.ts';
import type { LargeFiles } from '../../large-files.ts';
import { PLAIN_BALANCE } from '../../plain-balance.ts';
import { plainResult, ratioResult, spaced, type Result } from '../../report.ts';
import { compare, takeTurns } from '../../rounds.ts';
import { startService, type SignedInService } from '../../service.ts';
import { answerTo, closeConnection, medianTime } from '../../single.ts';
import type { Stage } from '../../stage.ts';

const REQUESTS_A_ROUND = 20;

type Service = Pick<SignedInService, 'url' | 'headers'>;

export async function measureTrialBalance(stage: Stage, files: LargeFiles): Promise<Result[]> {
  const program = await startService(stage, files.databaseUrl);
  const bare = createPool(files.databaseUrl, { max: 1 });
  try {
    await stage.settle();
    const service = { ...program, headers: files.headers };
    return [
      ...(await compareTrialBalance(stage, service, bare, files.small)),
      ...(await compareTrialBalance(stage, service, bare, files.large)),
    ];
  } finally {
    closeConnection();
    await bare.end();
    await program.stop();
  }
}

async function compareTrialBalance(
  { extent, note }: Stage,
  service: Service,
  bare: pg.Pool,
  { id, public_token, fiscalYears }: LedgerFile,
): Promise<Result[]> {
  const year = fiscalYears.at(-1)!.id;
  const { rows } = await bare.query<{ lines: number }>(
    'SELECT sum(lines_count)::bigint AS lines FROM read.balances WHERE company_id = $1',
    [id],
  );
  const subject = `GET reports/trial-balance of a file of ${spaced(Number(rows[0]!.lines))} lines`;
  note(`reports: ${subject}`);
  const path = `/v1/companies/${public_token}/reports/trial-balance?fiscal_year_id=${year}`;
  const ask = (): Promise<number> => medianTime(REQUESTS_A_ROUND, () => answerTo(service, path));
  const query = (): Promise<number> =>
    medianTime(REQUESTS_A_ROUND, async () => JSON.stringify((await bare.query(PLAIN_BALANCE, [id, year])).rows));
  await ask();
  const ratios = compare(await takeTurns(extent.ledgerRounds, ask, query), (time) => time);
  return [
    ratioResult(subject, 'ms', ratios, { atMost: 3 }),
    plainResult(`${subject}, alone`, 'ms', ratios.measured, { atMost: 50 }),
  ];
}
