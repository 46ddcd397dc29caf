import type { Course } from '../../../commands/support/context.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import type { Answer } from '../reply/answer.ts';
import { toAnswer, toRefusalAnswer } from '../reply/send-reply.ts';
import type { Call } from './call.ts';
import { checkReply } from '../reply/check-reply.ts';
import { hasEntityTag, withEntityTag } from '../reply/entity-tag.ts';
import type { HttpRefusal } from '../reply/errors.ts';
import { buildRefusal } from '../reply/errors.ts';
import { chooseLane, type HeavyLanes, type LaneName } from '../limits/heavy-lanes.ts';
import { refuseTooMuch, getTenant } from '../limits/heavy-work.ts';
import type { IdempotencePort, MemorisedReply } from './idempotence.ts';
import { computeRequestFingerprint, isMemorised } from './idempotence.ts';
import { RequestAborted } from '../input/body.ts';
import { canTakeKnownAt } from './known-at.ts';
import type { WithPositions } from './positions.ts';
import { buildPageAnswer, wantsPage } from '../reply/page.ts';
import type { Outcome, Route } from './route.ts';
import { withIgnoredFields } from '../reply/ignored-fields.ts';
import { createHandler, isDryRun } from './rehearse-route.ts';
import { openSecrets, sealSecrets } from '../reply/shown-once.ts';
import { runSteps, type Verdict } from './step.ts';
import { buildSteps, type StepPorts } from './steps.ts';
import { readWriteHeaders } from './write-headers.ts';

export interface PipelinePorts extends StepPorts {
  readonly idempotence: IdempotencePort;
  readonly heavyLanes: HeavyLanes;
  readonly docsUrl: string;
  readonly checkReplies: boolean;
  /** Null without positions in the log, as in tests of the router. */
  readonly withPositions: WithPositions | null;
}

/** 128 bits identify a request; each of its events stores them. */
const REQUEST_HASH_LENGTH = 32;

/** Answer to a request that was only to be checked. */
const CHECKED: Answer = { status: 204, headers: {}, body: null };

/** A route with its steps. Synchronous if nothing has to be awaited. */
export type Pipeline = (call: Call) => Promise<Answer> | Answer;

/** Resolves the needs of a route once: a request runs only the steps that its route requires. */
export function compileRoute(route: Route, ports: PipelinePorts): Pipeline {
  const steps = buildSteps(route, ports);
  const deprecation = buildDeprecationHeaders(route);
  const isTagged = hasEntityTag(route);
  const mayWait = route.heavy !== undefined || canTakeKnownAt(route);
  const readsInBulk = route.heavy !== undefined && route.method === 'get';
  const handle = createHandler(route);
  const runAccepted = ports.withPositions?.(route, executeAccepted) ?? executeAccepted;

  function concludeCall(call: Call, refused: Verdict): Promise<Answer> | Answer {
    if (refused)
      return route.hidesFile && isUnseen(call, refused)
        ? answerForHiddenFile(call, refused)
        : answerRefused(call, refused);
    return call.inside?.isCheckOnly ? CHECKED : runAccepted(call);
  }

  function executeAccepted(call: Call): Promise<Answer> | Answer {
    const key = call.knownWrite?.clientMutationId;
    if (!key || call.knownCaller === null) return execute(call);
    const keyed = { key, userId: call.knownCaller.userId, route, execute };
    return isDryRun(route, call) ? executeDryRun(call, keyed, ports) : executeOnce(call, keyed, ports);
  }

  async function executeInTurn(call: Call, lane: LaneName): Promise<Answer> {
    if (lane !== 'reports') call.onBulkWork?.();
    const handled = await ports.heavyLanes[lane].run(getTenant(call), (turn) => {
      // A client that has left while waiting needs no answer.
      if (call.request.socket?.destroyed) throw new RequestAborted();
      call.turn = { ...turn, lane };
      return handle(call);
    });
    if ('tooMuch' in handled) return toRefusalAnswer(refuseTooMuch(handled, call), call, ports.docsUrl);
    return answerOutcome(call, handled);
  }

  function execute(call: Call): Promise<Answer> | Answer {
    const lane = mayWait ? chooseLane(route, call) : null;
    if (readsInBulk && lane !== 'reports') call.readInBulk();
    if (lane !== null) return executeInTurn(call, lane);
    const handled = handle(call);
    return handled instanceof Promise
      ? handled.then((late) => answerOutcome(call, late))
      : answerOutcome(call, handled);
  }

  /** The file is invisible because this very request has trashed it: its response may have been lost. */
  async function answerForHiddenFile(call: Call, refused: HttpRefusal): Promise<Answer> {
    const { clientMutationId: key, baseVersion } = readWriteHeaders(call.request.headers, call.knownCaller).value;
    const companyId = key === null ? null : await ports.access.findTrashedCompanyId?.(call.getPathValue('company')!);
    if (key === null || !companyId) return answerRefused(call, refused);
    const known = (await ports.idempotence.findCompletedReplies({ userId: call.caller.userId, companyId }, [key])).get(
      key,
    );
    const fingerprint = computeRequestFingerprint(call.request.method ?? '', call.path, call.json, { baseVersion });
    if (known === undefined) return answerRefused(call, refused);
    return known.fingerprint === fingerprint
      ? toReplay(known.reply)
      : toRefusalAnswer(refuseRepeatedKey('idempotency_key_reused'), call, ports.docsUrl);
  }

  function answerRefused(call: Call, refused: HttpRefusal): Promise<Answer> | Answer {
    if (route.page !== undefined && wantsPage(call.request)) return buildPageAnswer(route.page, call, refused);
    return toRefusalAnswer(refused, call, ports.docsUrl);
  }

  function answerOutcome(call: Call, outcome: Outcome): Promise<Answer> | Answer {
    if (isRefusal(outcome)) return answerRefused(call, outcome);
    if (ports.checkReplies && outcome.isPassedOn !== true) checkReply(route, outcome);
    if (route.page !== undefined && wantsPage(call.request)) return buildPageAnswer(route.page, call, outcome);
    const answer = toAnswer(withIgnoredFields(outcome, call), call);
    return isTagged ? withEntityTag(answer, outcome, call.language) : answer;
  }

  function runRoute(call: Call): Promise<Answer> | Answer {
    call.answerHeaders = deprecation;
    const verdict = runSteps(steps, call);
    return verdict instanceof Promise
      ? verdict.then((refused) => concludeCall(call, refused))
      : concludeCall(call, verdict);
  }

  if (route.upload === undefined) return runRoute;
  return async (call) => {
    try {
      return await runRoute(call);
    } finally {
      await call.discardFiles?.();
    }
  };
}

