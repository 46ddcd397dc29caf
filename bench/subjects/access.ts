import { createMeter } from '../costs/meter.ts';
import { takeMeteredTurns, type Side } from '../costs/turns.ts';
import { createBursts } from '../load.ts';
import { COUNTED, programArguments, startProgram, type Program } from '../processes.ts';
import { meteredResult, type Result } from '../report.ts';
import { startSignedIn } from '../service.ts';
import type { Stage } from '../stage.ts';

/** What every request pays before its handler runs: `GET /v1/auth/me`, signed in, against a bare handler with the same answer. */

const PATH = '/v1/auth/me';

export async function measureAccess(stage: Stage): Promise<Result[]> {
  const { extent, note } = stage;
  const { connections, accessSeconds, accessRounds, warmUpSeconds } = extent;
  const databaseUrl = await stage.createDatabase('access');
  const service = await startSignedIn(stage, databaseUrl);
  try {
    const answer = JSON.stringify(await service.call('GET', PATH));
    const bare = await startProgram(
      process.execPath,
      programArguments('bench/bare-answer'),
      { ...COUNTED, ANSWER: answer },
      /ready on (\S+)/,
    );
    try {
      const { headers } = service;
      // Both get the same request, so that neither has less to read.
      const createSide = (program: Program): Side => ({
        meter: createMeter(stage, program, databaseUrl, program === service ? 'service' : 'baseline'),
        run: createBursts({
          url: program.url,
          connections,
          requestsOf: () => [{ method: 'GET', path: PATH, headers }],
        }),
      });
      const [measured, baseline] = [createSide(service), createSide(bare)];
      note('access: warm-up');
      await measured.run(warmUpSeconds);
      await baseline.run(warmUpSeconds);
      note(`access: GET ${PATH}`);
      const turns = await takeMeteredTurns(accessRounds, accessSeconds, measured, baseline);
      return [meteredResult('signed-in', `GET ${PATH}, ${connections} connections`, '/s', turns, { atLeast: 0.6 })];
    } finally {
      await bare.stop();
    }
  } finally {
    await service.stop();
  }
}
