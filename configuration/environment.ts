import { z } from 'zod';
import { DEFAULT_PREFIX } from '../eventlog/eventstoredb/stream-names.ts';
import { RECOMMAND_URL } from '../outside/peppol/recommand.ts';
import { MOST_PARTITIONS } from '../projections/engine/table-statements.ts';
import {
  port,
  url,
  databaseUrls,
  eventStore,
  licenceKeys,
  sender,
  baseUrl,
  serviceUrl,
  secretsUrl,
  domainName,
  nameServer,
  printable,
  hostList,
  parameterNames,
  origins,
  metricsAddress,
  otlpEndpoint,
  otlpHeaders,
  days,
} from './kinds.ts';

/** All environment variables of the service. */

export const DEFAULT_DATA_DIR = './var';

const SHORTEST_KEY = 32;

export const Environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: baseUrl.optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  DATA_DIR: z.string().default(DEFAULT_DATA_DIR),
  DEMO: z.enum(['on', 'off'], 'must be on or off').optional(),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_OWNER_URL: url('postgres:', 'postgresql:').optional(),
  VAULT_DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  READ_DATABASE_URLS: databaseUrls.default([]),
  READ_MAX_LAG_SECONDS: z.coerce
    .number('must be a number of seconds such as 1')
    .min(0.2, 'must be at least 0.2 seconds')
    .max(3_600, 'must be at most 3600 seconds')
    .default(1),
  EVENTSTORE_URL: eventStore.optional(),
  EVENTSTORE_PREFIX: z
    .string()
    .regex(/^[a-z0-9_]{0,40}$/, 'must be at most 40 lower-case letters, digits and underscores')
    .default(DEFAULT_PREFIX),
  APP_KEY: z.string().min(SHORTEST_KEY, `must have at least ${SHORTEST_KEY} characters`).optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: sender.optional(),
  MAIL_DNS_SERVER: nameServer.optional(),
  MAIL_RECIPIENTS_PER_DAY: z.coerce
    .number('must be a number of recipients')
    .int('must be a number of recipients')
    .min(0, 'must be a number of recipients')
    .max(1_000_000, 'must be at most 1000000')
    .optional(),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    )
    .default('info'),
  LOG_CALLER: z.enum(['off', 'hash', 'full'], 'must be off, hash or full').default('hash'),
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
  COMPANY_CACHE_MB: z.coerce
    .number('must be a number of megabytes such as 128')
    .int('must be a number of megabytes such as 128')
    .min(1, 'must be at least 1')
    .max(65_536, 'must be at most 65536')
    .default(128),
  READ_PARTITIONS: z.coerce
    .number('must be a number of partitions such as 16')
    .int('must be a number of partitions such as 16')
    .min(1, 'must be at least 1')
    .max(MOST_PARTITIONS, `must be at most ${MOST_PARTITIONS}`)
    .default(1),
  HTTP_IGNORED_QUERY: parameterNames.default([]),
  PROJECTOR_SHARDS: z.coerce
    .number('must be a whole number such as 16')
    .int('must be a whole number such as 16')
    .min(1, 'must be at least 1')
    .max(64, 'must be at most 64')
    .default(1),
  READY_MAX_LAG_SECONDS: z.coerce
    .number('must be a number of seconds such as 30')
    .min(1, 'must be at least 1 second')
    .max(86_400, 'must be at most 86400 seconds')
    .default(30),
  SHUTDOWN_DELAY_SECONDS: z.coerce
    .number('must be a number of seconds such as 5')
    .min(0, 'must be a number of seconds such as 5')
    .max(300, 'must be at most 300 seconds')
    .default(0),
  METRICS_ADDRESS: metricsAddress.optional(),
  FORWARD_ADDRESS: metricsAddress.optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{32,}$/, 'must be at least 32 printable characters without spaces')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders.default({}),
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^[\w.-]{1,100}$/, 'must be letters, digits, dots and hyphens, such as grandlivre')
    .default('grandlivre'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a share from 0 to 1 such as 0.1')
    .min(0, 'must be a share from 0 to 1 such as 0.1')
    .max(1, 'must be a share from 0 to 1 such as 0.1')
    .default(1),
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
    .regex(/^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/, 'must be folder names, each followed by a slash')
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
  PA_PROVIDER: z.enum(['loopback'], 'must be loopback').optional(),
  PEPPOL_SML_DOMAIN: domainName.optional(),
  PEPPOL_DNS_SERVER: nameServer.optional(),
  PEPPOL_ALLOWED_HOSTS: hostList.default([]),
  WEBHOOK_ALLOWED_HOSTS: hostList.default([]),
  INTEGRATION_ALLOWED_HOSTS: hostList.default([]),
  MIGRATE: z
    .enum(['on', 'off'], 'must be on or off, for example MIGRATE=off where grandlivre migrate makes the schema')
    .default('on'),
  ROLE: z.enum(['all', 'api', 'projector', 'worker'], 'must be all, api, projector or worker').default('all'),
});

export type Environment = z.infer<typeof Environment>;

/** Values of these variables are never printed. */
export const SECRETS: ReadonlySet<string> = new Set([
  ...['PEPPOL_KEY', 'PEPPOL_SECRET', 'PEPPOL_WEBHOOK_SECRET'],
  ...[
    'ANALYSIS_KEY',
    'APP_KEY',
    'BRIDGE_INCOMING_KEY',
    'BRIDGE_KEY',
    'METRICS_TOKEN',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'REGISTER_KEY',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
  ],
  'SMTP_URL',
]);
