/**
 * Two permanent connections per server and process, one for reads and one for appends, shared by all open logs and closed
 * with the last one. Appends thus never wait behind a rebuild that reads the whole log.
 */
import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Channel, connectivityState, credentials as grpcCredentials, Metadata } from '@grpc/grpc-js';
import type { ChannelCredentials } from '@grpc/grpc-js';
import { EventStoreDBClient } from '@eventstore/db-client';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { parseAddress, type Address } from './address.ts';
import { createAppendCall, type AppendCall } from './append-call.ts';
import { buildChannelOptions, createDiscovery, formatTarget, type Discovery, type Place } from './discovery.ts';
import { AnswerTimeout, isConnectionFatal } from './failures.ts';

/** An unreachable server must not keep the process from exiting. */
const LONGEST_CLOSE_MS = 1_000;
/** Keep-alive interval and timeout of open calls: a dead server is detected after three seconds. */
const KEEP_ALIVE_INTERVAL_MS = 1_000;
const KEEP_ALIVE_TIMEOUT_MS = 2_000;
const { CONNECTING } = connectivityState;
/** The client accepts messages as large as the server can store. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;

export interface SharedClient {
  /** The current connection; for a cluster, to its leader. @throws if none is found in time, or if aborted */
  getConnection(timeoutMs: number, signal?: AbortSignal): Promise<Connection>;
  /** Reports the failure of a call; a broken connection is not used again. */
  reportFailure(connection: Connection, error: unknown): void;
  release(): Promise<void>;
}

export interface Connection {
  /** For reads and subscriptions. */
  readonly client: EventStoreDBClient;
  /** For reads in the middle of another one, which would wait for it on the same connection. */
  readonly inner: EventStoreDBClient;
  readonly appends: AppendCall;
}

interface Connected extends Connection {
  readonly channels: { readonly reads: Channel; readonly appends: Channel };
}

interface Entry {
  readonly address: Address;
  readonly credentials: ChannelCredentials;
  readonly discovery: Discovery;
  readonly closing: AbortController;
  connected: Promise<Connected> | null;
  users: number;
}

const entries = new Map<string, Entry>();

/** @throws Error if the URL is invalid, or if a file that it names cannot be read */
export function shareClient(url: string): SharedClient {
  const entry = entries.get(url) ?? createEntry(url);
  entries.set(url, entry);
  entry.users += 1;
  let isReleased = false;
  return {
    getConnection: (timeoutMs, signal) => resolveConnection(entry, timeoutMs, signal),
    reportFailure: (connection, error) => {
      if (isConnectionFatal(error)) dropConnection(entry, connection);
    },
    async release() {
      if (isReleased) return;
      isReleased = true;
      entry.users -= 1;
      if (entry.users > 0) return;
      entries.delete(url);
      await closeEntry(entry);
    },
  };
}

function createEntry(url: string): Entry {
  const address = parseAddress(url);
  const credentials = buildCredentials(address);
  const closing = new AbortController();
  // Every pending connection attempt adds a listener, and their number is unlimited.
  setMaxListeners(0, closing.signal);
  return {
    address,
    credentials,
    discovery: createDiscovery(address, credentials),
    closing,
    connected: null,
    users: 0,
  };
}

/** Reads the files here, because errors of the client do not name the file. */
function buildCredentials({ isSecure, caFile, userCertificate }: Address): ChannelCredentials {
  if (!isSecure) return grpcCredentials.createInsecure();
  const readCertificate = (file: string): Buffer => readFileSync(resolve(file));
  return grpcCredentials.createSsl(
    caFile === null ? null : readCertificate(caFile),
    userCertificate === null ? null : readCertificate(userCertificate.keyFile),
    userCertificate === null ? null : readCertificate(userCertificate.certFile),
  );
}

