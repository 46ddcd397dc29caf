import { createHmac } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Application } from 'express';
import type { DemoDesk } from '../../api/services.ts';
import { FIRST_DEMO_ID } from '../../commands/demo/copy-books.ts';
import { openHistory } from '../../commands/history/index.ts';
import type { Config } from '../../configuration/config.ts';
import { withSchemaPrefix } from '../../database/schema-prefix.ts';
import { openFileStore, type FileStore } from '../../outside/files/index.ts';
import { buildInstancePrefix } from '../../stores/demo/instances.ts';
import { startIdsAfter } from '../../stores/support/ids.ts';
import { getAppKey } from '../app-key.ts';
import { getBaseUrl } from '../base-url.ts';
import { closeAll, type Closer } from '../close-all.ts';
import { openCore, type Core } from '../core.ts';
import { loadServing } from '../load-serving.ts';
import type { ServiceOptions } from '../options.ts';
import type { ServedParts } from '../serve.ts';
import { openOutsideServices } from '../subjects.ts';

/** A second instance of the service for the demo, with schemas and files of its own. */
export interface DemoInstance {
  readonly number: number;
  readonly core: Core;
  readonly files: FileStore;
  /** Null in a process that serves no requests. */
  readonly app: Application | null;
  /** Whether the request has a link that this instance has signed. */
  isSigned(request: IncomingMessage): boolean;
  stop(): Promise<void>;
}

export interface InstanceParts {
  readonly options: ServiceOptions;
  /** The service that the demo runs beside. */
  readonly main: Core;
  /** Shared with the service; null in a process that serves no requests. */
  readonly shared:
    | (Pick<ServedParts, 'documentReader' | 'appKey' | 'metrics' | 'tracer' | 'probes'> & { readonly desk: DemoDesk })
    | null;
  /** Called if the instance cannot continue. */
  readonly onFatal: (number: number, error: unknown) => void;
}

/** All that an instance keeps outside the database. */
export const getInstanceFolder = ({ dataDir }: Config, number: number): string => join(dataDir, 'demo', String(number));

export function openInstanceFiles(config: Config, number: number): FileStore {
  const bucket = config.bucket && { ...config.bucket, prefix: `${config.bucket.prefix}demo-${number}/` };
  return openFileStore({ folder: join(getInstanceFolder(config, number), 'files'), bucket });
}

export async function openInstance(parts: InstanceParts, number: number): Promise<DemoInstance> {
  const { options, shared } = parts;
  const closers: Closer[] = [];
  const stop = (): Promise<void> => closeAll(closers);
  try {
    const core = await openInstanceCore(parts, number);
    closers.push(() => core.stop());
    // Tokens of the demo are recognised by their number.
    await startIdsAfter(core.pool, 'tokens', FIRST_DEMO_ID);
    const files = openInstanceFiles(options.config, number);
    closers.push(() => files.close());
    if (shared === null) return { number, core, files, app: null, isSigned: () => false, stop };
    const { app, isSigned } = await openInstanceApp({ parts, shared, core, files, number }, closers);
    return { number, core, files, app, isSigned: (request) => isSigned(request) === true, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

async function openInstanceCore({ options, main, onFatal }: InstanceParts, number: number): Promise<Core> {
  const { config, logger, signal } = options;
  const dataDir = getInstanceFolder(config, number);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return openCore({
    dataDir,
    databaseUrl: withSchemaPrefix(main.databaseUrl, buildInstancePrefix(number)),
    databaseOwnerUrl: null,
    readAppKey: () => getAppKey(config),
    eventStoreUrl: null,
    eventStorePrefix: config.eventStorePrefix,
    isTool: false,
    isBeside: true,
    runsProjector: config.role === 'all' || config.role === 'worker',
    logger,
    onFatal: (error) => onFatal(number, error),
    signal,
  });
}

interface AppParts {
  readonly parts: InstanceParts;
  readonly shared: NonNullable<InstanceParts['shared']>;
  readonly core: Core;
  readonly files: FileStore;
  readonly number: number;
}

/** Nothing in the demo reaches other systems, so that it has no clients of them. */
async function openInstanceApp({ parts, shared, core, files, number }: AppParts, closers: Closer[]) {
  const config: Config = { ...parts.options.config, mail: null, bridge: null, accessPoint: null, platform: null };
  const options = { ...parts.options, config };
  const { desk, documentReader, metrics, tracer, probes } = shared;
  // Links of an instance are valid in this instance alone.
  const appKey = createHmac('sha256', shared.appKey).update(`demo ${number}`).digest('base64url');
  const served: ServedParts = {
    ...core,
    ...openOutsideServices(core.pool, appKey, options, closers),
    files,
    documentReader,
    history: openHistory(core, getInstanceFolder(config, number), appKey),
    appKey,
    wakeMigrations: () => undefined,
    metrics,
    tracer,
    probes,
  };
  const { openApp } = await loadServing();
  return openApp({ core: served, options, baseUrl: getBaseUrl(config), closers, demo: desk });
}
