import { setTimeout as pause } from 'node:timers/promises';
import type { ExampleRequest } from '../../api/http/routing/example.ts';
import type { Route } from '../../api/http/routing/route.ts';
import type { Received } from '../support/client.ts';
import type { AcknowledgedWrite } from '../support/invariants.ts';
import { asks, exampleScene, formOf, pathWith } from '../api/access/requests.ts';
import { roomyLicence } from '../api/access/basics.ts';
import type { Scene } from '../api/access/scene.ts';
import { ownerOf } from '../api/access/subjects.ts';
import type { Cluster } from './cluster.ts';
import type { Kind } from './kinds.ts';
import type { SentCommand } from './plan.ts';
import { sendPatiently } from './transport.ts';
import { isExactDocument, varyRequest, type KnownParams } from './vary.ts';
import type { World } from './world/install.ts';
import type { Random } from './world/random.ts';

/** Sends the commands of an episode and remembers what was acknowledged. */
export interface Sender {
  send(index: number, kind: Kind): Promise<void>;
  readonly history: SentCommand[];
  readonly writes: AcknowledgedWrite[];
  /** Mutation ids of documents whose tax the service computes. */
  readonly exactTaxes: string[];
  /** Changes that were made on one version of a record, although only the first one may be. */
  readonly lostUpdates: string[];
  /** Commands that were never answered. */
  readonly unanswered: string[];
  /** Refusals that do not tell why. */
  readonly unexplained: string[];
}

const PREPARE_TRIES = 4;
const SEND_TRIES = 30;

export function createSender(world: World, cluster: Cluster, scene: Scene): Sender {
  const [history, writes, unanswered]: [SentCommand[], AcknowledgedWrite[], string[]] = [[], [], []];
  const exactTaxes: string[] = [];
  const lostUpdates: string[] = [];
  const unexplained: string[] = [];
  const versions = createVersionWatch(lostUpdates);
  const known: KnownParams = new Map();

  async function prepare(kind: Kind): Promise<ExampleRequest> {
    const { example = {} } = kind.route;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return typeof example === 'function' ? await example(exampleScene(scene, ownerOf(scene))) : example;
      } catch (error) {
        if (attempt === PREPARE_TRIES) throw error;
        await pause(500 * attempt);
      }
    }
  }

  async function send(index: number, kind: Kind): Promise<void> {
    const random = world.createRandom(`command ${index}`);
    world.scheduler.trace?.(`# command ${index} ${kind.name}`);
    const { route } = kind;
    let [request, path]: [ExampleRequest, string] = [{}, ''];
    try {
      request = varyRequest(kind, await prepare(kind), known, random);
      path = fillPath(route, scene, request);
    } catch (error) {
      history.push({ index, kind: kind.name, body: null, result: `not prepared: ${(error as Error).message}` });
      // The machines were away for too long: what it needs is not there, and nothing was sent.
      return;
    }
    const { body, file } = request;
    const mutationId = random.uuid();
    if (isExactDocument(kind, body)) exactTaxes.push(mutationId);
    const token = asks(route, scene.owner).token!;
    const sent = {
      method: route.method.toUpperCase(),
      headers: {
        Authorization: `Bearer ${token}`,
        'X-Client-Mutation-Id': mutationId,
        ...versions.chooseBase(route.method, path, random),
      },
      body: file
        ? formOf(route, file, body as Readonly<Record<string, string>>)
        : body === undefined
          ? undefined
          : JSON.stringify(body),
    };
    const chooseUrl = (): string => `${random.pick(cluster.members).url}${path}`;
    const patience = { random, tries: SEND_TRIES, timeoutMs: random.pick([300, 2_000, 15_000]) };
    // Now and then the same request is on its way twice.
    const copies = random.isChosen(0.1) ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: copies }, () => sendPatiently(sent, chooseUrl, patience)));
    // A client that has lost the answer asks again.
    if (random.isChosen(0.1)) answers.push(await sendPatiently(sent, chooseUrl, patience));
    for (const answer of answers) {
      if (answer === null) unanswered.push(`${kind.name} ${index}`);
      else if (answer.status < 300) writes.push(toWrite(sent.method, path, mutationId, answer));
      else if (!CODE.test(answer.text)) unexplained.push(`${kind.name} ${index}: ${tellResult(answer)}`);
    }
    const [answer] = answers;
    if (answer) versions.note(path, mutationId, sent.headers, answer);
    world.scheduler.trace?.(`# command ${index} answered`);
    history.push({ index, kind: kind.name, body: body ?? null, result: answer ? tellResult(answer) : 'no answer' });
    if (kind.name.endsWith(' licence'))
      await scene.owner.post(`/v1/firms/${scene.firm.token}/licence`, { key: roomyLicence() });
  }

  return { send, history, writes, exactTaxes, lostUpdates, unanswered, unexplained };
}

const fillPath = ({ path }: Route, scene: Scene, { params = {}, query, company }: ExampleRequest): string =>
  pathWith(path, scene, { params, ...(typeof query === 'string' && { query }), ...(company && { file: company }) });

const CODE = /"code":"([^"]+)"/;
const tellResult = ({ status, text }: { status: number; text: string }): string =>
  status < 300 ? String(status) : `${status} ${CODE.exec(text)?.[1] ?? text.slice(0, 200)}`;

function toWrite(
  method: string,
  path: string,
  mutationId: string,
  { status, headers, text }: { status: number; headers: Headers; text: string },
): AcknowledgedWrite {
  const id =
    /json/.test(headers.get('content-type') ?? '') && text !== ''
      ? (JSON.parse(text) as { id?: unknown } | null)?.id
      : undefined;
  return {
    method,
    path: path.split('?')[0]!,
    status,
    mutationId,
    operationId: headers.get('x-operation-id'),
    recordId: typeof id === 'number' ? id : null,
  };
}

interface VersionWatch {
  /** The version that the client knows, now and then. */
  chooseBase(method: string, path: string, random: Random): { readonly 'X-Base-Version'?: string };
  note(path: string, mutationId: string, headers: object, answer: Received): void;
}

/** Of two changes based on the same version of a record one must be refused. */
function createVersionWatch(lostUpdates: string[]): VersionWatch {
  const known = new Map<string, string>();
  const accepted = new Map<string, string>();
  return {
    chooseBase: (method, path, random) =>
      method === 'patch' && random.isChosen(0.7) ? { 'X-Base-Version': known.get(path) ?? '1' } : {},
    note(path, mutationId, headers, { status, text }) {
      const version = /"version":(\d+)/.exec(text)?.[1];
      if (status >= 300 || version === undefined) return;
      known.set(path, version);
      const base = (headers as { 'X-Base-Version'?: string })['X-Base-Version'];
      // A request that changes nothing makes no version.
      if (base === undefined || Number(version) <= Number(base)) return;
      const other = accepted.get(`${path} ${base}`);
      if (other !== undefined && other !== mutationId)
        lostUpdates.push(`${path} was changed twice on version ${base}, by ${other} and ${mutationId}`);
      accepted.set(`${path} ${base}`, mutationId);
    },
  };
}