async function resolveConnection(entry: Entry, timeoutMs: number, signal?: AbortSignal): Promise<Connection> {
  const { connected: known } = entry;
  const connecting = known ?? connect(entry);
  if (known === null) {
    entry.connected = connecting;
    connecting.catch(() => {
      if (entry.connected === connecting) entry.connected = null;
    });
  }
  let stopWaiting = (): void => undefined;
  const given = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new AnswerTimeout(timeoutMs)), timeoutMs);
    const rejectAsClosed = (): void => reject(new Error('The event log is closed'));
    const signals = [entry.closing.signal, ...(signal ? [signal] : [])];
    for (const one of signals) one.addEventListener('abort', rejectAsClosed);
    // Signals that are already aborted fire no event.
    if (signals.some(({ aborted }) => aborted)) rejectAsClosed();
    stopWaiting = () => {
      clearTimeout(timer);
      for (const one of signals) one.removeEventListener('abort', rejectAsClosed);
    };
  });
  try {
    return await Promise.race([connecting, given]);
  } finally {
    stopWaiting();
  }
}

async function connect(entry: Entry): Promise<Connected> {
  const { address, discovery, closing } = entry;
  const place = address.isDiscovered ? await discovery.findPlace(closing.signal) : address.hosts[0]!;
  return openConnection(entry, place);
}

/**
 * The client is used for reads and subscriptions; appends use a separate call. Both get a channel of their own, which
 * detects a hanging server sooner than the client allows, shares no connection with an abandoned channel, and leads to
 * the leader that discovery found.
 */
function openConnection({ address, credentials }: Entry, place: Place): Connected {
  const { keepAliveIntervalMs, keepAliveTimeoutMs, connectionName } = address;
  const openChannel = (): Channel =>
    new Channel(formatTarget(place), credentials, {
      ...buildChannelOptions(place),
      'grpc.keepalive_time_ms': resolveInterval(keepAliveIntervalMs, KEEP_ALIVE_INTERVAL_MS),
      'grpc.keepalive_timeout_ms': resolveInterval(keepAliveTimeoutMs, KEEP_ALIVE_TIMEOUT_MS),
      'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
      'grpc.use_local_subchannel_pool': 1,
    });
  const channels = { reads: openChannel(), appends: openChannel() };
  const openClient = (channel: Channel): EventStoreDBClient => {
    const opened = new EventStoreDBClient(
      { endpoint: { address: place.host, port: place.port }, ...(connectionName !== null && { connectionName }) },
      { insecure: !address.isSecure },
      address.credentials ?? undefined,
    );
    return Object.defineProperty(opened, 'getChannel', { value: () => Promise.resolve(channel) });
  };
  const client = openClient(channels.reads);
  const streams = new streamsService.StreamsClient(formatTarget(place), credentials, {
    channelOverride: channels.appends,
  });
  return {
    client,
    inner: openClient(channels.appends),
    channels,
    appends: createAppendCall(streams, () => buildCallMetadata(address, client.connectionName)),
  };
}

/** Like the client itself, sends no password over an insecure connection. */
function buildCallMetadata({ credentials, isSecure }: Address, connectionName: string): Metadata {
  const metadata = new Metadata();
  metadata.set('connection-name', connectionName);
  if (credentials === null || !isSecure) return metadata;
  const { username, password } = credentials;
  metadata.set('authorization', `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
  return metadata;
}

/** In the connection string, -1 means never. */
const resolveInterval = (given: number | null, otherwise: number): number =>
  given === null ? otherwise : given < 0 ? Number.MAX_SAFE_INTEGER : given;

/** Pending calls on the connection may still complete; new ones use another connection. */
function dropConnection(entry: Entry, connection: Connection): void {
  const { connected } = entry;
  void connected?.then(
    (one) => {
      if (one !== connection || entry.connected !== connected) return;
      // With a single server that is still connecting, starting over would only take longer.
      if (!entry.address.isDiscovered && listChannels(one).some((channel) => isConnecting(channel))) return;
      entry.connected = null;
      one.appends.close();
      listChannels(one).forEach((channel) => channel.close());
    },
    () => undefined,
  );
}

async function closeEntry({ connected, closing }: Entry): Promise<void> {
  closing.abort();
  const last = await connected?.catch(() => null);
  if (!last) return;
  last.appends.close();
  const patience = new AbortController();
  const longest = pause(LONGEST_CLOSE_MS, undefined, patience).catch(() => undefined);
  await Promise.race([last.client.dispose(), longest]);
  patience.abort();
  listChannels(last).forEach((channel) => channel.close());
}

const listChannels = ({ channels }: Connected): readonly Channel[] => [channels.reads, channels.appends];
const isConnecting = (channel: Channel): boolean => channel.getConnectivityState(false) === CONNECTING;
