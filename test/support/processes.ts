import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { buildDatabaseUrl, copyTemplate } from './database.ts';
import { TEST_APP_KEY } from './vault.ts';

/** The service in separate processes that a test can kill, and databases that a test may damage. */

const checkout = fileURLToPath(new URL('../..', import.meta.url));
/** Only tells a start that hangs: one that waits for a busy machine takes half a minute at times. */
const START_TIMEOUT_MS = 120_000;
const EXIT_TIMEOUT_MS = 20_000;
const MAX_KEPT_OUTPUT = 20_000;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServiceProcess {
  /** Empty for a process that serves no requests. */
  readonly url: string;
  readonly pid: number;
  /** The end of what it wrote to standard output and standard error. */
  readonly output: () => string;
  readonly exited: Promise<Exit>;
  readonly hasExited: () => boolean;
  /** Sets the fault point of a process that was started with `FAULT_POINT=by-message`. */
  failAt(point: string): Promise<void>;
  /** Kills the process without any cleanup, as `kill -9` does. */
  kill(): Promise<Exit>;
  /** Asks the process to end, as an operator does, and waits. */
  terminate(): Promise<Exit>;
}

export type Environment = Readonly<Record<string, string>>;

let built: Promise<unknown> | null = null;

/** Only what changed since the last build is built again. */
export function buildOnce(): Promise<unknown> {
  return (built ??= promisify(execFile)(process.execPath, ['scripts/build.mjs', '--tests'], { cwd: checkout }));
}

/** The variables of the tests' own surroundings must not leak into the service. */
function buildEnvironment(given: Environment): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    TMPDIR,
    PORT: '0',
    METRICS_ADDRESS: 'off',
    LOG_LEVEL: 'warn',
    DEMO: 'off',
    ...chooseDataDir(given),
    ...given,
  };
}

/** The data folder distinguishes copies of a database, so all processes of one copy share a folder. One key opens all. */
function chooseDataDir({ DATABASE_URL }: Environment): Environment {
  return DATABASE_URL === undefined ? {} : { DATA_DIR: buildDataDir(DATABASE_URL), APP_KEY: TEST_APP_KEY };
}

export function buildDataDir(databaseUrl: string): string {
  const { pathname, username } = new URL(databaseUrl);
  return join(dataDirs, `${username}${pathname.replaceAll('/', '-')}`);
}

/** As an operator copies the files with the database. */
function copyFiles(from: Database, to: Database): void {
  const files = join(buildDataDir(from.url), 'files');
  if (existsSync(files)) cpSync(files, join(buildDataDir(to.url), 'files'), { recursive: true });
}

/** For a test whose next database has the same name. */
export const removeDataDir = (databaseUrl: string): void =>
  rmSync(buildDataDir(databaseUrl), { recursive: true, force: true });

const dataDirs = mkdtempSync(join(tmpdir(), 'grandlivre-processes-'));
process.once('exit', () => rmSync(dataDirs, { recursive: true, force: true }));

/** Every process that a test has started and that still runs. */
const running = new Set<ServiceProcess>();

/**
 * A program of the bundle for tests, with compiled code of processes before it, and more room for what is soon forgotten.
 * V8 takes no code of a process whose flags were other ones at its end, so the service must not set the growth of its heap.
 */
const buildProgramArguments = (name: string): readonly string[] => [
  ...['--min-semi-space-size=64', '--max-semi-space-size=64', '--heap-growing-percent=0'],
  ...['scripts/start-program.cjs', name],
];

/** Scripts that load next to nothing, or run once, start faster as they are delivered. */
const SMALL = /^(licence:|docs:|bench$)/;

const PROGRAM = 'cli/grandlivre';

