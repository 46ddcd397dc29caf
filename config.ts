import { resolve } from 'node:path';
import { z } from 'zod';

/** Configuration comes from the environment, is checked once at the start, and says what is wrong with each value. */

const port = z.coerce
  .number('must be a port number')
  .int('must be a port number')
  .min(0, 'must be a port number')
  .max(65_535, 'must be a port number');
const url = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol),
      `must be an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    );

const Environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: url('http:', 'https:').optional(),
  DATA_DIR: z.string().default('./var'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  EVENTSTORE_URL: url('esdb:', 'esdb+discover:').optional(),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    )
    .default('info'),
  TRUST_PROXY: z.coerce
    .number('must be a number of proxies')
    .int('must be a number of proxies')
    .min(0, 'must be a number of proxies')
    .max(10, 'must be at most 10')
    .default(0),
  ROLE: z.enum(['all', 'api', 'projector', 'worker'], 'must be all, api, projector or worker').default('all'),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string | null;
  readonly dataDir: string;
  /** Null: the embedded server. */
  readonly databaseUrl: string | null;
  /** Null: the log is kept in PostgreSQL. */
  readonly eventStoreUrl: string | null;
  readonly logLevel: string;
  readonly trustProxy: number;
  readonly role: 'all' | 'api' | 'projector' | 'worker';
}

export class BadConfiguration extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'BadConfiguration';
  }
}

/** @throws BadConfiguration with one line for each bad value */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new BadConfiguration(
      parsed.error.issues.map(
        ({ path, message }) =>
          `${path.join('.')} ${message} (it is "${withoutPassword(String(given[String(path[0])]))}")`,
      ),
    );
  }
  const { data } = parsed;
  if (data.ROLE !== 'all' && data.DATABASE_URL === undefined) {
    throw new BadConfiguration([`ROLE=${data.ROLE} needs DATABASE_URL: several processes share a server of their own`]);
  }
  return {
    port: data.PORT,
    host: data.HOST,
    baseUrl: data.BASE_URL ?? null,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL ?? null,
    eventStoreUrl: data.EVENTSTORE_URL ?? null,
    logLevel: data.LOG_LEVEL,
    trustProxy: data.TRUST_PROXY,
    role: data.ROLE,
  };
}

/** What is printed ends up in logs. */
const withoutPassword = (value: string): string => value.replace(/\/\/.*@/, '//…@');
