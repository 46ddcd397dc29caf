import { readConfig } from '../configuration/config.ts';
import type { Core } from '../service/core.ts';
import { openEventStoreDbLog, openEventStoreDbRegister } from '../eventlog/eventstoredb/index.ts';
import { LogUnavailable } from '../eventlog/port.ts';
import { openPostgresLog } from '../eventlog/postgres/index.ts';
import { openPostgresRegister } from '../eventlog/postgres/register.ts';
import { settingsFor, wordsOfPlace } from '../service/event-log/identity.ts';
import { tellProgress } from './archive/progress.ts';
import { openEventStoreDbWriter } from './log-transfer/eventstoredb-writer.ts';
import { moveLog, type Target } from './log-transfer/move.ts';
import { openPostgresWriter } from './log-transfer/postgres-writer.ts';
import { journeyOf, type Journey } from './log-transfer/settings.ts';
import { takeBack } from './log-transfer/take-back.ts';
import { openToolCore, runScriptOfTool, UserMistake } from './tool.ts';

/**
 * Moves the log from one place to another: offline, or beside a service, which is read meanwhile and refuses to write. Whatever
 * interrupts it, the same command goes on; the log of before stays as it was, and is marked as left.
 */
await runScriptOfTool(async () => {
  const journey = journeyOf(process.argv.slice(2), readConfig(process.env));
  if ('takesBack' in journey) return tookBack();
  const startedAt = performance.now();
  const progress = tellProgress();
  const core = await openToolCore({
    eventStoreUrl: journey.from.eventStoreUrl,
    eventStorePrefix: journey.from.eventStorePrefix,
  });
  const target = openTarget(core, journey, progress.tell);
  try {
    const moved = await moveLog(core, target, journey, progress.tell).catch(asMistake(journey));
    progress.end();
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    process.stdout.write(`${JSON.stringify({ ...moved, seconds })}\n`);
    if (moved.broken > 0)
      process.stderr.write(`The chain of ${moved.broken} streams does not hold, here as there: see npm run verify\n`);
    process.stderr.write(`${whatNow(moved.from, moved.to)}\n`);
  } finally {
    await target.log.close();
    await target.register.close();
    await core.stop();
  }
});

async function tookBack(): Promise<void> {
  const core = await openToolCore();
  try {
    const place = await takeBack(core);
    process.stderr.write(`The log of the settings is in use again. The copy in ${place} stays where it is.\n`);
  } finally {
    await core.stop();
  }
}

function openTarget(core: Core, { to, isOneByOne }: Journey, tell: (text: string) => void): Target {
  if (to.eventStoreUrl === null) {
    const log = openPostgresLog(core.relaxedPool, core.notifications);
    const register = openPostgresRegister(core.pool);
    return { log, register, openWriter: () => openPostgresWriter(core.relaxedPool, log) };
  }
  const place = { url: to.eventStoreUrl, prefix: to.eventStorePrefix };
  const log = openEventStoreDbLog(place);
  return {
    log,
    register: openEventStoreDbRegister(place),
    openWriter: () => openEventStoreDbWriter({ ...place, log, isOneByOne, tell }),
  };
}

function whatNow(from: string, to: string): string {
  return `
The log in ${from} was copied to ${to}, and both are the same, event by event.
Now stop the service, ${settingsFor(to)}, and start it: the read tables are made from there, which takes a while,
clients of the feed start over, and nothing is announced again. The log in ${from} stays as it was, marked as left.
To go on with it instead, before anything was started with the new settings: npm run log:copy -- --take-back`;
}

/** A log that cannot be reached is nothing that a stack explains. */
function asMistake({ from, to }: Journey): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof LogUnavailable)) throw error;
    const reason = error.cause instanceof Error ? error.cause.message : String(error.cause);
    throw new UserMistake(
      `A log cannot be reached (${wordsOfPlace(from)}, or ${wordsOfPlace(to)}): ${reason}. Run the same command again to go on`,
      { cause: error },
    );
  };
}
