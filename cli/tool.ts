import pino from 'pino';
import { BadConfiguration, readConfig, type Config } from '../configuration/config.ts';
import { getAppKey } from '../service/app-key.ts';
import { createLogger } from '../service/logging/logger.ts';
import { checkServers, makeSchema, openCore, type Core, type CoreOptions } from '../service/core.ts';
import { LogMoving } from '../eventlog/register.ts';
import { AlreadyUnderWay } from '../projections/engine/exclusive-work.ts';
import { StartProblem } from '../service/startup/start-problem.ts';
import { UserMistake } from './script.ts';

/** Runs a command with or without a running service: joins a running server, else starts one for as long as needed. */
export async function runTool(
  work: (core: Core, config: Config) => Promise<void>,
  other: OtherCore = {},
): Promise<void> {
  await runWithPlainErrors(async () => {
    const config = readConfig(process.env);
    const core = await openToolCore(other);
    try {
      await work(core, config);
    } finally {
      await core.stop();
    }
  });
}

const MISTAKES = [BadConfiguration, AlreadyUnderWay, StartProblem, LogMoving];

/** Errors that an operator can correct are reported without a stack trace. */
export async function runWithPlainErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isMistake = MISTAKES.some((kind) => error instanceof kind);
    throw isMistake ? new UserMistake((error as Error).message, { cause: error }) : error;
  }
}

type OtherCore = Partial<
  Pick<
    CoreOptions,
    'dataDir' | 'isRestoring' | 'isRebuilding' | 'isAdopting' | 'runsProjector' | 'eventStoreUrl' | 'eventStorePrefix'
  >
>;

/** The configured installation, or the one in another data folder. */
export const openToolCore = (other: OtherCore = {}): Promise<Core> => openCore(buildToolOptions(other));

function buildToolOptions(other: OtherCore): CoreOptions {
  const config = readConfig(process.env);
  return {
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    databaseOwnerUrl: config.databaseOwnerUrl,
    migratesSchema: config.migratesSchema,
    vaultDatabaseUrl: config.vaultDatabaseUrl,
    readAppKey: () => getAppKey({ appKey: config.appKey, dataDir: other.dataDir ?? config.dataDir }),
    eventStoreUrl: config.eventStoreUrl,
    eventStorePrefix: config.eventStorePrefix,
    isTool: true,
    runsProjector: true,
    logger: createLogger('warn', pino.destination(2)),
    ...other,
  };
}

/** Makes or updates the schema, whatever MIGRATE says. Returns the applied migrations. */
export async function migrateConfiguredSchema(): Promise<readonly string[]> {
  const options: CoreOptions = { ...buildToolOptions({}), eventStoreUrl: null, migratesSchema: true };
  await checkServers(options);
  return makeSchema(options);
}

/** The default installation, with its embedded database. @throws UserMistake for any other, which needs other tools */
export function requireOwnInstallation(otherwise: string): { readonly dataDir: string } {
  const { dataDir, databaseUrl, eventStoreUrl } = readConfig(process.env);
  if (eventStoreUrl !== null)
    throw new UserMistake(
      'The log is in EventStoreDB (EVENTSTORE_URL): see "Backup and restore" in docs/operations.md',
    );
  if (databaseUrl !== null)
    throw new UserMistake(
      `The database is an external server (DATABASE_URL): use ${otherwise}, see "Backup and restore" in docs/operations.md`,
    );
  return { dataDir };
}

/** Address at which users reach the service. */
export const getServiceAddress = ({ baseUrl, host, port }: Config): string => baseUrl ?? `http://${host}:${port}`;
