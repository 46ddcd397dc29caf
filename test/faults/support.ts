import { openNotifications } from '../../database/notifications.ts';
import { createPool } from '../../database/pool.ts';
import type { EventLog } from '../../eventlog/port.ts';
import { APPENDED_CHANNEL, openPostgresLog } from '../../eventlog/postgres/index.ts';
import { forgetWhichItIs } from '../support/database.ts';
import { checkInvariants, type InvariantOptions } from '../support/invariants.ts';
import { openClient, openFile, type Client, type File } from '../support/load.ts';
import {
  createDatabase,
  createFirm,
  dropDatabase,
  killProcesses,
  startProcess,
  type Database,
  type Environment,
  type ServiceProcess,
} from '../support/processes.ts';

/** What every fault test starts from: a firm, a signed-in user and a company file, copied from one that was made once. */
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
export const LOAD_MS = Number(process.env['FAULT_SECONDS'] ?? 2) * 1000;

/** For tests that wait for a job. */
export const EVERY_SECOND = { FREQUENT_JOBS: '* * * * * *' };

let template: Promise<Template> | null = null;

export async function signIn(url: string): Promise<string> {
  const answer = await openClient(url).post('/v1/auth/login', { email: EMAIL, password: PASSWORD });
  if (answer.status !== 201) throw new Error(`Not signed in: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body['token'] as string;
}

async function makeTemplate(): Promise<Template> {
  const database = await createDatabase();
  const environment = { DATABASE_URL: database.url };
  await createFirm(environment, EMAIL, PASSWORD);
  const service = await startProcess(environment);
  const token = await signIn(service.url);
  const client = openClient(service.url, token);
  const file = await openFile(client, 'BOUL');
  client.close();
  await service.terminate();
  await forgetWhichItIs(database.url);
  return { database, token, file };
}

/** Copies that a test has made; the template itself goes with the server of the run. */
const databases: Database[] = [];
const clients: Client[] = [];

export async function setStage(): Promise<Stage> {
  const { database, token, file } = await (template ??= makeTemplate());
  const copy = await createDatabase(database);
  databases.push(copy);
  return { databaseUrl: copy.url, token, file };
}

export async function freshDatabase(): Promise<string> {
  const database = await createDatabase();
  databases.push(database);
  return database.url;
}

export const start = (
  { databaseUrl }: Pick<Stage, 'databaseUrl'>,
  environment: Environment = {},
): Promise<ServiceProcess> => startProcess({ DATABASE_URL: databaseUrl, ...environment });

export function clientOf({ token }: Pick<Stage, 'token'>, { url }: Pick<ServiceProcess, 'url'>): Client {
  const client = openClient(url, token);
  clients.push(client);
  return client;
}

/** To be called in the `describe` of every file: nothing outlives its test. */
export function cleanUp(): void {
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
