/** One connection for each server and process, shared by the logs that are open on it and closed with the last of them. */
import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Channel, connectivityState, credentials as grpcCredentials, Metadata } from '@grpc/grpc-js';
import type { ChannelCredentials } from '@grpc/grpc-js';
import { EventStoreDBClient } from '@eventstore/db-client';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { readAddress, type Address } from './address.ts';
import { createAppendCall, type AppendCall } from './append-call.ts';
import { channelName, createDiscovery, targetOf, type Discovery, type Place } from './discovery.ts';
import { AnswerTimeout, endsConnection } from './failures.ts';

/** A server that is away does not keep the process from ending. */
const LONGEST_CLOSE_MS = 1_000;
/** While a call is open the server is asked so often whether it is there, and has so long to say so: three seconds in all. */
const KEEP_ALIVE_INTERVAL_MS = 1_000;
const KEEP_ALIVE_TIMEOUT_MS = 2_000;
const { CONNECTING } = connectivityState;
/** The client accepts as much as the server may have stored. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;

export interface SharedClient {
  /** The connection in use now; of a cluster, one that leads to its leader. @throws when none is found in time, or it is aborted */
  current(timeoutMs: number, signal?: AbortSignal): Promise<Connection>;
  /** Told what a call has failed with: a connection that is of no use is not used again. */
  noteFailure(connection: Connection, error: unknown): void;
  release(): Promise<void>;
}

export interface Connection {
  /** For reads and subscriptions. */
  readonly client: EventStoreDBClient;
  readonly appends: AppendCall;
}

interface Connected extends Connection {
  readonly channel: Channel;
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

/** @throws Error when the URL cannot be understood, or a file that it names cannot be read */
export function shareClient(url: string): SharedClient {
  const entry = entries.get(url) ?? createEntry(url);
  entries.set(url, entry);
  entry.users += 1;
  let isReleased = false;
  return {
    current: (timeoutMs, signal) => current(entry, timeoutMs, signal),
    noteFailure: (connection, error) => {
      if (endsConnection(error)) giveUp(entry, connection);
    },
    async release() {
      if (isReleased) return;
      isReleased = true;
      entry.users -= 1;
      if (entry.users > 0) return;
      entries.delete(url);
      await close(entry);
    },
  };
}

function createEntry(url: string): Entry {
  const address = readAddress(url);
  const credentials = credentialsOf(address);
  const closing = new AbortController();
  // Every call that looks for the server listens to it, and there is no limit to how many there may be.
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

/** A file that cannot be read is named here: the client would not say which. */
function credentialsOf({ isSecure, caFile, userCertificate }: Address): ChannelCredentials {
  if (!isSecure) return grpcCredentials.createInsecure();
  const read = (file: string): Buffer => readFileSync(resolve(file));
  return grpcCredentials.createSsl(
    caFile === null ? null : read(caFile),
    userCertificate === null ? null : read(userCertificate.keyFile),
    userCertificate === null ? null : read(userCertificate.certFile),
  );
}

async function current(entry: Entry, timeoutMs: number, signal?: AbortSignal): Promise<Connection> {
  const { connected: known } = entry;
  const connecting = known ?? connect(entry);
  if (known === null) {
    entry.connected = connecting;
    connecting.catch(() => {
      if (entry.connected === connecting) entry.connected = null;
    });
  }
  let giveUpWaiting = (): void => undefined;
  const given = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new AnswerTimeout(timeoutMs)), timeoutMs);
    const stop = (): void => reject(new Error('The event log is closed'));
    const signals = [entry.closing.signal, ...(signal ? [signal] : [])];
    for (const one of signals) one.addEventListener('abort', stop);
    // What was aborted before tells nobody.
    if (signals.some(({ aborted }) => aborted)) stop();
    giveUpWaiting = () => {
      clearTimeout(timer);
      for (const one of signals) one.removeEventListener('abort', stop);
    };
  });
  try {
    return await Promise.race([connecting, given]);
  } finally {
    giveUpWaiting();
  }
}

async function connect(entry: Entry): Promise<Connected> {
  const { address, discovery, closing } = entry;
  const place = address.isDiscovered ? await discovery.find(closing.signal) : address.hosts[0]!;
  return open(entry, place);
}

/**
 * The client reads and subscribes; appends go over a call of our own. Its channel is given to it: that one asks a server that
 * hangs sooner than the client would let it, shares no connection with one that was given up, and leads where discovery
 * found the leader.
 */
function open({ address, credentials }: Entry, place: Place): Connected {
  const { keepAliveIntervalMs, keepAliveTimeoutMs, connectionName } = address;
  const channel = new Channel(targetOf(place), credentials, {
    ...channelName(place),
    'grpc.keepalive_time_ms': timeOf(keepAliveIntervalMs, KEEP_ALIVE_INTERVAL_MS),
    'grpc.keepalive_timeout_ms': timeOf(keepAliveTimeoutMs, KEEP_ALIVE_TIMEOUT_MS),
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.use_local_subchannel_pool': 1,
  });
  const client = new EventStoreDBClient(
    { endpoint: { address: place.host, port: place.port }, ...(connectionName !== null && { connectionName }) },
    { insecure: !address.isSecure },
    address.credentials ?? undefined,
  );
  Object.defineProperty(client, 'getChannel', { value: () => Promise.resolve(channel) });
  const streams = new streamsService.StreamsClient(targetOf(place), credentials, { channelOverride: channel });
  return { client, channel, appends: createAppendCall(streams, () => callMetadata(address, client.connectionName)) };
}

/** As the client itself does: over a connection that anybody can listen to, no password is sent. */
function callMetadata({ credentials, isSecure }: Address, connectionName: string): Metadata {
  const metadata = new Metadata();
  metadata.set('connection-name', connectionName);
  if (credentials === null || !isSecure) return metadata;
  const { username, password } = credentials;
  metadata.set('authorization', `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
  return metadata;
}

/** The client's own word for never is -1. */
const timeOf = (given: number | null, otherwise: number): number =>
  given === null ? otherwise : given < 0 ? Number.MAX_SAFE_INTEGER : given;

/** Calls that are under way on it may still come to their end; new ones go elsewhere. */
function giveUp(entry: Entry, connection: Connection): void {
  const { connected } = entry;
  void connected?.then(
    (one) => {
      if (one !== connection || entry.connected !== connected) return;
      // The one server there is: to begin again with what is just coming about would only make it take longer.
      if (!entry.address.isDiscovered && one.channel.getConnectivityState(false) === CONNECTING) return;
      entry.connected = null;
      one.appends.close();
      one.channel.close();
    },
    () => undefined,
  );
}

async function close({ connected, closing }: Entry): Promise<void> {
  closing.abort();
  const last = await connected?.catch(() => null);
  if (!last) return;
  last.appends.close();
  const patience = new AbortController();
  const longest = pause(LONGEST_CLOSE_MS, undefined, patience).catch(() => undefined);
  await Promise.race([last.client.dispose(), longest]);
  patience.abort();
  last.channel.close();
}
