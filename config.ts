import type { KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { publicKeyFrom } from './commands/licence/key.ts';
import { problemOfAddress } from './eventlog/eventstoredb/address.ts';
import { DEFAULT_PREFIX } from './eventlog/eventstoredb/stream-names.ts';
import { isHost } from './outside/http/destination.ts';
import { RECOMMAND_URL, type RecommandOptions } from './outside/peppol/recommand.ts';

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

/** Says what is wrong, and never the address itself: it has a password in it. */
const eventStore = z.string().superRefine((value, context) => {
  const problem = problemOfAddress(value);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

const licenceKeys = z.string().transform((value, context): KeyObject[] => {
  try {
    return value.split(',').map((key) => publicKeyFrom(key.trim()));
  } catch {
    context.issues.push({ code: 'custom', input: value, message: 'must be what npm run licence:keys prints' });
    return z.NEVER;
  }
});

/** `Name <address>` or an address alone, on one line. */
const sender = z
  .string()
  .refine(
    (value) => /^(?:[^<>\p{Cc}]{1,100}<[^\s<>@]{1,64}@[^\s<>@]{1,190}>|[^\s<>@]{1,64}@[^\s<>@]{1,190})$/u.test(value),
    'must be an e-mail address, or a name with one in angle brackets',
  );

/** Links are made by putting paths behind it, and signatures cover scheme and host: anything more would be lost. */
const baseUrl = url('http:', 'https:')
  .refine((value) => {
    if (!URL.canParse(value)) return true; // told already
    const { username, password, pathname, search, hash } = new URL(value);
    return username + password + search + hash === '' && pathname === '/' && !/[?#@]/.test(value);
  }, 'must be scheme and host alone, such as https://books.example.com, without user name, path and query')
  .transform((value) => new URL(value).origin);

/** Where a service outside begins: paths are put behind it. */
const serviceUrl = url('http:', 'https:').refine((value) => {
  if (!URL.canParse(value)) return true; // told already
  const { username, password, search, hash } = new URL(value);
  return username + password + search + hash === '';
}, 'must be an address without user name, query and fragment');

/** Credentials of people go there: only this machine is spoken to in the clear. */
const secretsUrl = serviceUrl.refine(
  (value) => !URL.canParse(value) || new URL(value).protocol === 'https:' || isLoopback(bareHost(value)),
  'must start with https:// unless it is on this machine: passwords are sent there',
);

const domainName = z
  .string()
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i, 'must be a domain name');

const nameServer = z.string().refine((value) => {
  const [, six, four, port = '53'] = /^(?:\[([0-9a-f:]+)\]|([0-9.]+)):(\d{1,5})$/i.exec(value) ?? [];
  return isIP(six ?? four ?? value) !== 0 && Number(port) >= 1 && Number(port) <= 65_535;
}, 'must be an IP address, or one with a port');

const printable = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces');

const hostList = z.string().transform((value, context): string[] => {
  const names = value
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (names.every(isHost)) return names;
  context.issues.push({ code: 'custom', input: value, message: 'must be names of hosts with commas between them' });
  return z.NEVER;
});

/** Scheme, host and port; apps that are no web pages have schemes of their own, such as `capacitor://localhost`. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

const origins = z.string().transform((value, context): readonly string[] | '*' => {
  const given = value
    .split(',')
    .map((origin) => origin.trim().toLowerCase().replace(/\/$/, ''))
    .filter((origin) => origin !== '');
  if (given.includes('*') && given.length === 1) return '*';
  // As browsers write them: without the port that belongs to the scheme.
  if (given.every((origin) => ORIGIN.test(origin) && URL.canParse(origin)))
    return given.map((origin) => (/^https?:/.test(origin) ? new URL(origin).origin : origin));
  context.issues.push({
    code: 'custom',
    input: value,
    message: 'must be origins such as https://app.example.com with commas between them, or * alone',
  });
  return z.NEVER;
});

const metricsAddress = z.string().transform((value, context): { host: string; port: number } | 'off' => {
  if (value === 'off') return 'off';
  const [, six, other, digits = ''] = /^(?:\[([0-9a-f:]+)\]|([a-z0-9.-]+)):(\d{1,5})$/i.exec(value) ?? [];
  const host = six ?? other;
  if (host !== undefined && Number(digits) <= 65_535) return { host, port: Number(digits) };
  context.issues.push({ code: 'custom', input: value, message: 'must be a host with a port, or off' });
  return z.NEVER;
});

/** Where Prometheus looks for programs that measure themselves. */
const DEFAULT_METRICS = { host: '127.0.0.1', port: 9464 };

const days = z.coerce
  .number('must be a number of days')
  .positive('must be a number of days')
  .max(3_650, 'must be at most 3650');

export const DEFAULT_DATA_DIR = './var';

const SHORTEST_KEY = 32;

const Environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: baseUrl.optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  DATA_DIR: z.string().default(DEFAULT_DATA_DIR),
  DEMO: z.enum(['on', 'off'], 'must be on or off').default('on'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_OWNER_URL: url('postgres:', 'postgresql:').optional(),
  EVENTSTORE_URL: eventStore.optional(),
  EVENTSTORE_PREFIX: z
    .string()
    .regex(/^[a-z0-9_]{0,40}$/, 'must be at most 40 small letters, digits and underscores')
    .default(DEFAULT_PREFIX),
  APP_KEY: z.string().min(SHORTEST_KEY, `must have at least ${SHORTEST_KEY} characters`).optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: sender.optional(),
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
  RATE_LIMIT_PER_MINUTE: z.coerce
    .number('must be a number of requests')
    .int('must be a number of requests')
    .min(0, 'must be a number of requests')
    .max(10_000_000, 'must be at most 10000000')
    .default(300_000),
  REFUSALS_PER_MINUTE: z.coerce
    .number('must be a number of requests')
    .int('must be a number of requests')
    .min(0, 'must be a number of requests')
    .max(10_000_000, 'must be at most 10000000')
    .default(600),
  METRICS_ADDRESS: metricsAddress.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{32,}$/, 'must be at least 32 printable characters without spaces')
    .optional(),
  SESSION_IDLE_DAYS: days.default(30),
  SESSION_MAX_DAYS: days.default(180),
  CORS_ORIGINS: origins.default([]),
  LICENCE_PUBLIC_KEY: licenceKeys.default([]),
  VIES_URL: serviceUrl.optional(),
  REGISTER_URL: serviceUrl.optional(),
  REGISTER_KEY: printable.optional(),
  LOOKUPS_PER_DAY: z.coerce
    .number('must be a number of look-ups')
    .int('must be a number of look-ups')
    .min(0, 'must be a number of look-ups')
    .max(1_000_000, 'must be at most 1000000')
    .default(500),
  ANALYSIS_URL: serviceUrl.optional(),
  ANALYSIS_KEY: printable.optional(),
  ANALYSIS_WORKERS: z.coerce
    .number('must be a number of processes')
    .int('must be a number of processes')
    .min(1, 'must be at least 1')
    .max(32, 'must be at most 32')
    .optional(),
  BRIDGE_URL: secretsUrl.optional(),
  BRIDGE_KEY: printable.optional(),
  BRIDGE_INCOMING_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{32,}$/, 'must be at least 32 printable characters without spaces')
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ENDPOINT: serviceUrl.optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{2,40}$/, 'must be the name of a region')
    .default('us-east-1'),
  S3_PREFIX: z
    .string()
    .regex(/^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/, 'must be names of folders with a slash behind each')
    .default(''),
  S3_ACCESS_KEY_ID: printable.optional(),
  S3_SECRET_ACCESS_KEY: printable.optional(),
  S3_PATH_STYLE: z.enum(['on', 'off'], 'must be on or off').optional(),
  PEPPOL_PROVIDER: z.enum(['loopback', 'recommand'], 'must be loopback or recommand').optional(),
  PEPPOL_URL: serviceUrl.default(RECOMMAND_URL),
  PEPPOL_KEY: printable.optional(),
  PEPPOL_SECRET: printable.optional(),
  PEPPOL_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must be at least 16 printable characters without spaces')
    .optional(),
  PEPPOL_SML_DOMAIN: domainName.optional(),
  PEPPOL_DNS_SERVER: nameServer.optional(),
  PEPPOL_ALLOWED_HOSTS: hostList.default([]),
  WEBHOOK_ALLOWED_HOSTS: hostList.default([]),
  INTEGRATION_ALLOWED_HOSTS: hostList.default([]),
  ROLE: z.enum(['all', 'api', 'projector', 'worker'], 'must be all, api, projector or worker').default('all'),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Scheme and host. */
  readonly baseUrl: string | null;
  /** Files of the certificate and its key. Null: HTTP, for this machine or for a proxy. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  readonly dataDir: string;
  /** Null: the embedded server. */
  readonly databaseUrl: string | null;
  /** Requests of one address that know no route or no token; 0: any number. */
  readonly refusalsPerMinute: number;
  /** Where measurements are read; `isChosen`: by the operator, who wants to know when it is taken. Null: nowhere. */
  readonly metricsAddress: { readonly host: string; readonly port: number; readonly isChosen: boolean } | null;
  /** Makes the schemas where the role of `databaseUrl` may not. */
  readonly databaseOwnerUrl: string | null;
  /** Null: the log is kept in PostgreSQL. */
  readonly eventStoreUrl: string | null;
  /** What the names of streams begin with in EventStoreDB. */
  readonly eventStorePrefix: string;
  /** Signs links. Null: one is made and kept in the data folder. */
  readonly appKey: string | null;
  /** Null: no mail is sent. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  readonly logLevel: string;
  readonly trustProxy: number;
  /** Of one caller on one route that has no limit of its own; 0 = no limit. */
  readonly rateLimitPerMinute: number;
  /** Opens `GET /metrics` as a bearer token. Null: it stays closed. */
  readonly metricsToken: string | null;
  /** Sessions end when they are not used for so long, and after so long in any case; in days. */
  readonly sessions: { readonly idleDays: number; readonly maxDays: number };
  /** Whose pages may call the API from a browser; `*`: everyone's. */
  readonly corsOrigins: readonly string[] | '*';
  /** Public keys that licence keys are checked with. */
  readonly licenceKeys: readonly KeyObject[];
  /** Where enterprises are looked up; null: not configured. */
  readonly vies: { readonly url: string } | null;
  /** Questions of one user to VIES, the registers and the Peppol network in a day. */
  readonly lookupsPerDay: number;
  readonly register: { readonly url: string; readonly key: string | null } | null;
  /** Who reads documents: an engine elsewhere (`api`; null: our own alone), and how many processes of ours; null: half of the processors. */
  readonly analysis: {
    readonly api: { readonly url: string; readonly key: string | null } | null;
    readonly workers: number | null;
  };
  /** The external fiduciary platform, and our key to it; null: not configured. */
  readonly bridge: { readonly url: string; readonly key: string } | null;
  /** The platform's key to us; null: its routes stay closed. */
  readonly bridgeIncomingKey: string | null;
  /** Where uploaded files are kept; null: in the data folder. */
  readonly bucket: {
    readonly bucket: string;
    /** Null: that of Amazon for the region. */
    readonly endpoint: string | null;
    readonly region: string;
    readonly prefix: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly pathStyle: boolean;
  } | null;
  readonly peppol: {
    readonly smlDomain: string;
    /** Null: those of the system. */
    readonly dnsServer: string | null;
    readonly allowedHosts: readonly string[];
  } | null;
  /** The way into the Peppol network; null: nothing is sent and nothing received. */
  readonly accessPoint:
    | { readonly provider: 'loopback' }
    | ({ readonly provider: 'recommand' } & Omit<RecommandOptions, 'timeoutMs'>)
    | null;
  /** Hosts that webhooks may call although they are local or speak plain HTTP. */
  readonly webhookAllowedHosts: readonly string[];
  /** Sources of integrations that may be local and unencrypted. */
  readonly integrationAllowedHosts: readonly string[];
  readonly role: 'all' | 'api' | 'projector' | 'worker';
  /** Whether the demo is loaded and can be tried. */
  readonly demo: boolean;
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
      parsed.error.issues.map(({ path, message }) =>
        SECRETS.has(String(path[0]))
          ? `${path.join('.')} ${message}`
          : `${path.join('.')} ${message} (it is "${withoutPassword(String(given[String(path[0])]))}")`,
      ),
    );
  }
  const { data } = parsed;
  if (data.DATABASE_OWNER_URL !== undefined && data.DATABASE_URL === undefined)
    throw new BadConfiguration(['DATABASE_OWNER_URL needs DATABASE_URL: the embedded server has its own two roles']);
  if (data.ROLE !== 'all' && data.DATABASE_URL === undefined) {
    throw new BadConfiguration([`ROLE=${data.ROLE} needs DATABASE_URL: several processes share a server of their own`]);
  }
  if ((data.TLS_CERT === undefined) !== (data.TLS_KEY === undefined)) {
    const [given, missing] = data.TLS_KEY === undefined ? ['TLS_CERT', 'TLS_KEY'] : ['TLS_KEY', 'TLS_CERT'];
    throw new BadConfiguration([`${given} needs ${missing}: a certificate and its key belong together`]);
  }
  if (data.TLS_CERT !== undefined && data.BASE_URL?.startsWith('http:')) {
    throw new BadConfiguration([`BASE_URL must start with https:// where TLS_CERT is set (it is "${data.BASE_URL}")`]);
  }
  return {
    port: data.PORT,
    host: data.HOST,
    baseUrl: data.BASE_URL ?? null,
    tls:
      data.TLS_CERT === undefined || data.TLS_KEY === undefined
        ? null
        : { cert: resolve(data.TLS_CERT), key: resolve(data.TLS_KEY) },
    dataDir: resolve(data.DATA_DIR),
    demo: data.DEMO === 'on',
    databaseUrl: data.DATABASE_URL ?? null,
    refusalsPerMinute: data.REFUSALS_PER_MINUTE,
    metricsAddress:
      data.METRICS_ADDRESS === 'off'
        ? null
        : { ...(data.METRICS_ADDRESS ?? DEFAULT_METRICS), isChosen: data.METRICS_ADDRESS !== undefined },
    databaseOwnerUrl: data.DATABASE_OWNER_URL ?? null,
    eventStoreUrl: data.EVENTSTORE_URL ?? null,
    eventStorePrefix: data.EVENTSTORE_PREFIX,
    appKey: data.APP_KEY ?? null,
    mail: data.SMTP_URL === undefined ? null : { url: data.SMTP_URL, from: data.MAIL_FROM ?? senderAt(data.BASE_URL) },
    logLevel: data.LOG_LEVEL,
    trustProxy: data.TRUST_PROXY,
    rateLimitPerMinute: data.RATE_LIMIT_PER_MINUTE,
    metricsToken: data.METRICS_TOKEN ?? null,
    sessions: { idleDays: data.SESSION_IDLE_DAYS, maxDays: data.SESSION_MAX_DAYS },
    corsOrigins: data.CORS_ORIGINS,
    licenceKeys: data.LICENCE_PUBLIC_KEY,
    lookupsPerDay: data.LOOKUPS_PER_DAY,
    vies: data.VIES_URL === undefined ? null : { url: data.VIES_URL },
    register: data.REGISTER_URL === undefined ? null : { url: data.REGISTER_URL, key: data.REGISTER_KEY ?? null },
    analysis: {
      api: data.ANALYSIS_URL === undefined ? null : { url: data.ANALYSIS_URL, key: data.ANALYSIS_KEY ?? null },
      workers: data.ANALYSIS_WORKERS ?? null,
    },
    bridge: bridgeIn(data),
    bridgeIncomingKey: data.BRIDGE_INCOMING_KEY ?? null,
    bucket: bucketIn(data),
    peppol:
      data.PEPPOL_SML_DOMAIN === undefined
        ? null
        : {
            smlDomain: data.PEPPOL_SML_DOMAIN.toLowerCase(),
            dnsServer: data.PEPPOL_DNS_SERVER ?? null,
            allowedHosts: data.PEPPOL_ALLOWED_HOSTS,
          },
    accessPoint: accessPointIn(data),
    webhookAllowedHosts: data.WEBHOOK_ALLOWED_HOSTS,
    integrationAllowedHosts: data.INTEGRATION_ALLOWED_HOSTS,
    role: data.ROLE,
  };
}

