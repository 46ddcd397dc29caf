import { Agent, request as send } from 'node:http';
import { expect } from 'chai';
import { pino } from 'pino';
import type { AccessPort, Caller } from '../../../api/http/routing/access.ts';
import { buildApp } from '../../../api/http/server/app.ts';
import { createMetrics } from '../../../api/http/server/metrics.ts';
import type { Route } from '../../../api/http/routing/route.ts';
import { listen, type Listening } from '../../../api/http/server/server.ts';
import { routes } from '../../../api/routes.ts';
import type { Services } from '../../../api/services.ts';
import { nameOf } from '../access/requests.ts';
import { BASE_URL, memoryIdempotence } from './support.ts';

/** In the order in which they are judged: whoever fails two of them hears of the first. */
const CHECKS = ['token', 'signature', 'visible', 'demo', 'ability', 'role', 'limit', 'input'] as const;
type Check = (typeof CHECKS)[number];

const SEEN = 'SeenSeen0001';
const UNSEEN = 'Unseen000001';

/** Which checks a route makes, by its declaration. */
function checksOf({ ability, path, demo, role, method }: Route): Check[] {
  if (ability === 'signed') return ['signature', 'limit'];
  // Opened by a signature over the body alone.
  if (ability === 'provider') return [];
  // A key of the other side, which stands for nobody.
  if (ability === 'bridge') return ['token', 'limit', 'input'];
  const isPlaced = /\{(company|firm)\}/.test(path);
  const made: Readonly<Record<Check, boolean>> = {
    token: true,
    signature: false,
    visible: isPlaced,
    demo: demo === 'blocked',
    // Any token opens it; what it asks for is checked where it leads.
    ability: ability !== 'token',
    role: role === 'platform' || (isPlaced && role !== 'any' && role !== 'reviewer'),
    limit: true,
    input: true,
  };
  return CHECKS.filter((check) =>
    ability === 'public' ? check === 'limit' || (check === 'input' && method !== 'get') : made[check],
  );
}

const pairsOf = (route: Route): (readonly [Check, Check])[] => {
  const checks = checksOf(route);
  return checks.flatMap((first, index) => checks.slice(index + 1).map((second) => [first, second] as const));
};

/** Ports that let pass what the request does not want to fail: its token says which checks those are. */
function failing(): { readonly access: AccessPort; readonly allowed: { limit: boolean; signature: boolean } } {
  const failures = new WeakMap<Caller, ReadonlySet<Check>>();
  const place = (caller: Caller, publicToken: string) =>
    Promise.resolve(
      publicToken === SEEN
        ? {
            id: 1,
            publicToken,
            firmId: 1,
            name: 'Books',
            locale: 'en' as const,
            isDemo: false,
            role: failures.get(caller)!.has('role') ? ('reviewer' as const) : ('admin' as const),
          }
        : null,
    );
  const access: AccessPort = {
    authenticate(bearer) {
      const failed = new Set(bearer.split('-') as Check[]);
      if (failed.has('token')) return null;
      const caller: Caller = {
        userId: 1,
        name: 'Ada',
        email: 'ada@example.com',
        locale: 'en',
        isPlatformAdmin: !failed.has('role'),
        isDemo: failed.has('demo'),
        token: failed.has('ability')
          ? { id: 1, kind: 'integration', abilities: new Set() }
          : { id: 1, kind: 'session', abilities: new Set() },
      };
      failures.set(caller, failed);
      return caller;
    },
    findCompanyAccess: place,
    findFirmAccess: place,
    getFirmLanguage: () => null,
  };
  return { access, allowed: { limit: true, signature: true } };
}

