import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { FISCAL_YEAR } from './entry.ts';
import { COUNTED, programArguments, runProgram, startProgram, type Program } from './processes.ts';
import type { Stage } from './stage.ts';

/** The service as `npm start` runs it, with someone signed in. */
export interface SignedInService extends Program {
  readonly headers: Readonly<Record<string, string>>;
  openFile(name: string): Promise<CompanyFile>;
  call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>;
}

export interface CompanyFile {
  readonly id: number;
  readonly public_token: string;
  /** Journal of purchases. */
  readonly journalId: number;
}

interface OpenedFile {
  readonly id: number;
  readonly public_token: string;
  readonly journals: readonly { readonly id: number; readonly code: string }[];
}

export const LISTENING = /listening on (http:\S+)/;

export async function startSignedIn(
  stage: Stage,
  databaseUrl: string,
  more: Readonly<Record<string, string>> = {},
): Promise<SignedInService> {
  const settings = { ...settingsFor(stage, databaseUrl), ...more };
  const program = await startProgram(process.execPath, programArguments('main'), settings, LISTENING);
  try {
    return await signIn(program, settings);
  } catch (error) {
    await program.stop();
    throw error;
  }
}

export function startService(stage: Stage, databaseUrl: string): Promise<Program> {
  return startProgram(process.execPath, programArguments('main'), settingsFor(stage, databaseUrl), LISTENING);
}

/** Shared by the services and the tools of a run, so that both read personal data. */
export const BENCH_APP_KEY = 'a key of the benchmark, known to everyone';

export const settingsFor = ({ folder }: Stage, databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  // An installation of its own for each database.
  DATA_DIR: join(folder, 'service', new URL(databaseUrl).pathname.slice(1)),
  APP_KEY: BENCH_APP_KEY,
  PORT: '0',
  DEMO: 'off',
  // The limit is counted as always, but one caller makes all the requests here.
  RATE_LIMIT_PER_MINUTE: '10000000',
  ...COUNTED,
});

/** Opens a firm of its own beside the running service and signs in as its administrator. */
export async function signIn(program: Program, settings: Readonly<Record<string, string>>): Promise<SignedInService> {
  const credentials = {
    email: `bench-${randomBytes(4).toString('hex')}@example.com`,
    password: 'a password for the benchmark',
  };
  await runProgram(
    [
      ...programArguments('cli/grandlivre'),
      'firm',
      'create',
      '--name',
      'Benchmark',
      '--email',
      credentials.email,
      '--password',
      credentials.password,
    ],
    settings,
  );
  const { token } = await call<{ token: string }>(program.url, {}, 'POST', '/v1/auth/login', credentials);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' };
  return {
    ...program,
    headers,
    call: (method, path, body) => call(program.url, headers, method, path, body),
    async openFile(name) {
      const opened = await call<OpenedFile>(program.url, headers, 'POST', '/v1/companies', {
        name,
        fiscal_year: FISCAL_YEAR,
      });
      return {
        id: opened.id,
        public_token: opened.public_token,
        journalId: opened.journals.find(({ code }) => code === 'ACH')!.id,
      };
    },
  };
}

async function call<T>(
  url: string,
  headers: Readonly<Record<string, string>>,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(120_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}