/** @throws BadConfiguration when a part of it is missing */
function accessPointIn(data: z.infer<typeof Environment>): Config['accessPoint'] {
  const { PEPPOL_PROVIDER: provider, PEPPOL_KEY: key, PEPPOL_SECRET: secret, PEPPOL_URL: url } = data;
  if (provider === undefined) return null;
  if (provider === 'loopback') return { provider };
  if (key === undefined || secret === undefined)
    throw new BadConfiguration([`PEPPOL_PROVIDER=${provider} needs PEPPOL_KEY and PEPPOL_SECRET`]);
  return { provider, url, key, secret, webhookSecret: data.PEPPOL_WEBHOOK_SECRET ?? null };
}

function bridgeIn({ BRIDGE_URL: url, BRIDGE_KEY: key }: z.infer<typeof Environment>): Config['bridge'] {
  if ((url === undefined) !== (key === undefined)) {
    const [given, missing] = key === undefined ? ['BRIDGE_URL', 'BRIDGE_KEY'] : ['BRIDGE_KEY', 'BRIDGE_URL'];
    throw new BadConfiguration([`${given} needs ${missing}: the platform asks who calls it`]);
  }
  return url === undefined || key === undefined ? null : { url, key };
}

/** @throws BadConfiguration when a part of it is missing */
function bucketIn(data: z.infer<typeof Environment>): Config['bucket'] {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = data;
  const endpoint = data.S3_ENDPOINT ?? null;
  const others = {
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_ENDPOINT: data.S3_ENDPOINT,
  };
  if (bucket === undefined) {
    const [given] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
    if (given !== undefined)
      throw new BadConfiguration([`${given} needs S3_BUCKET: the bucket that files are kept in`]);
    return null;
  }
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new BadConfiguration(['S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY']);
  // Stores of one's own rarely have a name for each bucket; Amazon has.
  const pathStyle = data.S3_PATH_STYLE === undefined ? endpoint !== null : data.S3_PATH_STYLE === 'on';
  const { S3_REGION: region, S3_PREFIX: prefix } = data;
  return { bucket, endpoint, region, prefix, accessKeyId, secretAccessKey, pathStyle };
}

