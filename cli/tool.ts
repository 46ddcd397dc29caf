import pino from 'pino';
import { BadConfiguration, readConfig } from '../config.ts';
import { createLogger } from '../logging.ts';
import { openCore, type Core } from '../core.ts';
import { AlreadyUnderWay } from '../projections/alone.ts';

/** Runs a command beside the service or without it: joins the server that runs, else starts one for as long as needed. */
export async function runTool(work: (core: Core) => Promise<void>): Promise<void> {
  try {
    const config = readConfig(process.env);
    const logger = createLogger('warn', pino.destination(2));
    const core = await openCore({
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      eventStoreUrl: config.eventStoreUrl,
      isTool: true,
      runsProjector: true,
      logger,
    });
    try {
      await work(core);
    } finally {
      await core.stop();
    }
  } catch (error) {
    fail(
      isForTheUser(error)
        ? error.message
        : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}

/** Something that the person at the keyboard can put right. */
export class UserMistake extends Error {}

const isForTheUser = (error: unknown): error is Error =>
  [BadConfiguration, UserMistake, AlreadyUnderWay].some((kind) => error instanceof kind);

export function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
