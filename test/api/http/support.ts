import { Writable } from 'node:stream';
import type { Application } from 'express';
import { pino } from 'pino';
import { z } from 'zod';
import type { AccessPort, Caller } from '../../../api/http/routing/access.ts';
import type { AppOptions } from '../../../api/http/server/app.ts';
import { buildApp } from '../../../api/http/server/app.ts';
import {
  amount,
  bool,
  choice,
  date,
  email,
  id,
  integer,
  list,
  nullableText,
  pageQuery,
  text,
} from '../../../api/http/input/fields.ts';
import type { IdempotencePort, MemorisedReply } from '../../../api/http/routing/idempotence.ts';
import { isMemorised } from '../../../api/http/routing/idempotence.ts';
import { createMetrics, type Metrics } from '../../../api/http/server/metrics.ts';
import { pageSchema, paginate } from '../../../api/http/reply/pagination.ts';
import type { RateLimitPort } from '../../../api/http/limits/rate-limit.ts';
import { created, noContent, ok } from '../../../api/http/reply/reply.ts';
import type { Route } from '../../../api/http/routing/route.ts';
import { route } from '../../../api/http/routing/route.ts';
import { metaRoutes } from '../../../api/meta/routes.ts';
import type { Services } from '../../../api/services.ts';
import { refuseInvalid, refuse } from '../../../domain/refusal.ts';

/** A small API with one route for each rule of the router, on ports kept in memory. */

export const COMPANY = 'AbCdEfGh1234';
export const DEMO_COMPANY = 'DemoDemo0001';
export const FIRM = 'FirmFirm0001';
export const BASE_URL = 'https://books.example';

function callerOf(userId: number, changes: Partial<Caller> = {}): Caller {
  return {
    userId,
    name: 'Ada',
    email: 'ada@example.com',
    locale: null,
    isPlatformAdmin: false,
    isDemo: false,
    token: { id: userId, kind: 'session', abilities: new Set() },
    ...changes,
  };
}

export const CALLERS: Readonly<Record<string, Caller>> = {
  '1|session': callerOf(1),
  '2|dutch': callerOf(2, { locale: 'nl' }),
  '3|reader': callerOf(3, { token: { id: 3, kind: 'integration', abilities: new Set(['read']) } }),
  '4|demo': callerOf(4, { isDemo: true }),
  '5|reviewer': callerOf(5),
  '6|german-firm': callerOf(6),
  '7|platform': callerOf(7, { isPlatformAdmin: true }),
};

export const access: AccessPort = {
  authenticate: (bearer) => Promise.resolve(CALLERS[bearer] ?? null),
  findCompanyAccess(caller, publicToken) {
    if (publicToken !== COMPANY && publicToken !== DEMO_COMPANY) return Promise.resolve(null);
    const role = caller.userId === 5 ? ('reviewer' as const) : ('encoder' as const);
    const isDemo = publicToken === DEMO_COMPANY;
    return Promise.resolve({ id: 10, publicToken, firmId: 1, name: 'Books', locale: 'nl' as const, isDemo, role });
  },
  findFirmAccess(_caller, publicToken) {
    if (publicToken !== FIRM) return Promise.resolve(null);
    return Promise.resolve({
      id: 1,
      publicToken,
      name: 'Firm',
      locale: 'de' as const,
      isDemo: false,
      role: 'manager' as const,
    });
  },
  getFirmLanguage: (caller) => Promise.resolve(caller.userId === 6 ? 'de' : null),
};

/** Replays within one process; a request that is still running refuses its repetition at once. */
export function memoryIdempotence(): IdempotencePort {
  const known = new Map<string, { fingerprint: string; reply: MemorisedReply | 'running' | 'interrupted' }>();
  return {
    async run({ scope, key, fingerprint }, execute) {
      const place = `${scope.userId}/${scope.companyId}/${key}`;
      const earlier = known.get(place);
      if (earlier && earlier.fingerprint !== fingerprint) return { problem: 'idempotency_key_reused' };
      if (earlier?.reply === 'running') return { problem: 'request_in_progress' };
      if (earlier && earlier.reply !== 'interrupted') return { reply: earlier.reply, replayed: true };
      known.set(place, { fingerprint, reply: 'running' });
      try {
        const reply = await execute(earlier !== undefined);
        if (isMemorised(reply.status)) known.set(place, { fingerprint, reply });
        else known.delete(place);
        return { reply, replayed: false };
      } catch (error) {
        known.set(place, { fingerprint, reply: 'interrupted' });
        throw error;
      }
    },
    findCompletedReplies({ userId, companyId }, keys) {
      const found = keys.flatMap((key) => {
        const { fingerprint, reply } = known.get(`${userId}/${companyId}/${key}`) ?? {};
        return fingerprint === undefined || typeof reply !== 'object' ? [] : [[key, { fingerprint, reply }] as const];
      });
      return Promise.resolve(new Map(found));
    },
  };
}

