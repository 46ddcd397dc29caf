import pino from 'pino';
import { BadConfiguration, readConfig, type Config } from '../config.ts';
import { createLogger } from '../logging.ts';
import { openCore, type Core } from '../core.ts';
import { AlreadyUnderWay } from '../projections/engine/alone.ts';
import { StartProblem } from '../start-problem.ts';
import { fail, runScript, UserMistake } from './script.ts';

export { fail, UserMistake };

/** Runs a command beside the service or without it: joins the server that runs, else starts one for as long as needed. */
export async function runTool(work: (core: Core, config: Config) => Promise<void>): Promise<void> {
  await runScript(async () => {
    const config = readConfig(process.env);
    const logger = createLogger('warn', pino.destination(2));
    const core = await openCore({
      dataDir: config.dataDir,
      databaseUrl: config.databaseUrl,
      databaseOwnerUrl: config.databaseOwnerUrl,
      eventStoreUrl: config.eventStoreUrl,
      eventStorePrefix: config.eventStorePrefix,
      isTool: true,
      runsProjector: true,
      logger,
    });
    try {
      await work(core, config);
    } finally {
      await core.stop();
    }
  }, [BadConfiguration, UserMistake, AlreadyUnderWay, StartProblem]);
}

/** Where people reach the service. */
export const addressOf = ({ baseUrl, host, port }: Config): string => baseUrl ?? `http://${host}:${port}`;
