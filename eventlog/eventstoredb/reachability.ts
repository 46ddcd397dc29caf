/** Checks whether the server of an address is usable, and explains to the operator why it is not. */
import { readFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { resolve } from 'node:path';
import { connect as connectSecurely } from 'node:tls';
import { BACKWARDS, END, START } from '@eventstore/db-client';
import { parseAddress, type Address, type Endpoint } from './address.ts';
import { shareClient, type Connection, type SharedClient } from './client.ts';
import { isDenied, isStreamNotFound, isUnauthenticated } from './failures.ts';
import { readReadyBatches } from './ready-batches.ts';
import { createStreamNames } from './stream-names.ts';

export type Reachability =
  | { readonly kind: 'ready' }
  /** `awaited`: may recover by itself; `refused`: will not. */
  | { readonly kind: 'awaited' | 'refused'; readonly words: string; readonly cause: unknown };

const ANSWER_MS = 2_500;
const SOCKET_MS = 2_000;

/** Tests what the service requires: reading the end of the whole log, and reading one of its own streams. */
export async function checkEventStore(url: string, prefix: string): Promise<Reachability> {
  const address = parseAddress(url);
  let connection: SharedClient;
  try {
    connection = shareClient(url);
  } catch (error) {
    const words = `EVENTSTORE_URL names a certificate that cannot be read: ${getErrorMessage(error)}`;
    return { kind: 'refused', words, cause: error };
  }
  const own = createStreamNames(prefix).toStoredName('user-0');
  let subject = '$all';
  let used: Connection | undefined;
  try {
    used = await connection.getConnection(ANSWER_MS);
    const { client } = used;
    await drainSource(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
    subject = `its own streams (${own.slice(0, own.lastIndexOf('-'))}-…)`;
    await drainSource(client.readStream(own, { fromRevision: START, maxCount: 1 }));
    return { kind: 'ready' };
  } catch (error) {
    if (isStreamNotFound(error)) return { kind: 'ready' };
    if (used !== undefined) connection.reportFailure(used, error);
    return explainFailure(address, subject, error);
  } finally {
    await connection.release();
  }
}

async function drainSource(source: Parameters<typeof readReadyBatches>[0]): Promise<void> {
  for await (const batch of readReadyBatches(source, 1, { timeoutMs: ANSWER_MS })) void batch;
}

async function explainFailure(address: Address, subject: string, error: unknown): Promise<Reachability> {
  const toRefused = (words: string): Reachability => ({ kind: 'refused', words, cause: error });
  const user = address.credentials?.username;
  const asUser = 'add them to the URL, as in esdb://user:password@host';
  if (isUnauthenticated(error))
    return toRefused(
      user === undefined
        ? `EventStoreDB requires a user name and a password, and EVENTSTORE_URL has none: ${asUser}`
        : 'EventStoreDB refused the user name or password in EVENTSTORE_URL: correct them there',
    );
  if (isDenied(error))
    return toRefused(
      user === undefined || !address.isSecure
        ? `EventStoreDB does not allow reading ${subject} without a user name and a password${
            address.isSecure ? ', and EVENTSTORE_URL has none' : ', which are only sent over TLS'
          }: ${address.isSecure ? asUser : 'remove tls=false from EVENTSTORE_URL'}`
        : `user ${user} of EVENTSTORE_URL may not read ${subject}: add it to "$r" in the access list of that stream, or use another user`,
    );
  return explainUnreachable(address, error);
}

/** gRPC gives little detail about failed connections, and cluster discovery none, so each server is tried directly. */
async function explainUnreachable(address: Address, error: unknown): Promise<Reachability> {
  const found = await Promise.all(address.hosts.map((endpoint) => tryToConnect(address, endpoint)));
  const places = address.hosts.map(({ host, port }) => `${host}:${port}`).join(', ');
  const untrusted = found.find((problem) => problem?.kind === 'certificate');
  if (untrusted)
    return {
      kind: 'refused',
      words: `this service does not trust the certificate of the EventStoreDB server in EVENTSTORE_URL (${places}): ${untrusted.words}`,
      cause: error,
    };
  if (found.every((problem) => problem?.kind === 'no_tls'))
    return {
      kind: 'refused',
      words: `the EventStoreDB server in EVENTSTORE_URL (${places}) does not use TLS: enable it there, or add tls=false to the URL`,
      cause: error,
    };
  const away = found.find((problem) => problem !== null);
  const why =
    away?.words ??
    (address.isDiscovered
      ? 'the cluster has no leader yet'
      : `it does not answer as EventStoreDB does${address.isSecure ? '' : ' (if it requires TLS, remove tls=false)'}`);
  return {
    kind: 'awaited',
    words: `the EventStoreDB server in EVENTSTORE_URL cannot be reached yet (${places}): ${why}`,
    cause: error,
  };
}

interface SocketProblem {
  readonly kind: 'certificate' | 'no_tls' | 'away';
  readonly words: string;
}

const AWAY: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be resolved',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'the network is unreachable',
  ENETUNREACH: 'the host is unreachable',
};

const ADD_AUTHORITY = 'add tlsCAFile=… with the certificate of the issuing authority';
const UNTRUSTED: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: `it is self-signed; ${ADD_AUTHORITY}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its authority is unknown here; ${ADD_AUTHORITY}`,
  UNABLE_TO_GET_ISSUER_CERT: `its authority is unknown here; ${ADD_AUTHORITY}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `its authority is unknown here; ${ADD_AUTHORITY}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its authority is unknown here; ${ADD_AUTHORITY}`,
  CERT_SIGNATURE_FAILURE: `it is signed by another authority than that of tlsCAFile; ${ADD_AUTHORITY}`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is issued for another name; use that name in the address',
  CERT_HAS_EXPIRED: 'it has expired; renew it',
  CERT_NOT_YET_VALID: 'it is not valid yet; check the clocks',
};

/** Null if the connection succeeds. */
function tryToConnect({ isSecure, caFile }: Address, { host, port }: Endpoint): Promise<SocketProblem | null> {
  return new Promise((done) => {
    const finish = (problem: SocketProblem | null): void => {
      socket.destroy();
      done(problem);
    };
    const onConnected = (): void => finish(null);
    const socket = isSecure
      ? connectSecurely(
          {
            host,
            port,
            ALPNProtocols: ['h2'],
            ...(caFile !== null && { ca: readFileSync(resolve(caFile)) }),
          },
          onConnected,
        )
      : connectSocket({ host, port }, onConnected);
    socket.setTimeout(SOCKET_MS, () => finish({ kind: 'away', words: 'it does not answer' }));
    socket.on('error', (error: Error) => finish(toSocketProblem(error)));
  });
}

function toSocketProblem(error: Error): SocketProblem {
  const code = 'code' in error ? String(error.code) : '';
  const untrusted = UNTRUSTED[code];
  if (untrusted !== undefined) return { kind: 'certificate', words: `${untrusted} (${code})` };
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/.test(code)) return { kind: 'no_tls', words: code };
  return { kind: 'away', words: `${AWAY[code] ?? error.message}${code === '' ? '' : ` (${code})`}` };
}

const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