/** The command of an npm script, with the arguments that the script itself passes. */
function buildCommand(script: string): readonly string[] {
  const { scripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const words = scripts[script]?.split(`dist/${PROGRAM}.js `)[1];
  if (words === undefined) throw new Error(`${script} is not an npm script that runs a command`);
  return words.split(' ');
}

/** The service, a command of the program (`grandlivre`), or what an npm script runs. */
function listArguments(name: string): readonly string[] {
  if (name === 'main') return buildProgramArguments(name);
  if (name === 'grandlivre') return [`dist/${PROGRAM}.js`];
  return [...(SMALL.test(name) ? [`dist/${PROGRAM}.js`] : buildProgramArguments(PROGRAM)), ...buildCommand(name)];
}

/** How another program starts a command. */
export async function getProgramCommand(
  args: readonly string[],
): Promise<{ readonly command: string; readonly args: readonly string[] }> {
  await buildOnce();
  return { command: process.execPath, args: [join(checkout, `dist/${PROGRAM}.js`), ...args] };
}

/**
 * The service, or another script.
 * @throws with the output of the process when it ends before it is ready
 */
export async function startProcess(environment: Environment, script?: string): Promise<ServiceProcess> {
  await buildOnce();
  const child = spawn(process.execPath, script === undefined ? buildProgramArguments('main') : [script], {
    cwd: checkout,
    env: buildEnvironment(environment),
    stdio: ['ignore', 'pipe', 'pipe', ...(environment['FAULT_POINT'] === 'by-message' ? (['ipc'] as const) : [])],
  });
  const exited = waitForExit(child);
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-MAX_KEPT_OUTPUT);
      const listening = /Grandlivre is listening on (\S+)/.exec(output);
      if (listening) resolve(listening[1]!);
      else if (/Grandlivre \w+ is running/.test(output)) resolve('');
    };
    child.stdout!.on('data', hear);
    child.stderr!.on('data', hear);
    void exited.then(({ code, signal }) =>
      reject(new Error(`The service ended with ${code ?? signal} before it was ready:\n${output}`)),
    );
  });
  const started: { process?: ServiceProcess } = {};
  let hasExited = false;
  void exited.then(() => {
    hasExited = true;
    if (started.process) running.delete(started.process);
  });
  const end = async (signal: NodeJS.Signals): Promise<Exit> => {
    child.kill(signal);
    return withDeadline(
      exited,
      EXIT_TIMEOUT_MS,
      () => new Error(`The service did not end within ${EXIT_TIMEOUT_MS} ms after ${signal}:\n${output}`),
    );
  };
  try {
    const url = await withDeadline(
      ready,
      START_TIMEOUT_MS,
      () => new Error(`The service was not ready within ${START_TIMEOUT_MS} ms:\n${output}`),
    );
    const process: ServiceProcess = {
      url,
      pid: child.pid ?? 0,
      output: () => output,
      exited,
      hasExited: () => hasExited,
      failAt: async (point) => {
        const isSet = once(child, 'message');
        child.send(point);
        await isSet;
      },
      kill: () => end('SIGKILL'),
      terminate: () => end('SIGTERM'),
    };
    started.process = process;
    if (!hasExited) running.add(process);
    return process;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

/** Kills whatever a test has left running. */
export async function killProcesses(): Promise<void> {
  await Promise.all([...running].map((process) => process.kill()));
}

export interface ToolRun extends Exit {
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** It is killed after this time. */
  readonly timeoutMs?: number;
  /** It is asked to end, as an operator does, as soon as this holds. */
  readonly terminateWhen?: () => boolean;
  /** The standard input, empty by default. */
  readonly input?: string;
}

/** Runs the service (`main`), an npm script such as `firm:create`, or the program (`grandlivre`) to its end. */
export async function runToEnd(
  script: string,
  args: readonly string[],
  environment: Environment,
  { timeoutMs = 60_000, terminateWhen, input }: RunOptions = {},
): Promise<ToolRun> {
  await buildOnce();
  const child = spawn(process.execPath, [...listArguments(script), ...args], {
    cwd: checkout,
    env: buildEnvironment({ npm_lifecycle_event: script, ...environment }),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  if (input !== undefined) child.stdin!.end(input);
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  const look = setInterval(() => {
    if (!terminateWhen?.()) return;
    clearInterval(look);
    child.kill('SIGTERM');
  }, 5);
  const exit = await waitForExit(child);
  clearTimeout(timer);
  clearInterval(look);
  return { ...exit, stdout, stderr };
}

export interface FirmOpened {
  readonly firm: { readonly public_token: string; readonly name: string };
  readonly user_id: number;
}

export async function createFirm(environment: Environment, email: string, password: string): Promise<FirmOpened> {
  const { code, stdout, stderr } = await runToEnd(
    'firm:create',
    ['--name', 'Fiduciaire', '--email', email, '--password', password],
    environment,
  );
  if (code !== 0) throw new Error(`firm:create ended with ${code}:\n${stderr}`);
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as FirmOpened;
}

function waitForExit(child: ChildProcess): Promise<Exit> {
  return once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
  }));
}

async function withDeadline<T>(promise: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(late()), milliseconds)));
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

export interface Database {
  readonly name: string;
  readonly url: string;
}

let databases = 0;

/** Creates a database on the server of the test run, empty or as a copy of another one. */
export async function createDatabase(template?: Database): Promise<Database> {
  const name = `faults_${process.pid}_${(databases += 1)}`;
  await runOnServer(`CREATE DATABASE ${name}${template ? ` TEMPLATE ${template.name} STRATEGY FILE_COPY` : ''}`);
  const url = new URL(getServerUrl());
  url.pathname = `/${name}`;
  const created = { name, url: url.href };
  if (template) copyFiles(template, created);
  return created;
}

/** Without a firm, but with tables, which a process takes two seconds to make. */
export async function createDatabaseWithTables(): Promise<Database> {
  const name = `faults_${process.pid}_${(databases += 1)}`;
  await copyTemplate('tables', name);
  return { name, url: buildDatabaseUrl(name) };
}

export async function dropDatabase({ name }: Database): Promise<void> {
  await runOnServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

function getServerUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run the tests with mocha, which starts a server');
  return url;
}

const runOnServer = (statement: string): Promise<unknown> => query(getServerUrl(), statement);

/** Runs one statement over a separate connection. */
export async function query<R extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<R>(statement, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