export function memoryRateLimits(): RateLimitPort & { readonly keys: string[] } {
  const hits = new Map<string, number>();
  const keys: string[] = [];
  return {
    keys,
    countHit(key, perMinute) {
      keys.push(key);
      const count = (hits.get(key) ?? 0) + 1;
      hits.set(key, count);
      return Promise.resolve({
        allowed: count <= perMinute,
        remaining: Math.max(perMinute - count, 0),
        resetAtUnix: 1_800_000_000,
        retryAfterSeconds: 42,
      });
    },
  };
}

const Line = z.object({
  account_id: id(),
  debit: amount().default('0.00'),
  credit: amount().default('0.00'),
  label: nullableText(190),
});

export const EntryBody = z.object({
  journal_id: id(),
  entry_date: date(),
  label: nullableText(20),
  lines: list(Line, { min: 1, max: 100 }),
});

const Echo = z.unknown();
const OPEN = { area: 'toys', role: 'any', demo: 'allowed' } as const;

/** What the handlers saw, in order. */
export interface Seen {
  readonly calls: { route: string; body?: unknown; write?: unknown; ip?: string; params?: unknown }[];
}

export function toyRoutes(seen: Seen, gate: { wait: Promise<void> }): Route[] {
  let nextId = 0;
  return [
    ...metaRoutes,
    route({
      ...OPEN,
      method: 'get',
      path: '/v1/open',
      summary: 'open',
      ability: 'public',
      replies: { 200: Echo },
      handle: ({ language, ip, pathUrl }) => ok({ language, ip, pathUrl }),
    }),
    route({
      ...OPEN,
      method: 'post',
      path: '/v1/echo',
      summary: 'echo',
      ability: 'public',
      body: z.record(z.string(), z.unknown()),
      replies: { 200: Echo },
      handle: ({ body }) => ok(body),
    }),
    route({
      ...OPEN,
      method: 'post',
      path: '/v1/fields',
      summary: 'fields',
      ability: 'public',
      body: z.object({
        name: text(10),
        age: integer({ min: 0, max: 150 }).nullish(),
        active: bool().optional(),
        kind: choice(['a', 'b']).optional(),
        mail: email().optional(),
        password: text(100).optional(),
      }),
      replies: { 200: Echo },
      handle: ({ body }) => ok(body),
    }),
    route({
      ...OPEN,
      method: 'get',
      path: '/v1/me',
      summary: 'me',
      ability: 'read',
      replies: { 200: Echo },
      handle: ({ caller, language }) => ok({ id: caller.userId, language }),
    }),
    route({
      ...OPEN,
      method: 'get',
      path: '/v1/tokens',
      summary: 'session',
      ability: 'session',
      replies: { 200: Echo },
      handle: () => ok([]),
    }),
    route({
      ...OPEN,
      method: 'get',
      path: '/v1/platform',
      summary: 'platform',
      ability: 'read',
      role: 'platform',
      replies: { 200: Echo },
      handle: () => ok([]),
    }),
    route({
      ...OPEN,
      method: 'get',
      path: '/v1/limited',
      summary: 'limited',
      ability: 'public',
      perMinute: 2,
      replies: { 200: Echo },
      handle: () => ok({}),
    }),
    route({
      ...OPEN,
      method: 'post',
      path: '/v1/limited',
      summary: 'limited by user',
      ability: 'write',
      perMinute: 2,
      replies: { 204: null },
      handle: () => noContent(),
    }),
    route({
      ...OPEN,
      method: 'post',
      path: '/v1/firms/{firm}/mail',
      summary: 'external effect',
      ability: 'write',
      demo: 'blocked',
      replies: { 204: null },
      handle: () => noContent(),
    }),
    route({
      ...OPEN,
      method: 'get',
      path: '/v1/firms/{firm}',
      summary: 'firm',
      ability: 'read',
      replies: { 200: Echo },
      handle: ({ firm, language }) => ok({ name: firm.name, language }),
    }),
    route({
      ...OPEN,
      method: 'post',
      path: '/v1/companies/{company}/entries',
      operationId: 'postEntry',
      summary: 'post an entry',
      ability: 'write',
      role: 'encoder',
      body: EntryBody,
      replies: { 201: z.object({ id: z.int(), version: z.int() }).meta({ id: 'ToyEntry' }) },
      errorCodes: ['period_locked'],
      handle: ({ body, write }) => {
        seen.calls.push({ route: 'entries', body, write });
        if (body.entry_date === '2020-01-01')
          return refuse('period_locked', { field: 'entry_date' }, { reason: 'period_locked' });
        if (body.entry_date === '2020-01-03' && !write.isResumed) throw new Error('killed after the append');
        if (body.entry_date === '2020-01-02')
          return refuseInvalid([
            { code: 'account_unknown', field: 'lines.0.account_id' },
            { code: 'entry_unbalanced', field: 'lines', params: { debit: '1.00', credit: '2.00' } },
          ]);
        return created({ id: ++nextId, version: 1 }, { version: 1 });
      },
    }),
    route({
      ...OPEN,
      method: 'get',
      path: '/v1/companies/{company}/entries',
      summary: 'entries',
      ability: 'read',
      query: z.object({ ...pageQuery(), status: choice(['posted', 'reversed']).optional() }),
      replies: { 200: pageSchema(z.object({ id: z.int() })) },
      handle: ({ query, pathUrl, language }) =>
        ok(paginate({ rows: [{ id: 1 }], total: 1, page: query.page, perPage: query.per_page, pathUrl, language })),
    }),
    route({
      ...OPEN,
      method: 'get',
      path: '/v1/companies/{company}/entries/{id}',
      summary: 'entry',
      ability: 'read',
      params: z.object({ id: id() }),
      replies: { 200: z.object({ id: z.int(), version: z.int() }).meta({ id: 'ToyEntry2' }) },
      handle: ({ params, company }) => {
        seen.calls.push({ route: 'entry', params: { ...params, company: company.publicToken } });
        return params.id === 404 ? refuse('not_found') : ok({ id: params.id, version: 3 }, { version: 3 });
      },
    }),
    route({
      ...OPEN,
      method: 'delete',
      path: '/v1/companies/{company}/entries/{id}',
      summary: 'trash',
      ability: 'write',
      role: 'encoder',
      params: z.object({ id: id() }),
      replies: { 204: null },
      handle: ({ params, write }) =>
        write.baseVersion === 1
          ? refuse('conflict', {}, { server_version: 3, server_data: { id: params.id } })
          : noContent({ recorded: true, headers: { 'X-Trashed': '1' } }),
    }),
    route({
      ...OPEN,
      method: 'post',
      path: '/v1/companies/{company}/slow',
      summary: 'slow',
      ability: 'write',
      replies: { 200: Echo },
      handle: async () => (await gate.wait, seen.calls.push({ route: 'slow' }), ok({ done: true })),
    }),
    route({
      ...OPEN,
      method: 'post',
      path: '/v1/fail',
      summary: 'fails',
      ability: 'public',
      body: z.object({ code: text(20).optional(), message: text(200).optional() }),
      replies: { 200: Echo },
      handle: ({ body }) => {
        throw Object.assign(new Error(body.message ?? 'secret detail'), { code: body.code });
      },
    }),
    route({
      ...OPEN,
      method: 'get',
      path: '/v1/undeclared',
      summary: 'sends more than it says',
      ability: 'public',
      replies: { 200: z.object({ a: z.int() }) },
      handle: () => ok({ a: 1, b: { c: 2 } }),
    }),
  ];
}