describe('The order of the checks', function () {
  this.timeout(60_000);
  const { access, allowed } = failing();
  const agent = new Agent({ keepAlive: true });
  let listening: Listening;

  before(async () => {
    const hit = () => ({
      allowed: allowed.limit,
      remaining: allowed.limit ? 1 : 0,
      resetAtUnix: 1_800_000_000,
      retryAfterSeconds: 7,
    });
    const app = buildApp({
      routes,
      services: { checkHealth: () => Promise.resolve(true) } as unknown as Services,
      access,
      idempotence: memoryIdempotence(),
      rateLimits: { countHit: () => Promise.resolve(hit()) },
      defaultLimit: { perMinute: 2, createCounter: () => hit },
      guards: {
        signed: () => allowed.signature,
        bridge: ({ headers }) => headers.authorization?.includes('token') === false,
        provider: () => true,
      },
      config: { baseUrl: BASE_URL, trustProxy: 0, checkReplies: true },
      logger: pino({ level: 'silent' }),
      metrics: createMetrics(),
    });
    listening = await listen(app, { host: '127.0.0.1', port: 0 });
  });
  after(async () => {
    agent.destroy();
    await listening.close();
  });

  interface Answer {
    readonly status: number;
    readonly code: string | undefined;
    readonly headers: NodeJS.Dict<string | string[]>;
  }

  function asked(route: Route, failed: readonly Check[]): Promise<Answer> {
    allowed.limit = !failed.includes('limit');
    allowed.signature = !failed.includes('signature');
    const place = failed.includes('visible') ? UNSEEN : SEEN;
    const path = route.path.replace(/\{(company|firm)\}/g, place).replace(/\{\w+\}/g, '1');
    const isRead = route.method === 'get';
    const isWrong = failed.includes('input');
    const headers = {
      ...(route.ability !== 'public' && { Authorization: `Bearer ${failed.join('-')}` }),
      ...(isWrong && !isRead && { 'Content-Type': 'application/json', 'Content-Length': '1' }),
    };
    return new Promise((resolve, reject) => {
      const method = route.method.toUpperCase();
      const options = { agent, port: listening.port, method, headers };
      const sent = send(
        { ...options, host: '127.0.0.1', path: isWrong && isRead ? `${path}?nonsense=1` : path },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (piece: string) => (text += piece));
          response.on('end', () => {
            const body = text === '' ? {} : (JSON.parse(text) as { code?: string });
            resolve({ status: response.statusCode!, code: body.code, headers: response.headers });
          });
        },
      );
      sent.on('error', reject);
      sent.end(isWrong && !isRead ? '{' : undefined);
    });
  }

  const ANSWERS: Readonly<Record<Check, (answer: Answer, route: Route) => boolean>> = {
    token: ({ status, code }) => status === 401 && code === 'unauthenticated',
    signature: ({ status, code }) => status === 403 && code === 'signature_invalid',
    visible: ({ status, code }) => status === 404 && code === 'not_found',
    demo: ({ status, code }) => status === 403 && code === 'demo_mode',
    ability: ({ status, code }, { ability }) =>
      status === 403 && code === (ability === 'session' ? 'session_token_required' : 'token_ability_missing'),
    role: ({ status, code }) => status === 403 && code === 'role_too_low',
    limit: ({ status, code, headers }) => status === 429 && code === 'rate_limited' && headers['retry-after'] === '7',
    input: () => false,
  };

  for (const [index, first] of CHECKS.entries()) {
    for (const second of CHECKS.slice(index + 1)) {
      const concerned = routes.filter((route) => pairsOf(route).some((pair) => pair.join() === `${first},${second}`));
      if (concerned.length === 0) continue;
      it(`is ${first} before ${second}, on ${concerned.length} routes`, async () => {
        const complaints: string[] = [];
        for (const route of concerned) {
          const answer = await asked(route, [first, second]);
          if (!ANSWERS[first](answer, route)) complaints.push(`${nameOf(route)}: ${answer.status} ${answer.code}`);
          for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
            if (answer.headers[name] === undefined)
              complaints.push(`${nameOf(route)}: ${answer.status} without ${name}`);
        }
        expect(complaints).to.deep.equal([]);
      });
    }
  }

  it('is judged for every pair of checks that some route makes', () => {
    const pairs = new Set(routes.flatMap((route) => pairsOf(route).map((pair) => pair.join())));
    expect(pairs.size).to.be.at.least(21);
  });
});
