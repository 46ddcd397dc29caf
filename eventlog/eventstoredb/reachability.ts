/** Whether the server of an address can be used, and if not, why: in words for whoever has set the address. */
import { readFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { resolve } from 'node:path';
import { connect as connectSecurely } from 'node:tls';
import { BACKWARDS, END, START } from '@eventstore/db-client';
import { readAddress, type Address, type Endpoint } from './address.ts';
import { shareClient, type Connection, type SharedClient } from './client.ts';
import { isDenied, isStreamNotFound, isUnauthenticated } from './failures.ts';
import { readyBatches } from './ready-batches.ts';
import { streamNames } from './stream-names.ts';

export type Reachability =
  | { readonly kind: 'ready' }
  /** `awaited`: it may come right by itself; `refused`: it will not. */
  | { readonly kind: 'awaited' | 'refused'; readonly words: string; readonly cause: unknown };

const ANSWER_MS = 2_500;
const SOCKET_MS = 2_000;

/** Asks for what the service cannot do without: the end of the whole log, and a stream of its own. */
export async function examineEventStore(url: string, prefix: string): Promise<Reachability> {
  const address = readAddress(url);
  let connection: SharedClient;
  try {
    connection = shareClient(url);
  } catch (error) {
    const words = `EVENTSTORE_URL names a certificate that cannot be read: ${messageOf(error)}`;
    return { kind: 'refused', words, cause: error };
  }
  const own = streamNames(prefix).stored('user-0');
  let subject = '$all';
  let used: Connection | undefined;
  try {
    used = await connection.current(ANSWER_MS);
    const { client } = used;
    await drained(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
    subject = `its own streams (${own.slice(0, own.lastIndexOf('-'))}-…)`;
    await drained(client.readStream(own, { fromRevision: START, maxCount: 1 }));
    return { kind: 'ready' };
  } catch (error) {
    if (isStreamNotFound(error)) return { kind: 'ready' };
    if (used !== undefined) connection.noteFailure(used, error);
    return explain(address, subject, error);
  } finally {
    await connection.release();
  }
}

async function drained(source: Parameters<typeof readyBatches>[0]): Promise<void> {
  for await (const batch of readyBatches(source, 1, { timeoutMs: ANSWER_MS })) void batch;
}

async function explain(address: Address, subject: string, error: unknown): Promise<Reachability> {
  const refused = (words: string): Reachability => ({ kind: 'refused', words, cause: error });
  const user = address.credentials?.username;
  const asUser = 'write them there, as in esdb://user:password@host';
  if (isUnauthenticated(error))
    return refused(
      user === undefined
        ? `EventStoreDB asks for a user name and a password, and EVENTSTORE_URL has none: ${asUser}`
        : 'EventStoreDB refuses the user name or password of EVENTSTORE_URL: correct them there',
    );
  if (isDenied(error))
    return refused(
      user === undefined || !address.isSecure
        ? `EventStoreDB lets nobody read ${subject} without a user name and a password${
            address.isSecure ? ', and EVENTSTORE_URL has none' : ', and these are sent over TLS alone'
          }: ${address.isSecure ? asUser : 'take tls=false out of EVENTSTORE_URL'}`
        : `user ${user} of EVENTSTORE_URL may not read ${subject}: add it to "$r" in the access list of that stream, or name a user who may`,
    );
  return explainAway(address, error);
}

/** gRPC says little about why there is no connection, and a search in a cluster says nothing: each server is tried. */
async function explainAway(address: Address, error: unknown): Promise<Reachability> {
  const found = await Promise.all(address.hosts.map((endpoint) => tryToConnect(address, endpoint)));
  const places = address.hosts.map(({ host, port }) => `${host}:${port}`).join(', ');
  const untrusted = found.find((problem) => problem?.kind === 'certificate');
  if (untrusted)
    return {
      kind: 'refused',
      words: `this service does not trust the certificate of the EventStoreDB server of EVENTSTORE_URL (${places}): ${untrusted.words}`,
      cause: error,
    };
  if (found.every((problem) => problem?.kind === 'no_tls'))
    return {
      kind: 'refused',
      words: `the EventStoreDB server of EVENTSTORE_URL (${places}) does not speak TLS: turn it on there, or add tls=false to the address`,
      cause: error,
    };
  const away = found.find((problem) => problem !== null);
  const why =
    away?.words ??
    (address.isDiscovered
      ? 'no member of the cluster leads yet'
      : `it does not answer as EventStoreDB does${address.isSecure ? '' : ' (does it ask for TLS? then take tls=false out)'}`);
  return {
    kind: 'awaited',
    words: `the EventStoreDB server of EVENTSTORE_URL cannot be reached yet (${places}): ${why}`,
    cause: error,
  };
}

interface SocketProblem {
  readonly kind: 'certificate' | 'no_tls' | 'away';
  readonly words: string;
}

const AWAY: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'the name of the host is not known',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the host',
};

const ADD_AUTHORITY = 'add tlsCAFile=… with the certificate of the authority that signed it';
const UNTRUSTED: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: `it is signed by itself; ${ADD_AUTHORITY}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its authority is not known here; ${ADD_AUTHORITY}`,
  UNABLE_TO_GET_ISSUER_CERT: `its authority is not known here; ${ADD_AUTHORITY}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `its authority is not known here; ${ADD_AUTHORITY}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its authority is not known here; ${ADD_AUTHORITY}`,
  CERT_SIGNATURE_FAILURE: `it is signed by another authority than the one of tlsCAFile; ${ADD_AUTHORITY}`,
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is made out to another name; use that name in the address',
  CERT_HAS_EXPIRED: 'it has expired; renew it',
  CERT_NOT_YET_VALID: 'it is not valid yet; look at the clocks',
};

/** Null when a connection comes about. */
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
            ...{ host, port, ALPNProtocols: ['h2'] },
            ...(caFile !== null && { ca: readFileSync(resolve(caFile)) }),
          },
          onConnected,
        )
      : connectSocket({ host, port }, onConnected);
    socket.setTimeout(SOCKET_MS, () => finish({ kind: 'away', words: 'it does not answer' }));
    socket.on('error', (error: Error) => finish(problemOfSocket(error)));
  });
}

function problemOfSocket(error: Error): SocketProblem {
  const code = 'code' in error ? String(error.code) : '';
  const untrusted = UNTRUSTED[code];
  if (untrusted !== undefined) return { kind: 'certificate', words: `${untrusted} (${code})` };
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/.test(code)) return { kind: 'no_tls', words: code };
  return { kind: 'away', words: `${AWAY[code] ?? error.message}${code === '' ? '' : ` (${code})`}` };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
