import type { Course } from '../../../commands/support/context.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import type { Answer } from '../reply/answer.ts';
import { answerOf, answerOfRefusal } from '../reply/send-reply.ts';
import type { Call } from './call.ts';
import { checkReply } from '../reply/check-reply.ts';
import { hasEntityTag, tagged } from '../reply/entity-tag.ts';
import type { HttpRefusal } from '../reply/errors.ts';
import { refusal } from '../reply/errors.ts';
import { refusalOfTooMuch, tenantOf, type HeavyWork } from '../limits/heavy-work.ts';
import type { IdempotencePort, MemorisedReply } from './idempotence.ts';
import { fingerprintOf } from './idempotence.ts';
import { pageAnswer, wantsPage } from '../reply/page.ts';
import type { Outcome, Route } from './route.ts';
import { openSecrets, sealSecrets } from '../reply/shown-once.ts';
import { runSteps, type Verdict } from './step.ts';
import { stepsOf, type StepPorts } from './steps.ts';
import { readWriteHeaders } from './write-headers.ts';

export interface PipelinePorts extends StepPorts {
  readonly idempotence: IdempotencePort;
  readonly heavyWork: HeavyWork;
  readonly docsUrl: string;
  readonly checkReplies: boolean;
}

/** 128 bits tell requests apart; the events of each carry them. */
const REQUEST_HASH_LENGTH = 32;

/** A route with its steps: what answers a request. Without a promise where nothing has to be waited for. */
export type Pipeline = (call: Call) => Promise<Answer> | Answer;

/** What a route needs is found out once, here: a request runs only the steps that its route asks for. */
export function compileRoute(route: Route, ports: PipelinePorts): Pipeline {
  const steps = stepsOf(route, ports);
  const deprecation = deprecationHeaders(route);
  const isTagged = hasEntityTag(route);

  function conclude(call: Call, refused: Verdict): Promise<Answer> | Answer {
    if (refused)
      return route.hidesFile && isUnseen(call, refused) ? hiddenAnswer(call, refused) : refusedAnswer(call, refused);
    const key = call.knownWrite?.clientMutationId;
    if (key && call.knownCaller !== null) return executeOnce(call, key, call.knownCaller.userId, route, execute, ports);
    return execute(call);
  }

  async function executeInTurn(call: Call): Promise<Answer> {
    const handled = await ports.heavyWork.run(tenantOf(call), () => route.handle(call));
    if ('tooMuch' in handled) return answerOfRefusal(refusalOfTooMuch(handled, call), call, ports.docsUrl);
    return answered(call, handled);
  }

  function execute(call: Call): Promise<Answer> | Answer {
    if (route.heavy !== undefined && isHeavy(route.heavy, call)) return executeInTurn(call);
    const handled = route.handle(call);
    return handled instanceof Promise ? handled.then((late) => answered(call, late)) : answered(call, handled);
  }

  /** The file is not there because this very request has hidden it: its answer may have been lost. */
  async function hiddenAnswer(call: Call, refused: HttpRefusal): Promise<Answer> {
    const { clientMutationId: key, baseVersion } = readWriteHeaders(call.request.headers, call.knownCaller, []);
    const companyId = key === null ? null : await ports.access.companyInBin?.(call.pathValue('company')!);
    if (key === null || !companyId) return refusedAnswer(call, refused);
    const known = (await ports.idempotence.completed({ userId: call.caller.userId, companyId }, [key])).get(key);
    const fingerprint = fingerprintOf(call.request.method ?? '', call.path, call.json, { baseVersion });
    if (known === undefined) return refusedAnswer(call, refused);
    return known.fingerprint === fingerprint
      ? replayOf(known.reply)
      : answerOfRefusal(idempotenceRefusal('idempotency_key_reused'), call, ports.docsUrl);
  }

  function refusedAnswer(call: Call, refused: HttpRefusal): Promise<Answer> | Answer {
    if (route.page !== undefined && wantsPage(call.request)) return pageAnswer(route.page, call, refused);
    return answerOfRefusal(refused, call, ports.docsUrl);
  }

  function answered(call: Call, outcome: Outcome): Promise<Answer> | Answer {
    if (isRefusal(outcome)) return refusedAnswer(call, outcome);
    if (ports.checkReplies && outcome.isPassedOn !== true) checkReply(route, outcome);
    if (route.page !== undefined && wantsPage(call.request)) return pageAnswer(route.page, call, outcome);
    const answer = answerOf(outcome, call);
    return isTagged ? tagged(answer, outcome, call.language) : answer;
  }

  function run(call: Call): Promise<Answer> | Answer {
    call.answerHeaders = deprecation;
    const verdict = runSteps(steps, call);
    return verdict instanceof Promise ? verdict.then((refused) => conclude(call, refused)) : conclude(call, verdict);
  }

  if (route.upload === undefined) return run;
  return async (call) => {
    try {
      return await run(call);
    } finally {
      await call.discardFiles?.();
    }
  };
}

