import { setTimeout as pause } from 'node:timers/promises';
import { openNotifications } from '../../database/notifications.ts';
import { createPool } from '../../database/pool.ts';
import type { EventLog } from '../../eventlog/port.ts';
import { APPENDED_CHANNEL, openPostgresLog } from '../../eventlog/postgres/index.ts';
import { runAsAdministrator, clearDatabaseIdentity, buildDatabaseUrl } from '../support/database.ts';
import { checkInvariants, type InvariantOptions } from '../support/invariants.ts';
import { openClient, openFile, waitUntil, type Client, type File } from '../support/load.ts';
import { isLongRun } from '../support/long.ts';
import { getRunPrefix } from '../support/run-databases.ts';
import {
  createDatabase,
  createDatabaseWithTables,
  createFirm,
  dropDatabase,
  killProcesses,
  startProcess,
  type Database,
  type Environment,
  type ServiceProcess,
} from '../support/processes.ts';

/** What every fault test starts from: a firm, a signed-in user and a company file, copied from one that was made once a run. */
export interface Stage {
  readonly databaseUrl: string;
  readonly token: string;
  readonly file: File;
}

interface Template {
  readonly database: Database;
  readonly token: string;
  readonly file: File;
}

export const EMAIL = 'anne@example.be';
export const PASSWORD = 'a long password';
/** Tests of load run for so long; a longer run looks for what is rare. */
export const LOAD_MS = Number(process.env['FAULT_SECONDS'] ?? (isLongRun ? 2 : 1)) * 1000;

/** For tests that wait for a job. */
export const EVERY_SECOND = { FREQUENT_JOBS: '* * * * * *' };

let template: Promise<Template> | null = null;

export async function signIn(url: string): Promise<string> {
  const answer = await openClient(url).post('/v1/auth/login', { email: EMAIL, password: PASSWORD });
  if (answer.status !== 201) throw new Error(`Not signed in: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body['token'] as string;
}

/** Any number that no other lock uses. */
const STAGE_LOCK = 7_201_903;
const LOOK_AGAIN_MS = 50;

/** By the first process of the run that needs it; the database says what is in it to the others. */
async function findOrMakeTemplate(): Promise<Template> {
  const name = `${getRunPrefix()}stage`;
  const database = { name, url: buildDatabaseUrl(name) };
  let made: Omit<Template, 'database'> | undefined;
  await runAsAdministrator(async (client) => {
    for (;;) {
      const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [STAGE_LOCK]);
      if (rows[0]!.mine) break;
      await pause(LOOK_AGAIN_MS);
    }
    const { rows } = await client.query<{ told: string | null }>(
      `SELECT shobj_description(oid, 'pg_database') AS told FROM pg_database WHERE datname = $1`,
      [name],
    );
    const told = rows[0]?.told ?? null;
    if (told !== null) made = JSON.parse(told) as Omit<Template, 'database'>;
    else {
      // One whose making was broken off says nothing.
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await client.query(`CREATE DATABASE ${name}`);
      made = await makeTemplate(database);
      await client.query(`COMMENT ON DATABASE ${name} IS ${client.escapeLiteral(JSON.stringify(made))}`);
    }
    await client.query('SELECT pg_advisory_unlock($1)', [STAGE_LOCK]);
  });
  return { database, ...made! };
}

async function makeTemplate({ url }: Database): Promise<Omit<Template, 'database'>> {
  const environment = { DATABASE_URL: url };
  await createFirm(environment, EMAIL, PASSWORD);
  const service = await startProcess(environment);
  const token = await signIn(service.url);
  const client = openClient(service.url, token);
  const file = await openFile(client, 'BOUL');
  client.close();
  await service.terminate();
  await clearDatabaseIdentity(url);
  return { token, file };
}

/** Copies that a test has made; the template itself goes with the server of the run. */
const databases: Database[] = [];
const clients: Client[] = [];

export async function setStage(): Promise<Stage> {
  const { database, token, file } = await templateOfRun();
  const copy = await createDatabase(database);
  databases.push(copy);
  return { databaseUrl: copy.url, token, file };
}

export async function freshDatabase(): Promise<string> {
  const database = await createDatabase();
  databases.push(database);
  return database.url;
}

/** For a test to which it does not matter who has made the tables. */
export async function databaseWithTables(): Promise<string> {
  const database = await createDatabaseWithTables();
  databases.push(database);
  return database.url;
}

export const start = (
  { databaseUrl }: Pick<Stage, 'databaseUrl'>,
  environment: Environment = {},
): Promise<ServiceProcess> => startProcess({ DATABASE_URL: databaseUrl, ...environment });

/** Runs a process until its own work reaches a fault point, which may be before it is ready. */
export async function runUntilKilled(stage: Pick<Stage, 'databaseUrl'>, environment: Environment): Promise<void> {
  try {
    const doomed = await start(stage, environment);
    await waitUntil('the process to be killed', doomed.hasExited, 60_000);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('ended with SIGKILL before it was ready'))) throw error;
  }
}

export function clientOf({ token }: Pick<Stage, 'token'>, { url }: Pick<ServiceProcess, 'url'>): Client {
  const client = openClient(url, token);
  clients.push(client);
  return client;
}

/** Only tells one that hangs: no test is held up by the making of what all of them start from. */
const MAKING_MS = 300_000;

const templateOfRun = (): Promise<Template> => (template ??= findOrMakeTemplate());

export function makeStageFirst(): void {
  before('make the stage, once a run', async function () {
    this.timeout(MAKING_MS);
    await templateOfRun();
  });
}

/** To be called in the `describe` of every file: nothing outlives its test. */
export function cleanUp(): void {
  makeStageFirst();
  afterEach(leaveNothing);
}

export async function leaveNothing(): Promise<void> {
  clients.splice(0).forEach((client) => client.close());
  await killProcesses();
  for (const database of databases.splice(0)) await dropDatabase(database);
}

/** The log of a database, read past the service. */
export async function withLog<T>(databaseUrl: string, work: (log: EventLog) => Promise<T>): Promise<T> {
  const pool = createPool(databaseUrl, { applicationName: 'faults', max: 2, onError: () => undefined });
  const notifications = await openNotifications(databaseUrl, [APPENDED_CHANNEL]);
  const log = openPostgresLog(pool, notifications);
  try {
    return await work(log);
  } finally {
    await log.close();
    await notifications.close();
    await pool.end();
  }
}

export function invariantsHold(
  { databaseUrl }: Pick<Stage, 'databaseUrl'>,
  options: InvariantOptions = {},
): Promise<void> {
  return withLog(databaseUrl, (log) => checkInvariants({ databaseUrl, log }, options));
}
