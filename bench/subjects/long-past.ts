import { fire } from '../load.ts';
import { openPastCore, pastOn, rebuildFromNothing } from '../past.ts';
import { findLiveStanding } from '../../projections/engine/schema.ts';
import { ratioResult, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { startService } from '../service.ts';
import type { Stage } from '../stage.ts';
import { entryRequests } from './posting.ts';

/** Whether a write costs more on a company file that has been used for years. */
export async function measureLongPast(stage: Stage): Promise<Result[]> {
  const past = await pastOn(stage);
  await bringTablesUpToDate(stage, past);
  const { connections, postingSeconds: seconds, warmUpSeconds, rounds, pastEntries } = stage.extent;
  const service = await startService(stage, past.databaseUrl);
  try {
    const post = (file: typeof past.long, length: number) =>
      fire({ url: service.url, connections, seconds: length, requestsOf: entryRequests(past.headers, [file]) });
    await stage.settle();
    stage.note('past: warm-up');
    await post(past.empty, warmUpSeconds);
    await post(past.long, warmUpSeconds);
    stage.note('past: posting to either file');
    const turns = await takeTurns(
      rounds,
      () => post(past.long, seconds),
      () => post(past.empty, seconds),
    );
    const subject = `POST entries on a file of ${pastEntries.toLocaleString('en').replaceAll(',', ' ')} entries, against an empty one`;
    return [
      ratioResult(
        subject,
        '/s',
        compare(turns, ({ perSecond }) => perSecond),
        { atLeast: 0.85 },
      ),
    ];
  } finally {
    await service.stop();
  }
}

/** The measurement of the rebuild leaves them so; without it, they are made here. */
async function bringTablesUpToDate(stage: Stage, past: Awaited<ReturnType<typeof pastOn>>): Promise<void> {
  const core = await openPastCore(past, stage.folder);
  try {
    const standing = await findLiveStanding(core.pool);
    if (standing?.position !== (await core.log.readHead())) await rebuildFromNothing(core);
  } finally {
    await core.stop();
  }
}