const isHeavy = (heavy: 'always' | 'as_file', { query }: Call): boolean =>
  heavy === 'always' || (query as { readonly format?: string } | undefined)?.format !== 'JSON';

const isUnseen = ({ knownCaller, knownCompany }: Call, { code }: HttpRefusal): boolean =>
  code === 'not_found' && knownCaller !== null && knownCompany === null;

/** RFC 9745 and RFC 8594: since when a route is deprecated, when it ends, and what replaces it. */
function deprecationHeaders({ deprecation }: Route): Record<string, string> | null {
  if (deprecation === undefined) return null;
  const { since, sunset, link } = deprecation;
  return {
    Deprecation: `@${Math.floor(Date.parse(since) / 1000)}`,
    ...(sunset !== undefined && { Sunset: new Date(sunset).toUTCString() }),
    ...(link !== undefined && { Link: `<${link}>; rel="deprecation"` }),
  };
}

async function executeOnce(
  call: Call,
  key: string,
  userId: number,
  route: Route,
  execute: (call: Call) => Promise<Answer> | Answer,
  { idempotence, docsUrl }: PipelinePorts,
): Promise<Answer> {
  const scope = { userId, companyId: call.knownCompany?.id ?? null };
  const conceal = (secret: string): string => call.conceal(secret);
  const fingerprint = fingerprintOf(call.request.method ?? '', call.path, call.json, {
    baseVersion: call.inside?.statedVersion === undefined ? call.write.baseVersion : call.inside.statedVersion,
    conceal,
  });
  const known = call.inside?.completed?.get(key);
  if (known && known.fingerprint !== fingerprint)
    return answerOfRefusal(idempotenceRefusal('idempotency_key_reused'), call, docsUrl);
  if (known) return replayOf(route.secrets ? openSecrets(known.reply, call.callerKey(`reply ${key}`)) : known.reply);
  const course: Course = { hasActed: false, earlierOperationId: null };
  const outcome = await idempotence.run({ scope, key, fingerprint }, async (isResumed) => {
    const claimed = { companyId: scope.companyId, requestHash: fingerprint.slice(0, REQUEST_HASH_LENGTH) };
    call.knownWrite = { ...call.write, isResumed, course, claimed };
    const reply = memorised(await execute(call));
    return route.secrets ? sealSecrets(reply, route.secrets, call.callerKey(`reply ${key}`)) : reply;
  });
  if ('problem' in outcome) return answerOfRefusal(idempotenceRefusal(outcome.problem), call, docsUrl);
  const { replayed } = outcome;
  const reply = route.secrets ? openSecrets(outcome.reply, call.callerKey(`reply ${key}`)) : outcome.reply;
  const isFoundInLog = course.earlierOperationId !== null && !course.hasActed;
  return replayed || isFoundInLog ? replayOf(reply) : reply;
}

/** A replay is a 200 even of a 201 or a 204, whose empty body stays empty. */
const replayOf = (reply: MemorisedReply): Answer => ({
  ...reply,
  status: 200,
  headers: { ...reply.headers, 'X-Idempotent-Replay': '1' },
});

function memorised({ status, headers, body }: Answer): MemorisedReply {
  if (body !== null && typeof body !== 'string') throw new Error('Only JSON answers can be kept for replays');
  return { status, headers, body };
}

function idempotenceRefusal(problem: 'idempotency_key_reused' | 'request_in_progress'): HttpRefusal {
  if (problem === 'request_in_progress') return refusal(problem, { headers: { 'Retry-After': '1' } });
  return refusal(problem, { field: 'X-Client-Mutation-Id' });
}
