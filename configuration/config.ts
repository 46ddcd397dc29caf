import type { KeyObject } from 'node:crypto';
import { resolve } from 'node:path';
import { Environment, SECRETS } from './environment.ts';
import { DEFAULT_METRICS, isLoopback } from './kinds.ts';
import type { RecommandOptions } from '../outside/peppol/recommand.ts';

export { DEFAULT_DATA_DIR } from './environment.ts';

/** Configuration comes from the environment, is checked once at the start, and says what is wrong with each value. */

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
function accessPointIn(data: Environment): Config['accessPoint'] {
  const { PEPPOL_PROVIDER: provider, PEPPOL_KEY: key, PEPPOL_SECRET: secret, PEPPOL_URL: url } = data;
  if (provider === undefined) return null;
  if (provider === 'loopback') return { provider };
  if (key === undefined || secret === undefined)
    throw new BadConfiguration([`PEPPOL_PROVIDER=${provider} needs PEPPOL_KEY and PEPPOL_SECRET`]);
  return { provider, url, key, secret, webhookSecret: data.PEPPOL_WEBHOOK_SECRET ?? null };
}

function bridgeIn({ BRIDGE_URL: url, BRIDGE_KEY: key }: Environment): Config['bridge'] {
  if ((url === undefined) !== (key === undefined)) {
    const [given, missing] = key === undefined ? ['BRIDGE_URL', 'BRIDGE_KEY'] : ['BRIDGE_KEY', 'BRIDGE_URL'];
    throw new BadConfiguration([`${given} needs ${missing}: the platform asks who calls it`]);
  }
  return url === undefined || key === undefined ? null : { url, key };
}

/** @throws BadConfiguration when a part of it is missing */
function bucketIn(data: Environment): Config['bucket'] {
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

function senderAt(baseUrl: string | undefined): string {
  const host = baseUrl === undefined ? '' : new URL(baseUrl).hostname;
  return `Grandlivre <no-reply@${/^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+$/i.test(host) ? host : 'localhost'}>`;
}

/** What is printed ends up in logs. */
const withoutPassword = (value: string): string => value.replace(/\/\/.*@/, '//…@');
