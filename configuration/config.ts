import type { KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import { Environment, SECRETS } from './environment.ts';
import { DEFAULT_METRICS, isLoopback } from './kinds.ts';
import { readSignOn } from './sign-on.ts';
import type { SignOnProviderSettings } from '../outside/sign-on/settings.ts';
import type { RecommandOptions } from '../outside/peppol/recommand.ts';

export { DEFAULT_DATA_DIR } from './environment.ts';

/** Configuration is read from the environment and validated once at startup; every invalid value is reported. */

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Scheme and host. */
  readonly baseUrl: string | null;
  /** Paths of certificate and key. Null means HTTP, for local use or behind a proxy. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  readonly dataDir: string;
  /** Null means the embedded server. */
  readonly databaseUrl: string | null;
  /** Limit of requests per address with an unknown route or token; 0 means no limit. */
  readonly refusalsPerMinute: number;
  /** Memory for the company files that commands have used lately, in megabytes. */
  readonly companyCacheMb: number;
  /** Number of partitions of read tables that do not exist yet. */
  readonly readPartitions: number;
  /** Where other processes send writes; null: on this machine alone, on a free port. */
  readonly forwardAddress: { readonly host: string; readonly port: number } | 'off' | null;
  /** Query parameters that are ignored on every route; `*` at the end stands for any rest of the name. */
  readonly ignoredQuery: readonly string[];
  /**
   * Address of the metrics endpoint. `isChosen` if set by the operator, so that a port conflict is reported. Null if
   * disabled.
   */
  readonly metricsAddress: { readonly host: string; readonly port: number; readonly isChosen: boolean } | null;
  /** Number of shards that the streams are divided into for projection. */
  readonly projectorShards: number;
  /** Read tables that are further behind the log make the process unready. */
  readonly readyMaxLagSeconds: number;
  /** How long requests are still served after SIGTERM, until load balancers have seen that the process is not ready. */
  readonly shutdownDelaySeconds: number;
  /** Collector of traces; null if none are sent. */
  readonly traces: {
    readonly endpoint: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly serviceName: string;
    /** Share of the requests that are traced, 0 to 1. */
    readonly share: number;
  } | null;
  /** Owner role that creates the schemas if the role of `databaseUrl` may not. */
  readonly databaseOwnerUrl: string | null;
  /** Database of the keys of personal data; null: a schema of the same database. */
  readonly vaultDatabaseUrl: string | null;
  /** Streaming replicas of the database, and how old what they show may be. */
  readonly readReplicas: { readonly urls: readonly string[]; readonly maxLagSeconds: number };
  /** Null if the log is stored in PostgreSQL. */
  readonly eventStoreUrl: string | null;
  /** Prefix of stream names in EventStoreDB. */
  readonly eventStorePrefix: string;
  /** Signs links. Null if a key is generated and stored in the data folder. */
  readonly appKey: string | null;
  /** Null if no mail is sent. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  /** Name server that is asked for the records of sender domains; null: those of the system. */
  readonly mailDnsServer: string | null;
  /** Recipients of mails per firm and day; null: as its plan allows. */
  readonly mailRecipientsPerDay: number | null;
  readonly logLevel: string;
  /** How the log names the callers of requests. */
  readonly logCaller: 'off' | 'hash' | 'full';
  readonly trustProxy: number;
  /** Per caller and route without a specific limit; 0 means no limit. */
  readonly rateLimitPerMinute: number;
  /** Bearer token for `GET /metrics`. Null if the route is closed. */
  readonly metricsToken: string | null;
  /** Sessions end after this idle time, and after this total time in any case; in days. */
  readonly sessions: { readonly idleDays: number; readonly maxDays: number };
  /** Origins whose pages may call the API from a browser; `*` for all. */
  readonly corsOrigins: readonly string[] | '*';
  /** Public keys that verify licence keys. */
  readonly licenceKeys: readonly KeyObject[];
  /** Look-up of VAT numbers; null if not configured. */
  readonly vies: { readonly url: string } | null;
  /** Daily limit of look-ups per user in VIES, the registers and the Peppol network. */
  readonly lookupsPerDay: number;
  readonly register: { readonly url: string; readonly key: string | null } | null;
  /**
   * Document analysis: an external engine (`api`; null if only our own), and the number of worker processes; null means
   * half the processors.
   */
  readonly analysis: {
    readonly api: { readonly url: string; readonly key: string | null } | null;
    readonly workers: number | null;
  };
  /** The external fiduciary platform and our key for it; null if not configured. */
  readonly bridge: { readonly url: string; readonly key: string } | null;
  /** The key the platform uses to call us; null if its routes are closed. */
  readonly bridgeIncomingKey: string | null;
  /** Storage of uploaded files; null means the data folder. */
  readonly bucket: {
    readonly bucket: string;
    /** Null means the Amazon endpoint of the region. */
    readonly endpoint: string | null;
    readonly region: string;
    readonly prefix: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly pathStyle: boolean;
  } | null;
  readonly peppol: {
    readonly smlDomain: string;
    /** Null means the name servers of the system. */
    readonly dnsServer: string | null;
    readonly allowedHosts: readonly string[];
  } | null;
  /** Access point to the Peppol network; null if nothing is sent or received. */
  readonly accessPoint:
    | { readonly provider: 'loopback' }
    | ({ readonly provider: 'recommand' } & Omit<RecommandOptions, 'timeoutMs'>)
    | null;
  /** Approved platform of French companies; null if nothing is sent or received through one. */
  readonly platform: { readonly provider: 'loopback' } | null;
  /** Hosts of endpoints that may be called even if they are local or use plain HTTP. */
  readonly webhookAllowedHosts: readonly string[];
  /** Hosts of sources that may be called even if they are local or unencrypted. */
  readonly integrationAllowedHosts: readonly string[];
  /** Whether this process makes and updates the schema; false: it waits until `grandlivre migrate` has done so. */
  readonly migratesSchema: boolean;
  /** Providers of single sign-on. */
  readonly signOn: readonly SignOnProviderSettings[];
  readonly role: 'all' | 'api' | 'projector' | 'worker';
  /** Whether the demo is loaded and offered. */
  readonly demo: boolean;
}

