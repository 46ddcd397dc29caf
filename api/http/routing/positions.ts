import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ReadReplica, ReadReplicas } from '../../../database/read-replicas.ts';
import { NotOnReplica, restrictToTables } from '../../../database/replicated-statements.ts';
import { ProjectionDelayed, type Progress } from '../../../projections/engine/progress.ts';
import { readFeedHead } from '../../../projections/sync/queries.ts';
import type { Services } from '../../services.ts';
import { RequestAborted } from '../input/body.ts';
import type { Answer } from '../reply/answer.ts';
import { buildRefusal } from '../reply/errors.ts';
import { toRefusalAnswer } from '../reply/send-reply.ts';
import { findExceptionRefusal } from '../server/unavailable.ts';
import type { Call } from './call.ts';
import type { Route } from './route.ts';
import { NOTHING_SEEN, POSITION_HEADER, type SeenPositions } from './seen-positions.ts';

/**
 * `X-Position`: how far the tables were that an answer shows. A client that sends it reads at or after it, whichever
 * process and whichever server answers. Within a process the position of each token is remembered as well.
 */

export interface PositionPorts {
  readonly progress: Pick<Progress, 'position' | 'waitForPosition'>;
  /** Null if all reads go to the primary. */
  readonly replicas: ReadReplicas | null;
  readonly seen: SeenPositions;
  readonly docsUrl: string;
}

type Execute = (call: Call) => Promise<Answer> | Answer;

/** Adds the position to the answers of a route, and chooses the server that a read goes to. */
export type WithPositions = (route: Route, execute: Execute) => Execute;

const LONGEST_WAIT_MS = 5_000;
/** Long reads leave the primary in peace: they wait a little for a replica that is about to show their own writes. */
const WAIT_FOR_REPLICA_MS = 500;
const LOOK_AGAIN_MS = 50;
/** Statements that took too long on a replica would take too long on the primary. */
const STATEMENT_TIMEOUT = '57014';

interface Positions extends PositionPorts {
  /** Routes that need operational data, by path. */
  readonly onPrimary: Set<string>;
}

export function trackPositions(ports: PositionPorts): WithPositions {
  const positions: Positions = { ...ports, onPrimary: new Set() };
  return (route, execute) => {
    if (!hasCaller(route)) return execute;
    return route.method === 'get'
      ? (call) => executeRead(positions, route, execute, call)
      : (call) => executeWrite(positions, execute, call);
  };
}

const hasCaller = ({ ability }: Route): boolean => ['read', 'write', 'sync', 'session', 'token'].includes(ability);

function executeWrite(positions: Positions, execute: Execute, call: Call): Promise<Answer> | Answer {
  const note = (): void => {
    const own = call.knownWrite?.reached?.position ?? NOTHING_SEEN;
    show(call, remember(positions, call, Math.max(own, positions.progress.position)));
  };
  const answered = execute(call);
  if (answered instanceof Promise) return answered.finally(note);
  note();
  return answered;
}

function executeRead(positions: Positions, route: Route, execute: Execute, call: Call): Promise<Answer> | Answer {
  // A part of another request reads from the server of that request.
  if (call.inside !== null) return execute(call);
  const asked = readHeader(call);
  if (asked === 'invalid') {
    const refused = buildRefusal('position_invalid', { field: POSITION_HEADER });
    return toRefusalAnswer(refused, call, positions.docsUrl);
  }
  if (positions.replicas === null || !mayUseReplica(positions, route))
    return readPrimary(positions, execute, call, asked);
  const least = Math.max(asked ?? NOTHING_SEEN, positions.seen.get(call.caller.token.id));
  const needs = { rights: !route.path.includes('{company}') };
  const replica = positions.replicas.choose(call.caller.token.id, least, needs);
  if (replica) return readReplica(positions, { route, execute, call, asked }, replica);
  if (!isLong(route)) return readPrimary(positions, execute, call, asked);
  return waitForReplica(positions.replicas, () => positions.replicas!.choose(call.caller.token.id, least, needs)).then(
    (late) =>
      late
        ? readReplica(positions, { route, execute, call, asked }, late)
        : readPrimary(positions, execute, call, asked),
  );
}