const isUnseen = ({ knownCaller, knownCompany }: Call, { code }: HttpRefusal): boolean =>
  code === 'not_found' && knownCaller !== null && knownCompany === null;

/** RFC 9745 and RFC 8594: deprecation date, end date and replacement of a route. */
function buildDeprecationHeaders({ deprecation }: Route): Record<string, string> | null {
  if (deprecation === undefined) return null;
  const { since, sunset, link } = deprecation;
  return {
    Deprecation: `@${Math.floor(Date.parse(since) / 1000)}`,
    ...(sunset !== undefined && { Sunset: new Date(sunset).toUTCString() }),
    ...(link !== undefined && { Link: `<${link}>; rel="deprecation"` }),
  };
}

interface KeyedExecution {
  readonly key: string;
  readonly userId: number;
  readonly route: Route;
  readonly execute: (call: Call) => Promise<Answer> | Answer;
}

/** Claims no key, because nothing is recorded. A key that has a response belongs to another request. */
async function executeDryRun(
  call: Call,
  { key, userId, execute }: KeyedExecution,
  { idempotence, docsUrl }: PipelinePorts,
): Promise<Answer> {
  const scope = { userId, companyId: call.knownCompany?.id ?? null };
  const completed = await idempotence.findCompletedReplies(scope, [key]);
  return completed.has(key)
    ? toRefusalAnswer(refuseRepeatedKey('idempotency_key_reused'), call, docsUrl)
    : execute(call);
}

async function executeOnce(
  call: Call,
  { key, userId, route, execute }: KeyedExecution,
  { idempotence, docsUrl }: PipelinePorts,
): Promise<Answer> {
  const scope = { userId, companyId: call.knownCompany?.id ?? null };
  const concealSecret = (secret: string): string => call.conceal(secret);
  const fingerprint = computeRequestFingerprint(call.request.method ?? '', call.path, call.json, {
    baseVersion: call.inside?.statedVersion === undefined ? call.write.baseVersion : call.inside.statedVersion,
    concealSecret,
  });
  const known = call.inside?.completed?.get(key);
  if (known && known.fingerprint !== fingerprint)
    return toRefusalAnswer(refuseRepeatedKey('idempotency_key_reused'), call, docsUrl);
  if (known)
    return toReplay(route.secrets ? openSecrets(known.reply, call.deriveCallerKey(`reply ${key}`)) : known.reply);
  const course: Course = { hasActed: false, earlierOperationId: null };
  let refusedFile: Answer | null = null;
  const outcome = await idempotence.run({ scope, key, fingerprint }, async (isResumed) => {
    const claimed = { companyId: scope.companyId, requestHash: fingerprint.slice(0, REQUEST_HASH_LENGTH) };
    call.knownWrite = { ...call.write, isResumed, course, claimed };
    const answer = await execute(call);
    if (isRefusedFile(answer)) refusedFile = answer;
    const reply = toMemorisedReply(refusedFile ? { ...answer, body: null } : answer);
    if (!route.secrets) return reply;
    const at = course.earlierRecordedAt === undefined ? Date.now() : Date.parse(course.earlierRecordedAt);
    return sealSecrets(reply, route.secrets, call.deriveCallerKey(`reply ${key}`), at);
  });
  if ('problem' in outcome) return toRefusalAnswer(refuseRepeatedKey(outcome.problem), call, docsUrl);
  if (refusedFile) return refusedFile;
  const { replayed } = outcome;
  const reply = route.secrets ? openSecrets(outcome.reply, call.deriveCallerKey(`reply ${key}`)) : outcome.reply;
  const isFoundInLog = course.earlierOperationId !== null && !course.hasActed;
  return replayed || isFoundInLog ? toReplay(reply) : reply;
}

/** A replay always has status 200, even after a 201 or 204; an empty body stays empty. */
const toReplay = (reply: MemorisedReply): Answer => ({
  ...reply,
  status: 200,
  headers: { ...reply.headers, 'X-Idempotent-Replay': '1' },
});

/** A refusal is not stored for replays, so it may be a file. */
const isRefusedFile = ({ status, body }: Answer): boolean => !isMemorised(status) && body instanceof Uint8Array;

function toMemorisedReply({ status, headers, body }: Answer): MemorisedReply {
  if (body !== null && typeof body !== 'string') throw new Error('Only JSON responses can be stored for replays');
  return { status, headers, body };
}

function refuseRepeatedKey(problem: 'idempotency_key_reused' | 'request_in_progress'): HttpRefusal {
  if (problem === 'request_in_progress') return buildRefusal(problem, { headers: { 'Retry-After': '1' } });
  return buildRefusal(problem, { field: 'X-Client-Mutation-Id' });
}