export interface ToyApp {
  readonly app: Application;
  readonly seen: Seen;
  readonly logs: Record<string, unknown>[];
  readonly rateLimits: ReturnType<typeof memoryRateLimits>;
  readonly routes: readonly Route[];
}

export interface ToyOptions {
  readonly config?: Partial<AppOptions['config']>;
  readonly health?: Services['checkHealth'];
  readonly gate?: { wait: Promise<void> };
  readonly services?: Partial<Services>;
  readonly extraRoutes?: readonly Route[];
  readonly guards?: AppOptions['guards'];
  readonly defaultLimit?: AppOptions['defaultLimit'];
  readonly metrics?: Metrics;
  readonly refusedLimit?: AppOptions['refusedLimit'];
}

export function toyApp({
  config,
  health,
  gate = { wait: Promise.resolve() },
  extraRoutes = [],
  defaultLimit,
  guards,
  metrics,
  refusedLimit,
  services = {},
}: ToyOptions = {}): ToyApp {
  const seen: Seen = { calls: [] };
  const logs: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logs.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  const rateLimits = memoryRateLimits();
  const routes = [...toyRoutes(seen, gate), ...extraRoutes];
  const app = buildApp({
    routes,
    services: {
      checkHealth: health ?? (() => Promise.resolve([])),
      devices: { recordActivity: () => undefined },
      ...services,
    } as unknown as Services,
    access,
    idempotence: memoryIdempotence(),
    rateLimits,
    defaultLimit,
    ...(refusedLimit && { refusedLimit }),
    ...(guards && { guards }),
    config: { baseUrl: BASE_URL, trustProxy: 0, checkReplies: true, ...config },
    logger: pino({ level: 'info' }, sink),
    metrics: metrics ?? createMetrics(),
  });
  return { app, seen, logs, rateLimits, routes };
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
export const SESSION = bearer('1|session');

export const entry = (changes: Record<string, unknown> = {}) => ({
  journal_id: 1,
  entry_date: '2026-01-31',
  label: 'Rent',
  lines: [
    { account_id: 61, debit: '100.00' },
    { account_id: 44, credit: '100.00' },
  ],
  ...changes,
});