/** Null without the header. */
function readHeader({ request }: Call): number | 'invalid' | null {
  const text = request.headers['x-position'];
  if (text === undefined || text === '') return null;
  const position = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(position) ? position : 'invalid';
}

const mayUseReplica = ({ onPrimary }: Positions, { ability, path }: Route): boolean =>
  (ability === 'read' || ability === 'sync') && !onPrimary.has(path);

const isLong = ({ heavy, path }: Route): boolean =>
  heavy !== undefined || /\/(reports|search|sync\/bootstrap)\b/.test(path);

async function waitForReplica(replicas: ReadReplicas, choose: () => ReadReplica | null): Promise<ReadReplica | null> {
  const latest = performance.now() + WAIT_FOR_REPLICA_MS;
  while (performance.now() < latest && replicas.listStates().some(({ isInUse }) => isInUse)) {
    await pause(LOOK_AGAIN_MS);
    const replica = choose();
    if (replica) return replica;
  }
  return null;
}

function readPrimary(
  positions: Positions,
  execute: Execute,
  call: Call,
  asked: number | null,
): Promise<Answer> | Answer {
  const { progress, docsUrl } = positions;
  call.readFrom(null);
  if (asked !== null && asked > progress.position)
    return progress.waitForPosition(asked, 0, performance.now() + LONGEST_WAIT_MS).then(
      () => readPrimary(positions, execute, call, null),
      (error: unknown) => {
        if (!(error instanceof ProjectionDelayed)) throw error;
        const refused = buildRefusal('tables_behind', { headers: { 'Retry-After': '1' } });
        return toRefusalAnswer(refused, call, docsUrl);
      },
    );
  // Before the read: the tables show at least this.
  show(call, remember(positions, call, progress.position));
  return execute(call);
}

interface Read {
  readonly route: Route;
  readonly execute: Execute;
  readonly call: Call;
  readonly asked: number | null;
}

async function readReplica(positions: Positions, read: Read, replica: ReadReplica): Promise<Answer> {
  const { route, execute, call, asked } = read;
  // A file that is sent while it is read has begun with this server and ends with it.
  let isStrict = true;
  call.readFrom(createReplicaServices(call.services, replica, () => isStrict));
  try {
    const answer = await execute(call);
    isStrict = false;
    // A record that was just made through another process.
    if (answer.status === 404) return await readPrimary(positions, execute, call, asked);
    remember(positions, call, replica.position);
    show(call, replica.position);
    return answer;
  } catch (error) {
    if (!isOfServer(error)) throw error;
    if (error instanceof NotOnReplica && error.reason === 'operational_data') positions.onPrimary.add(route.path);
    return readPrimary(positions, execute, call, asked);
  }
}

function createReplicaServices(services: Services, replica: ReadReplica, isStrict: () => boolean): Services {
  const pool = restrictToTables(replica.pool, isStrict);
  return {
    ...services,
    pool,
    bulkPool: restrictToTables(replica.bulkPool, isStrict),
    feedHead: (companyId) => readFeedHead(pool, companyId),
    requirePrimary() {
      throw new NotOnReplica('older_than_seen');
    },
  };
}

/** Whether the replica is to blame, or cannot know: it was cancelled by the replay, is gone, or lacks something. */
function isOfServer(error: unknown): boolean {
  if (error instanceof RequestAborted || (error as { code?: unknown } | null)?.code === STATEMENT_TIMEOUT) return false;
  return (
    error instanceof NotOnReplica || error instanceof pg.DatabaseError || findExceptionRefusal(error) !== undefined
  );
}

/** Returns the highest position that the token has seen. */
const remember = ({ seen }: Positions, call: Call, position: number): number =>
  call.knownCaller === null ? position : seen.note(call.knownCaller.token.id, position);

function show(call: Call, position: number): void {
  if (position < 0) return;
  call.answerHeaders = { ...call.answerHeaders, [POSITION_HEADER]: String(position) };
}
