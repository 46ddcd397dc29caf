import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import request from 'supertest';
import { z } from 'zod';
import { createDownloads } from '../../../api/http/limits/downloads.ts';
import { chooseLane, DEMO_LANES, SERVICE_LANES } from '../../../api/http/limits/heavy-lanes.ts';
import { createHeavyWork } from '../../../api/http/limits/heavy-work.ts';
import { ok } from '../../../api/http/reply/reply.ts';
import { route, type Route } from '../../../api/http/routing/route.ts';
import { routes } from '../../../api/routes.ts';
import { toyApp } from './support.ts';

const LIMITS = { atOnce: 2, waiting: 4, waitingOfOne: 2, patienceMs: 60_000 };

/** Work that goes on until it is told to end. */
function gates() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        started.push(name);
        ends.set(name, () => resolve(name));
      }),
    end: async (name: string): Promise<void> => {
      ends.get(name)!();
      await new Promise(setImmediate);
    },
  };
}

describe('Long files that are sent while they are read', () => {
  it('are few in all and fewer of one firm, until they have closed', async () => {
    const downloads = createDownloads({ atOnce: 3, ofOne: 2 });
    const [a1, a2, b1] = [new PassThrough(), new PassThrough(), new PassThrough()];
    expect(downloads.begin('a', a1)).to.equal(null);
    expect(downloads.begin('a', a2)).to.equal(null);
    expect(downloads.begin('a', new PassThrough())).to.deep.equal({ tooMuch: 'own', mostOfOne: 2 });
    expect(downloads.begin('b', b1)).to.equal(null);
    expect(downloads.begin('c', new PassThrough())).to.deep.equal({ tooMuch: 'all', mostOfOne: 2 });
    a1.destroy();
    await once(a1, 'close');
    expect(downloads.begin('c', new PassThrough())).to.equal(null);
  });
});

describe('Queues of expensive work', () => {
  const ask = (heavy: Route['heavy'], query: object, hasTurn = false): string | null =>
    chooseLane({ ...(heavy && { heavy }) }, { query, inside: { hasTurn } });

  it('separate files, reports on the screen and archives', () => {
    expect(ask('always', {})).to.equal('files');
    expect(ask('as_file', { format: 'PDF' })).to.equal('files');
    expect(ask('as_file', { format: 'JSON' })).to.equal('reports');
    expect(ask('as_file', { format: 'CSV', known_at: '2026-01-01' })).to.equal('files');
    expect(ask('archive', {})).to.equal('archives');
    expect(ask(undefined, { known_at: '2026-01-01' }), 'every read of an earlier moment').to.equal('reports');
    expect(ask(undefined, {})).to.equal(null);
  });

  it('let the parts of a request run in its turn', () => {
    expect(ask('always', {}, true)).to.equal(null);
  });

  it('are smaller in the demo', () => {
    for (const lane of ['files', 'reports', 'archives'] as const)
      expect(DEMO_LANES[lane].atOnce).to.equal(1).and.below(SERVICE_LANES[lane].atOnce);
    expect(DEMO_LANES.downloads.atOnce).to.be.below(SERVICE_LANES.downloads.atOnce);
  });
});

