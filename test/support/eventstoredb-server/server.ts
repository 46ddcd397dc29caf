/**
 * A small EventStoreDB in memory that speaks the real wire protocol, on the service definitions of the client package,
 * with the faults that a test needs: it goes away and comes back, drops subscriptions, and loses answers.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import type {
  Metadata,
  sendUnaryData,
  ServerDuplexStream,
  ServerReadableStream,
  ServerUnaryCall,
  StatusObject,
} from '@grpc/grpc-js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { handleAppend, handleBatchAppend } from './append.ts';
import { createLoopbackCertificate } from './certificate.ts';
import { createNoFaults } from './faults.ts';
import type { Faults } from './faults.ts';
import { createPace, type Pace } from './pace.ts';
import { createFailure, readStreamName } from './protocol.ts';
import { handleRead } from './read.ts';
import type { ReadCall } from './read.ts';
import { createStore } from './store.ts';
import type { Store } from './store.ts';

export interface EventStoreDbServerOptions {
  /** Without it the system chooses a free one. */
  readonly port?: number;
  /** With credentials the server also asks for TLS: over a plain connection the client never sends any. */
  readonly credentials?: Credentials;
  /** Runs as one member of a cluster: with the shared records and the view of the other members. */
  readonly cluster?: { readonly store: Store; readonly view: () => ClusterView };
  /** Seed of the small delays of its deliveries. */
  readonly pace?: Pace;
  /** Users who are known and may not read `$all`. */
  readonly withoutAll?: readonly Credentials[];
}

