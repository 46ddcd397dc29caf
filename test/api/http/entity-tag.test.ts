import { expect } from 'chai';
import request from 'supertest';
import { z } from 'zod';
import { respondWithList } from '../../../api/records/list.ts';
import { readFeedHead } from '../../../projections/sync/queries.ts';
import { thirdPartyApi } from '../../../api/third-parties/third-party.ts';
import { ok } from '../../../api/http/reply/reply.ts';
import { route } from '../../../api/http/routing/route.ts';
import type { AnswerBody } from '../../support/client.ts';
import { useLedger } from '../ledger/support.ts';
import { bearer, SESSION, toyApp } from './support.ts';

const READ = { method: 'get', area: 'toys', role: 'any', demo: 'allowed', replies: { 200: z.unknown() } } as const;

describe('the ETag of what has no version', () => {
  let items: readonly unknown[] = [1, 2];
  const { app } = toyApp({
    extraRoutes: [
      route({ ...READ, path: '/v1/items', summary: 'A list', ability: 'read', handle: () => ok(items) }),
      route({ ...READ, path: '/v1/clock', summary: 'Polled', ability: 'public', handle: () => ok({ now: 1 }) }),
    ],
  });
  const get = (headers: Record<string, string>) => request(app).get('/v1/items').set(headers);

  it('changes with the answer', async () => {
    const first = await get(SESSION).expect(200);
    const tag = first.headers.etag!;
    expect(tag).to.match(/^W\/"[\w-]{16}"$/);
    for (const known of [tag, tag.slice(2), `"v1", ${tag}`, '*']) {
      const again = await get({ ...SESSION, 'If-None-Match': known }).expect(304);
      expect([again.text, again.headers.etag]).to.deep.equal(['', tag]);
      expect(again.headers).to.not.have.property('content-type');
    }
    items = [1, 2, 3];
    expect((await get({ ...SESSION, 'If-None-Match': tag }).expect(200)).headers.etag).to.not.equal(tag);
  });

  it('of a large answer depends on all of it and on the language', async () => {
    items = Array.from({ length: 20_000 }, (_, index) => `é${index}`);
    const french = await get({ ...SESSION, 'Accept-Language': 'fr' }).expect(200);
    expect(french.body).to.deep.equal(items);
    const tag = french.headers.etag!;
    expect((await get({ ...SESSION, 'Accept-Language': 'en' })).headers.etag).to.not.equal(tag);
    const again = await get({ ...SESSION, 'Accept-Language': 'fr', 'If-None-Match': tag }).expect(304);
    expect(again.text).to.equal('');
    items = items.with(-1, 'other');
    await get({ ...SESSION, 'Accept-Language': 'fr', 'If-None-Match': tag }).expect(200);
    items = [1, 2];
  });

  it('depends on the language, also where the text is the same', async () => {
    const [french, english, dutch] = [
      await get({ ...SESSION, 'Accept-Language': 'fr' }),
      await get({ ...SESSION, 'Accept-Language': 'en' }),
      await get(bearer('2|dutch')),
    ];
    expect(french.text).to.equal(english.text).and.to.equal(dutch.text);
    expect(new Set([french, english, dutch].map(({ headers }) => headers.etag)).size).to.equal(3);
    const tag = french.headers.etag!;
    await get({ ...SESSION, 'Accept-Language': 'en', 'If-None-Match': tag }).expect(200);
    await get({ ...SESSION, 'Accept-Language': 'fr', 'If-None-Match': tag }).expect(304);
  });

  it('is not made where nobody could use it', async () => {
    expect((await request(app).get('/v1/clock').expect(200)).headers).to.not.have.property('etag');
    expect((await request(app).get('/v1/items').expect(401)).headers).to.not.have.property('etag');
  });
});

describe('the ETag of a company file', () => {
  const ledger = useLedger();
  const tagOf = async (path: string): Promise<string> => {
    const { status, headers } = await ledger.firm.client.get(path);
    expect([status, headers.get('etag')], path).to.satisfy(([code, tag]: unknown[]) => code === 200 && tag !== null);
    return headers.get('etag')!;
  };
  const statusFor = async (path: string, tag: string): Promise<number> =>
    (await ledger.firm.client.get(path, { 'If-None-Match': tag })).status;

  it('and of its journals and lists changes with every count that is shown', async () => {
    const { path } = ledger.file;
    const journal = ledger.file.journal('OD');
    const shown = [path, '/v1/companies', `${path}/journals`, `${path}/journals/${journal}`, `${path}/entries`];
    const lists = [`${path}/accounts`, `${path}/vat-codes`, `${path}/third-parties`, `${path}/fiscal-years`];
    const tags = new Map<string, string>();
    for (const each of [...shown, ...lists]) tags.set(each, await tagOf(each));
    for (const [each, tag] of tags) expect(await statusFor(each, tag), each).to.equal(304);
    expect(tags.get(path)).to.match(/^"v1-[\w-]+"$/);
    await ledger.posted({ journal_id: journal });
    for (const each of shown) expect(await statusFor(each, tags.get(each)!), each).to.equal(200);
    for (const each of lists) expect(await statusFor(each, tags.get(each)!), each).to.equal(304);
  });

  it('guards a change of it as the version does', async () => {
    const { path } = ledger.file;
    const tag = await tagOf(path);
    await ledger.firm.client.expect(200).patch(path, { name: 'Another name' }, { 'If-Match': tag });
    await ledger.firm.client.refused(409).patch(path, { name: 'A third name' }, { 'If-Match': tag });
    expect(await statusFor('/v1/companies', await tagOf('/v1/companies'))).to.equal(304);
  });

  it('is there for a list that is too long to be held, and changes with the file', async () => {
    const { client } = ledger.firm;
    const path = `${ledger.file.path}/third-parties`;
    const rows = Array.from({ length: 2_001 }, (_, index) => `Client ${index}`);
    const form = new FormData();
    form.append('file', new File([['name', ...rows].join('\n')], 'many.csv', { type: 'text/csv' }));
    form.append('type', 'customer');
    const imported = await client.request('POST', `${path}/import`, { body: form });
    expect(imported.status, imported.text).to.be.oneOf([200, 201]);
    const first = await client.get<AnswerBody[]>(path);
    expect(first.body.length).to.be.above(2_000);
    const tag = first.headers.get('etag')!;
    expect(tag).to.match(/^W\/"/);
    expect(await statusFor(path, tag)).to.equal(304);
    expect(await statusFor(`${path}?q=Client`, tag)).to.equal(200);
    await client.patch(`${path}/${first.body[1_000]!.id}`, { name: 'Client perdu' });
    expect(await statusFor(path, tag)).to.equal(200);
    const { pool, bulkPool } = ledger.service.core;
    const services = { pool, bulkPool, feedHead: (companyId: number) => readFeedHead(pool, companyId) };
    const of = (language: 'fr' | 'nl') =>
      respondWithList(services, thirdPartyApi, ledger.file.id, { equal: {}, search: null }, language);
    const tags = (await Promise.all([of('fr'), of('nl')])).map(({ headers }) => headers?.ETag);
    expect(tags[0]).to.not.equal(tags[1]);
  });
});