/** Whether what is sent can be read on its way: clients come from elsewhere, and neither we nor a proxy speak HTTPS. */
export function isOpenToListeners({ host, tls, baseUrl: known }: Pick<Config, 'host' | 'tls' | 'baseUrl'>): boolean {
  return tls === null && !known?.startsWith('https:') && !isLoopback(host);
}

function bareHost(address: string): string {
  return new URL(address).hostname.replace(/^\[(.*)\]$/, '$1');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/** Of these nothing is printed at all. */
const SECRETS: ReadonlySet<string> = new Set([
  ...['PEPPOL_KEY', 'PEPPOL_SECRET', 'PEPPOL_WEBHOOK_SECRET'],
  ...[
    'ANALYSIS_KEY',
    'APP_KEY',
    'BRIDGE_INCOMING_KEY',
    'BRIDGE_KEY',
    'METRICS_TOKEN',
    'REGISTER_KEY',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ],
  'SMTP_URL',
]);

function senderAt(baseUrl: string | undefined): string {
  const host = baseUrl === undefined ? '' : new URL(baseUrl).hostname;
  return `Grandlivre <no-reply@${/^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/i.test(host) ? host : 'localhost'}>`;
}

/** What is printed ends up in logs. */
const withoutPassword = (value: string): string => value.replace(/\/\/.*@/, '//…@');
