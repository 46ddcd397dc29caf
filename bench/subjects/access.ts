import { fire, type Throughput } from '../load.ts';
import { programArguments, startProgram } from '../processes.ts';
import { ratioResult, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { startSignedIn } from '../service.ts';
import type { Stage } from '../stage.ts';

/** What every request pays before its handler runs: `GET /v1/auth/me`, signed in, against a bare handler with the same answer. */

const PATH = '/v1/auth/me';

export async function measureAccess(stage: Stage): Promise<Result[]> {
  const { extent, note } = stage;
  const { connections, accessSeconds, accessRounds, warmUpSeconds } = extent;
  const service = await startSignedIn(stage, await stage.createDatabase('access'));
  try {
    const answer = JSON.stringify(await service.call('GET', PATH));
    const bare = await startProgram(
      process.execPath,
      programArguments('bench/bare-answer'),
      { ANSWER: answer },
      /ready on (\S+)/,
    );
    try {
      const { headers } = service;
      // Both get the same request, so that neither has less to read.
      const burst = (url: string, seconds: number): Promise<Throughput> =>
        fire({ url, connections, seconds, requestsOf: () => [{ method: 'GET', path: PATH, headers }] });
      note('access: warm-up');
      await burst(service.url, warmUpSeconds);
      await burst(bare.url, warmUpSeconds);
      note(`access: GET ${PATH}`);
      const turns = await takeTurns(
        accessRounds,
        () => burst(service.url, accessSeconds),
        () => burst(bare.url, accessSeconds),
      );
      return [
        ratioResult(
          `GET ${PATH}, ${connections} connections`,
          '/s',
          compare(turns, ({ perSecond }) => perSecond),
          { atLeast: 0.6 },
        ),
      ];
    } finally {
      await bare.stop();
    }
  } finally {
    await service.stop();
  }
}
