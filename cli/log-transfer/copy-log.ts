import { readConfig } from '../../configuration/config.ts';
import { startEmbeddedServer } from '../../database/embedded/index.ts';
import { createPool } from '../../database/pool.ts';
import { getAppKey } from '../../service/app-key.ts';
import type { Core } from '../../service/core.ts';
import { openEventStoreDbLog, openEventStoreDbRegister } from '../../eventlog/eventstoredb/index.ts';
import { LogUnavailable } from '../../eventlog/port.ts';
import { openPostgresLog } from '../../eventlog/postgres/index.ts';
import { openPostgresRegister } from '../../eventlog/postgres/register.ts';
import { describeSettings, describePlace } from '../../service/event-log/identity.ts';
import { createProgress } from '../archive/progress.ts';
import { sealPostgresLog, type SealedLog } from './epoch/seal-log.ts';
import { openEventStoreDbWriter } from './eventstoredb-writer.ts';
import { moveLog, type Target } from './move.ts';
import { openPostgresWriter } from './postgres-writer.ts';
import { parseJourney, type Journey, type JourneyValues } from './settings.ts';
import { takeBackLog } from './take-back.ts';
import { printResult, UserMistake } from '../script.ts';
import { openToolCore, runWithPlainErrors } from '../tool.ts';

/**
 * Moves the log from one place to another: offline, or beside a running service, which stays readable but refuses writes.
 * After an interruption, the same command continues; the old log remains unchanged and is marked as left.
 */
export const copyLog = (values: JourneyValues): Promise<void> => runWithPlainErrors(() => transferLog(values));

async function transferLog(values: JourneyValues): Promise<void> {
  const journey = parseJourney(values, readConfig(process.env));
  if ('takesBack' in journey) return takeLogBack(values.json);
  if ('sealsInPlace' in journey) return sealLog(values.json);
  const startedAt = performance.now();
  const progress = createProgress();
  const core = await openToolCore({
    eventStoreUrl: journey.from.eventStoreUrl,
    eventStorePrefix: journey.from.eventStorePrefix,
  });
  const target = openTarget(core, journey, progress.report);
  try {
    const appKey = journey.isSealing ? await getAppKey(readConfig(process.env)) : null;
    const moved = await moveLog({ core, target, journey, appKey }, progress.report).catch(toMistake(journey));
    progress.end();
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    printResult(values.json, { ...moved, seconds }, `${moved.events} events copied in ${seconds} s.`);
    if (moved.broken > 0)
      process.stderr.write(
        `The hash chain of ${moved.broken} streams is broken, in the source as in the copy: see npm run verify\n`,
      );
    process.stderr.write(`${describeNextSteps(moved.from, moved.to, journey.isSealing)}\n`);
  } finally {
    await target.log.close();
    await target.register.close();
    await core.stop();
  }
}

/** A new epoch in the same database. The embedded server knows the role that owns the log. */
async function sealLog(isJson: boolean): Promise<void> {
  const config = readConfig(process.env);
  const progress = createProgress();
  const core = await openToolCore();
  const embedded =
    config.databaseUrl === null ? await startEmbeddedServer({ dataDir: config.dataDir, mode: 'join-or-start' }) : null;
  const ownerUrl = embedded?.url ?? config.databaseOwnerUrl ?? config.databaseUrl!;
  const owner = createPool(ownerUrl, { max: 2, applicationName: 'grandlivre-owner' });
  try {
    const sealed = await sealPostgresLog(core, owner, await getAppKey(config), progress.report);
    progress.end();
    const { events, sealed: count, epoch } = sealed;
    printResult(isJson, sealed, `Epoch ${epoch} of the log has ${events} events, ${count} of them with sealed fields.`);
    process.stderr.write(`${describeOldLog(sealed)}\n`);
  } finally {
    await owner.end();
    await embedded?.stop();
    await core.stop();
  }
}

const describeOldLog = ({ old_log }: SealedLog): string =>
  `\nStart the service again: the read tables are rebuilt, and clients of the feed start over. Then run grandlivre verify,\ngrandlivre backup and grandlivre keys backup.\nThe old log is in the schema ${old_log}, with names in clear. Erasure is complete only once it and all its backups are\ndestroyed: DROP SCHEMA ${old_log} CASCADE, and delete every backup made before.`;

async function takeLogBack(isJson: boolean): Promise<void> {
  const core = await openToolCore();
  try {
    const place = await takeBackLog(core);
    process.stderr.write(`The log of the settings is in use again. The copy in ${place} remains where it is.\n`);
    if (isJson) process.stdout.write(`${JSON.stringify({ taken_back: true, copy: place })}\n`);
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
    openWriter: () => openEventStoreDbWriter({ ...place, log, isOneByOne, report: tell }),
  };
}

function describeNextSteps(from: string, to: string, isSealed: boolean): string {
  if (isSealed)
    return `\nThe log in ${from} was written to ${to} as a new epoch with sealed fields.\nNow stop the service, ${describeSettings(to)}, and start it: the read tables are rebuilt from there, and clients of the\nfeed start over. The log in ${from} remains unchanged, with names in clear. Erasure is complete only once it and all\nits backups are destroyed.`;
  return `\nThe log in ${from} was copied to ${to}, and both are identical, event by event.\nNow stop the service, ${describeSettings(to)}, and start it: the read tables are rebuilt from there, which takes a while,\nclients of the feed start over, and nothing is announced again. The log in ${from} remains unchanged, marked as left.\nTo return to it, before anything was started with the new settings: npm run log:copy -- --take-back`;
}

/** An unreachable log is reported without a stack trace. */
function toMistake({ from, to }: Journey): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof LogUnavailable)) throw error;
    const reason = error.cause instanceof Error ? error.cause.message : String(error.cause);
    throw new UserMistake(
      `A log cannot be reached (${describePlace(from)}, or ${describePlace(to)}): ${reason}. Run the same command again to continue`,
      { cause: error },
    );
  };
}