export class BadConfiguration extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'BadConfiguration';
  }
}

/** Settings that need or exclude each other. @throws BadConfiguration */
function checkCombinations(data: Environment): void {
  if (data.READ_DATABASE_URLS.length > 0 && data.DATABASE_URL === undefined)
    throw new BadConfiguration(['READ_DATABASE_URLS requires DATABASE_URL: the embedded server has no replicas']);
  if (data.DATABASE_OWNER_URL !== undefined && data.DATABASE_URL === undefined)
    throw new BadConfiguration(['DATABASE_OWNER_URL requires DATABASE_URL: the embedded server has its own two roles']);
  if (data.ROLE !== 'all' && data.DATABASE_URL === undefined) {
    throw new BadConfiguration([
      `ROLE=${data.ROLE} requires DATABASE_URL: several processes need a shared database server`,
    ]);
  }
  if (data.MIGRATE === 'off' && data.DATABASE_URL === undefined)
    throw new BadConfiguration([
      'MIGRATE=off requires DATABASE_URL, for example postgres://grandlivre:…@db.example.com:5432/grandlivre: ' +
        'the embedded server has no other process that makes its schema',
    ]);
  if ((data.TLS_CERT === undefined) !== (data.TLS_KEY === undefined)) {
    const [given, missing] = data.TLS_KEY === undefined ? ['TLS_CERT', 'TLS_KEY'] : ['TLS_KEY', 'TLS_CERT'];
    throw new BadConfiguration([`${given} requires ${missing}: set both the certificate and its key`]);
  }
  if (data.TLS_CERT !== undefined && data.BASE_URL?.startsWith('http:')) {
    throw new BadConfiguration([`BASE_URL must start with https:// if TLS_CERT is set (it is "${data.BASE_URL}")`]);
  }
}