export interface ClusterView {
  readonly members: readonly { readonly port: number; readonly isAlive: boolean; readonly isLeader: boolean }[];
  /** Whether the member that is asked leads. */
  readonly isLeading: boolean;
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface EventStoreDbServer {
  readonly url: string;
  readonly port: number;
  /** The same server with other credentials in the URL. */
  urlWith(username: string, password: string): string;
  /** Drops every connection and listens no more; what was stored stays for `restart`. */
  stop(): Promise<void>;
  /** Listens again on the same port, with the same data. */
  restart(): Promise<void>;
  /** Ends every subscription with this status, and returns how many there were. */
  dropSubscriptions(code?: status): number;
  /** How many calls were made that carry many appends. */
  readonly batchCallCount: number;
  /** How many subscriptions are open now. */
  readonly subscriptionCount: number;
  /** The next append is stored at once and answered only after this time. */
  delayNextAppendAnswer(delayMs: number): void;
  /** The next appends are stored, and their answers are never sent. */
  loseNextAppendAnswer(count?: number): void;
  /** The next appends are refused as unavailable, and nothing is stored. */
  failAppends(count: number): void;
  /** While silent, the server takes calls and answers none. */
  setSilent(silent: boolean): void;
  /** Takes a snapshot of the records and returns the function that restores it. */
  backUp(): () => void;
  /** Stored events, without those of the system; of one stream when it is named. */
  eventCount(stream?: string): number;
}

type Append = ServerReadableStream<InstanceType<typeof streams.AppendReq>, InstanceType<typeof streams.AppendResp>>;
type BatchAppend = ServerDuplexStream<
  InstanceType<typeof streams.BatchAppendReq>,
  InstanceType<typeof streams.BatchAppendResp>
>;

interface Running {
  readonly store: Store;
  readonly view: (() => ClusterView) | undefined;
  readonly faults: Faults;
  readonly subscriptions: Set<ReadCall>;
  readonly authorization: string | undefined;
  readonly withoutAll: ReadonlySet<string>;
  readonly pace: Pace;
  batchCallCount: number;
}

/** Another one finds other orders: it is not random, so that a failure comes again. */
const SEED = Number(process.env['TEST_SEED'] ?? 1);

export async function startEventStoreDbServer(options: EventStoreDbServerOptions = {}): Promise<EventStoreDbServer> {
  const { credentials } = options;
  const running: Running = {
    store: options.cluster?.store ?? createStore(),
    view: options.cluster?.view,
    faults: createNoFaults(),
    subscriptions: new Set(),
    batchCallCount: 0,
    pace: options.pace ?? createPace(SEED),
    authorization: credentials && buildBasicAuthorization(credentials.username, credentials.password),
    withoutAll: new Set(
      options.withoutAll?.map(({ username, password }) => buildBasicAuthorization(username, password)),
    ),
  };
  const tls = credentials && createTls();
  let { server, port } = await listen(running, options.port ?? 0, tls?.serverCredentials);

  const buildUrl = (username: string, password: string): string => {
    const user = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`;
    const query = tls === undefined ? 'tls=false' : `tls=true&tlsCAFile=${encodeURIComponent(tls.certificateFile)}`;
    return `esdb://${user}@localhost:${port}?${query}`;
  };
  return {
    get url() {
      return credentials === undefined
        ? `esdb://127.0.0.1:${port}?tls=false`
        : buildUrl(credentials.username, credentials.password);
    },
    get port() {
      return port;
    },
    urlWith: buildUrl,
    stop() {
      server.forceShutdown();
      return Promise.resolve();
    },
    async restart() {
      server.forceShutdown();
      ({ server, port } = await listen(running, port, tls?.serverCredentials));
    },
    dropSubscriptions(code = status.CANCELLED) {
      const dropped = [...running.subscriptions];
      for (const call of dropped) call.emit('error', createFailure(code, 'The subscription was dropped by the server'));
      return dropped.length;
    },
    get batchCallCount() {
      return running.batchCallCount;
    },
    get subscriptionCount() {
      return running.subscriptions.size;
    },
    delayNextAppendAnswer(delayMs) {
      running.faults.nextAnswerDelayMs = delayMs;
    },
    loseNextAppendAnswer(count = 1) {
      running.faults.answersToLose += count;
    },
    failAppends(count) {
      running.faults.appendsToFail += count;
    },
    setSilent(silent) {
      running.faults.silent = silent;
    },
    backUp() {
      const { length } = running.store.records;
      return () => running.store.rewind(length);
    },
    eventCount(stream) {
      if (stream !== undefined) return running.store.stream(stream).length;
      return running.store.records.filter((record) => !record.stream.startsWith('$')).length;
    },
  };
}

async function listen(
  running: Running,
  port: number,
  credentials = ServerCredentials.createInsecure(),
): Promise<{ server: Server; port: number }> {
  const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
  const { store, faults, subscriptions } = running;
  let boundPort = port;
  server.addService(streamsService.StreamsService, {
    read(call: ReadCall) {
      if (faults.silent) return;
      const refusal = refuse(running, call.metadata, call.request.getOptions()?.hasAll() === true);
      if (refusal !== undefined) return void call.emit('error', refusal);
      if (call.request.getOptions()?.hasSubscription() === true) {
        subscriptions.add(call);
        for (const event of ['cancelled', 'error', 'close']) call.once(event, () => subscriptions.delete(call));
      }
      handleRead(store, call, running.pace).catch((error: unknown) =>
        call.emit('error', createFailure(status.INTERNAL, String(error))),
      );
    },
    append(call: Append, callback: sendUnaryData<InstanceType<typeof streams.AppendResp>>) {
      if (faults.silent) return;
      const refusal = refuse(running, call.metadata) ?? createNotLeading(running);
      if (refusal === undefined) handleAppend(store, faults, call, callback);
      else callback(refusal);
    },
    delete(
      call: ServerUnaryCall<InstanceType<typeof streams.DeleteReq>, InstanceType<typeof streams.DeleteResp>>,
      callback: sendUnaryData<InstanceType<typeof streams.DeleteResp>>,
    ) {
      const refusal = refuse(running, call.metadata) ?? createNotLeading(running);
      if (refusal !== undefined) return callback(refusal);
      store.remove(readStreamName(call.request.getOptions()?.getStreamIdentifier()));
      callback(null, new streams.DeleteResp());
    },
    batchAppend(call: BatchAppend) {
      running.batchCallCount += 1;
      if (faults.silent) return;
      const refusal = refuse(running, call.metadata) ?? createNotLeading(running);
      if (refusal === undefined) handleBatchAppend(store, faults, call);
      else call.emit('error', refusal);
    },
  });
  server.addService(featuresService.ServerFeaturesService, {
    getSupportedMethods: (_: ServerUnaryCall<unknown, unknown>, callback: sendUnaryData<unknown>) =>
      callback(null, listSupportedMethods()),
  });
  server.addService(gossipService.GossipService, {
    read: (_: ServerUnaryCall<unknown, unknown>, callback: sendUnaryData<unknown>) =>
      callback(null, describeCluster(running.view?.().members ?? [{ port: boundPort, isAlive: true, isLeader: true }])),
  });
  boundPort = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  return { server, port: boundPort };
}

/** A wrong password is not authenticated; without one the caller is anonymous and has no access. */
function refuse(
  { authorization, withoutAll }: Running,
  metadata: Metadata,
  isOfAll = false,
): Partial<StatusObject> | undefined {
  if (authorization === undefined) return undefined;
  const [given] = metadata.get('authorization');
  const isKnown = typeof given === 'string' && withoutAll.has(given);
  if (given === authorization || (isKnown && !isOfAll)) return undefined;
  if (given !== undefined && !isKnown) return createFailure(status.UNAUTHENTICATED, 'Invalid credentials');
  return createFailure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
}

function buildBasicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function createTls(): { serverCredentials: ServerCredentials; certificateFile: string } {
  const { certificatePem, privateKeyPem } = createLoopbackCertificate();
  const folder = mkdtempSync(join(tmpdir(), 'eventstoredb-certificate-'));
  const certificateFile = join(folder, 'authority.pem');
  writeFileSync(certificateFile, certificatePem);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const keyPair = { cert_chain: Buffer.from(certificatePem), private_key: Buffer.from(privateKeyPem) };
  return { serverCredentials: ServerCredentials.createSsl(null, [keyPair]), certificateFile };
}

function listSupportedMethods(): InstanceType<typeof features.SupportedMethods> {
  const answer = new features.SupportedMethods().setEventStoreServerVersion('24.10.0');
  for (const method of ['read', 'append', 'batchappend']) {
    answer.addMethods(
      new features.SupportedMethod().setServiceName('event_store.client.streams.streams').setMethodName(method),
    );
  }
  return answer;
}

/** Answers as a real follower does: with the address of the leader, if there is one. */
function createNotLeading({ view }: Running): Partial<StatusObject> | undefined {
  const cluster = view?.();
  if (cluster === undefined || cluster.isLeading) return undefined;
  const leader = cluster.members.find(({ isLeader }) => isLeader);
  if (leader === undefined) return createFailure(status.UNAVAILABLE, 'No leader');
  return createFailure(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(leader.port),
  });
}

function describeCluster(members: ClusterView['members']): InstanceType<typeof gossip.ClusterInfo> {
  const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
  const cluster = new gossip.ClusterInfo();
  for (const { port, isAlive, isLeader } of members) {
    cluster.addMembers(
      new gossip.MemberInfo()
        .setInstanceId(new shared.UUID().setString(crypto.randomUUID()))
        .setTimeStamp(String(Date.now()))
        .setState(isLeader ? LEADER : FOLLOWER)
        .setIsAlive(isAlive)
        .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port)),
    );
  }
  return cluster;
}