describe('Expensive work', () => {
  it('has one of each tenant under way, and few in all', async () => {
    const { started, work, end } = gates();
    const heavy = createHeavyWork(LIMITS);
    const done = ['a1', 'a2', 'b1', 'c1'].map((name) => heavy.run(name[0]!, work(name)));
    await new Promise(setImmediate);
    expect(started).to.deep.equal(['a1', 'b1']);
    await end('b1');
    expect(started).to.deep.equal(['a1', 'b1', 'c1']);
    await end('c1');
    expect(started, 'a2 waits for a1, whatever is free').to.deep.equal(['a1', 'b1', 'c1']);
    await end('a1');
    expect(started).to.deep.equal(['a1', 'b1', 'c1', 'a2']);
    await end('a2');
    expect(await Promise.all(done)).to.deep.equal(['a1', 'a2', 'b1', 'c1']);
  });

  it('takes turns by tenant, however many requests one of them has waiting', async () => {
    const { started, work, end } = gates();
    const heavy = createHeavyWork({ ...LIMITS, atOnce: 1, waiting: 10, waitingOfOne: 10 });
    const done = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => heavy.run(name[0]!, work(name)));
    await new Promise(setImmediate);
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']) {
      expect(started.at(-1), started.join()).to.equal(name);
      await end(name);
    }
    await Promise.all(done);
  });

  it('keeps its turn while its answer is sent, where it asks to', async () => {
    const { started, work, end } = gates();
    const heavy = createHeavyWork({ ...LIMITS, atOnce: 1 });
    const stream = new PassThrough();
    expect(await heavy.run('a', (turn) => (turn.holdUntilClosed(stream), 'sent'))).to.equal('sent');
    const next = heavy.run('b', work('b1'));
    await new Promise(setImmediate);
    expect(started).to.deep.equal([]);
    stream.destroy();
    await once(stream, 'close');
    expect(started).to.deep.equal(['b1']);
    await end('b1');
    await next;
  });

  it('ends its turn when its answer was sent before it asked to keep it', async () => {
    const heavy = createHeavyWork({ ...LIMITS, atOnce: 1 });
    const stream = new PassThrough();
    stream.destroy();
    await once(stream, 'close');
    await heavy.run('a', (turn) => turn.holdUntilClosed(stream));
    expect(await heavy.run('a', () => 'next')).to.equal('next');
  });

  it('refuses what would wait behind too many, of one tenant or of all', async () => {
    const { started, work, end } = gates();
    const heavy = createHeavyWork(LIMITS);
    const done = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'].map((name) => heavy.run(name[0]!, work(name)));
    expect(await heavy.run('a', work('a4'))).to.deep.equal({ tooMuch: 'own', mostOfOne: 3 });
    expect(await heavy.run('d', work('d1'))).to.deep.equal({ tooMuch: 'all', mostOfOne: 3 });
    for (const name of ['a1', 'b1', 'a2', 'c1', 'a3', 'c2']) await end(name);
    expect(await Promise.all(done)).to.have.length(6);
    expect(started).to.have.members(['a1', 'a2', 'a3', 'b1', 'c1', 'c2']);
  });

  it('waits no longer than whoever asked for it does', async () => {
    const { work, end } = gates();
    const heavy = createHeavyWork({ ...LIMITS, patienceMs: 1 });
    const first = heavy.run('a', work('a1'));
    expect(await heavy.run('a', work('a2'))).to.include({ tooMuch: 'own' });
    await end('a1');
    expect(await first).to.equal('a1');
  });

  it('goes on behind work that fails', async () => {
    const heavy = createHeavyWork(LIMITS);
    const failed = await heavy.run('a', () => Promise.reject(new Error('broken'))).catch((error: Error) => error);
    expect(failed).to.be.an('error');
    expect(await heavy.run('a', () => 'done')).to.equal('done');
  });

  it('is declared by the routes that do it', () => {
    const heavy = routes.filter((one) => one.heavy !== undefined).map((one) => `${one.method} ${one.path}`);
    const company = '/v1/companies/{company}';
    expect(heavy).to.include.members([
      `post ${company}/third-parties/import`,
      `post ${company}/accounts/import`,
      `post ${company}/lettering/auto`,
      `get ${company}/third-parties/{id}/statement`,
      `get ${company}/exports/{type}`,
      `get ${company}/exports/full-dossier/{fiscalYear}`,
      `get ${company}/audit-pack`,
      `put ${company}/logo`,
      'put /v1/firms/{firm}/logo',
    ]);
    const reports = routes.filter(({ path }) => path.startsWith(`${company}/reports/`));
    for (const one of reports) expect(one.heavy, one.path).to.equal('as_file');
    const ofFiles = routes.filter(({ method, path }) => method !== 'delete' && /\/(import|logo)$/.test(path));
    expect(ofFiles).to.have.length.above(3);
    for (const one of ofFiles) expect(one.heavy, one.path).to.equal('always');
  });

  it('answers 429 with Retry-After to a firm that asks for too much at once', async () => {
    const { work, started, end } = gates();
    const toy = toyApp({
      extraRoutes: [
        route({
          method: 'get',
          path: '/v1/heavy',
          area: 'toys',
          summary: 'takes long',
          ability: 'public',
          role: 'any',
          demo: 'allowed',
          heavy: 'always',
          replies: { 200: z.string() },
          handle: async () => ok(await work(String(started.length))()),
        }),
      ],
    });
    // Sent when it is waited for, or told what to do then.
    const ask = () =>
      request(toy.app)
        .get('/v1/heavy')
        .then((answer) => answer);
    const answers = Array.from({ length: 10 }, () => ask());
    // One is under way and eight wait: whichever comes last is refused.
    const refused = await Promise.race(answers);
    expect(refused.status).to.equal(429);
    expect(refused.body).to.include({ code: 'rate_limited' });
    expect(refused.headers).to.include({ 'retry-after': '5', 'x-ratelimit-limit': '9', 'x-ratelimit-remaining': '0' });
    for (let index = 0; index < 9; index += 1) {
      while (started.length <= index) await new Promise(setImmediate);
      await end(String(index));
    }
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).to.have.length(9);
  });
});