/** @throws BadConfiguration with one line for each invalid value */
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
          : `${path.join('.')} ${message} (it is "${maskPassword(String(given[String(path[0])]))}")`,
      ),
    );
  }
  const { data } = parsed;
  const signOn = readSignOn(environment);
  if (signOn.problems.length > 0) throw new BadConfiguration(signOn.problems);
  checkCombinations(data);
  return {
    port: data.PORT,
    host: data.HOST,
    baseUrl: data.BASE_URL ?? null,
    tls:
      data.TLS_CERT === undefined || data.TLS_KEY === undefined
        ? null
        : { cert: resolve(data.TLS_CERT), key: resolve(data.TLS_KEY) },
    dataDir: resolve(data.DATA_DIR),
    demo: data.DEMO === undefined ? isLocal(data) : data.DEMO === 'on',
    databaseUrl: data.DATABASE_URL ?? null,
    refusalsPerMinute: data.REFUSALS_PER_MINUTE,
    companyCacheMb: data.COMPANY_CACHE_MB,
    readPartitions: data.READ_PARTITIONS,
    forwardAddress: data.FORWARD_ADDRESS ?? null,
    ignoredQuery: data.HTTP_IGNORED_QUERY,
    metricsAddress:
      data.METRICS_ADDRESS === 'off'
        ? null
        : { ...(data.METRICS_ADDRESS ?? DEFAULT_METRICS), isChosen: data.METRICS_ADDRESS !== undefined },
    traces: readTraces(data),
    projectorShards: data.PROJECTOR_SHARDS,
    readyMaxLagSeconds: data.READY_MAX_LAG_SECONDS,
    shutdownDelaySeconds: data.SHUTDOWN_DELAY_SECONDS,
    databaseOwnerUrl: data.DATABASE_OWNER_URL ?? null,
    vaultDatabaseUrl: data.VAULT_DATABASE_URL ?? null,
    readReplicas: { urls: data.READ_DATABASE_URLS, maxLagSeconds: data.READ_MAX_LAG_SECONDS },
    eventStoreUrl: data.EVENTSTORE_URL ?? null,
    eventStorePrefix: data.EVENTSTORE_PREFIX,
    appKey: data.APP_KEY ?? null,
    mail:
      data.SMTP_URL === undefined
        ? null
        : { url: data.SMTP_URL, from: data.MAIL_FROM ?? buildDefaultSender(data.BASE_URL) },
    mailDnsServer: data.MAIL_DNS_SERVER ?? null,
    mailRecipientsPerDay: data.MAIL_RECIPIENTS_PER_DAY ?? null,
    logLevel: data.LOG_LEVEL,
    logCaller: data.LOG_CALLER,
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
    bridge: readBridge(data),
    bridgeIncomingKey: data.BRIDGE_INCOMING_KEY ?? null,
    bucket: readBucket(data),
    peppol:
      data.PEPPOL_SML_DOMAIN === undefined
        ? null
        : {
            smlDomain: data.PEPPOL_SML_DOMAIN.toLowerCase(),
            dnsServer: data.PEPPOL_DNS_SERVER ?? null,
            allowedHosts: data.PEPPOL_ALLOWED_HOSTS,
          },
    accessPoint: readAccessPoint(data),
    platform: data.PA_PROVIDER === undefined ? null : { provider: data.PA_PROVIDER },
    webhookAllowedHosts: data.WEBHOOK_ALLOWED_HOSTS,
    integrationAllowedHosts: data.INTEGRATION_ALLOWED_HOSTS,
    migratesSchema: data.MIGRATE === 'on',
    signOn: signOn.providers,
    role: data.ROLE,
  };
}

/** @throws BadConfiguration if a part is missing */
function readAccessPoint(data: Environment): Config['accessPoint'] {
  const { PEPPOL_PROVIDER: provider, PEPPOL_KEY: key, PEPPOL_SECRET: secret, PEPPOL_URL: url } = data;
  if (provider === undefined) return null;
  if (provider === 'loopback') return { provider };
  if (key === undefined || secret === undefined)
    throw new BadConfiguration([`PEPPOL_PROVIDER=${provider} requires PEPPOL_KEY and PEPPOL_SECRET`]);
  return { provider, url, key, secret, webhookSecret: data.PEPPOL_WEBHOOK_SECRET ?? null };
}

function readTraces(data: Environment): Config['traces'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = data;
  if (endpoint === undefined) return null;
  return { endpoint, headers, serviceName: data.OTEL_SERVICE_NAME, share: data.OTEL_TRACES_SAMPLER_ARG };
}

function readBridge({ BRIDGE_URL: url, BRIDGE_KEY: key }: Environment): Config['bridge'] {
  if ((url === undefined) !== (key === undefined)) {
    const [given, missing] = key === undefined ? ['BRIDGE_URL', 'BRIDGE_KEY'] : ['BRIDGE_KEY', 'BRIDGE_URL'];
    throw new BadConfiguration([`${given} requires ${missing}: the platform authenticates its callers`]);
  }
  return url === undefined || key === undefined ? null : { url, key };
}

/** @throws BadConfiguration if a part is missing */
function readBucket(data: Environment): Config['bucket'] {
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
      throw new BadConfiguration([`${given} requires S3_BUCKET: the bucket that stores the files`]);
    return null;
  }
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new BadConfiguration(['S3_BUCKET requires S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY']);
  // Self-hosted stores rarely have a host name per bucket; Amazon does.
  const pathStyle = data.S3_PATH_STYLE === undefined ? endpoint !== null : data.S3_PATH_STYLE === 'on';
  const { S3_REGION: region, S3_PREFIX: prefix } = data;
  return { bucket, endpoint, region, prefix, accessKeyId, secretAccessKey, pathStyle };
}

/** Whether traffic is readable in transit: clients are remote, and neither we nor a proxy use HTTPS. */
export function isUnencrypted({ host, tls, baseUrl: known }: Pick<Config, 'host' | 'tls' | 'baseUrl'>): boolean {
  return tls === null && !known?.startsWith('https:') && !isLoopback(host);
}

/** Whether one process serves this machine alone. */
const isLocal = ({ HOST, ROLE }: Environment): boolean => ROLE === 'all' && isLoopback(HOST);

function buildDefaultSender(baseUrl: string | undefined): string {
  const host = baseUrl === undefined ? '' : new URL(baseUrl).hostname;
  return `Grandlivre <no-reply@${/^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/i.test(host) ? host : 'localhost'}>`;
}

/** Masks credentials, because the message ends up in logs. */
const maskPassword = (value: string): string => value.replace(/\/\/.*@/, '//…@');
