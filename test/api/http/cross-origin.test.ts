import { expect } from 'chai';
import request from 'supertest';
import { z } from 'zod';
import type { Origins } from '../../../api/http/server/cross-origin.ts';
import { route } from '../../../api/http/routing/route.ts';
import { SIGNED_HEADERS } from '../../../api/http/routing/signed-urls.ts';
import { readConfig } from '../../../configuration/config.ts';
import { COMPANY, SESSION, entry, toyApp } from './support.ts';

const APP = 'https://app.example.com';
const OTHER = 'https://elsewhere.example';
const ENTRIES = `/v1/companies/${COMPANY}/entries`;

const file = route({
  method: 'get',
  path: '/v1/file',
  area: 'toys',
  summary: 'A file behind a signed link',
  ability: 'signed',
  role: 'any',
  demo: 'allowed',
  replies: { 200: z.string() },
  fileTypes: ['image/png'],
  handle: () => ({ status: 200, raw: 'png', headers: { ...SIGNED_HEADERS, 'Content-Type': 'image/png' } }),
});

const appFor = (corsOrigins?: Origins) =>
  toyApp({ config: { ...(corsOrigins && { corsOrigins }) }, extraRoutes: [file], guards: { signed: () => true } }).app;

const corsHeaders = (headers: Record<string, string>): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

const preflight = (app: ReturnType<typeof appFor>, path: string, origin: string) =>
  request(app).options(path).set({
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'authorization,content-type,x-client-mutation-id',
  });

describe('pages of other origins', () => {
  const app = appFor([APP, 'http://localhost:5173']);

  it('are not served unless they are configured', async () => {
    const closed = appFor();
    const { headers } = await request(closed).get('/v1/ping').set('Origin', APP).expect(200);
    expect(corsHeaders(headers)).to.deep.equal([]);
    expect(headers.vary).to.not.contain('Origin');
    const asked = await preflight(closed, ENTRIES, APP).expect(204);
    expect(corsHeaders(asked.headers)).to.deep.equal([]);
    const shown = await request(closed).get('/v1/file').expect(200);
    expect(shown.headers).to.include({ 'cross-origin-resource-policy': 'same-origin', 'x-frame-options': 'DENY' });
  });

  it('may ask before they call, whatever the path', async () => {
    for (const path of [ENTRIES, '/v1/ping', '/nowhere']) {
      const { headers, text } = await preflight(app, path, APP).expect(204);
      expect(text).to.equal('');
      expect(headers).to.include({
        'access-control-allow-origin': APP,
        'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE',
        'access-control-allow-headers': 'authorization,content-type,x-client-mutation-id',
        'access-control-max-age': '7200',
      });
      expect(headers).to.not.have.property('access-control-allow-credentials');
      expect(headers.vary).to.contain('Origin');
    }
    const refused = await preflight(app, ENTRIES, OTHER).expect(204);
    expect(refused.headers).to.not.have.property('access-control-allow-origin');
  });

  it('leave a plain OPTIONS what it was', async () => {
    const { headers } = await request(app).options('/v1/ping').expect(204);
    expect(headers.allow).to.contain('GET');
  });

  it('read answers and refusals with their headers, those of our own included', async () => {
    const posted = await request(app)
      .post(ENTRIES)
      .set({ ...SESSION, Origin: APP, 'X-Client-Mutation-Id': 'one' })
      .send(entry());
    expect(posted.status).to.equal(201);
    expect(posted.headers['access-control-allow-origin']).to.equal(APP);
    const exposed = posted.headers['access-control-expose-headers']!.split(',');
    expect(exposed).to.include.members(['ETag', 'Retry-After', 'Content-Disposition', 'X-Request-Id']);
    const ours = Object.keys(posted.headers).filter((name) => /^x-(?!content-type|frame)/.test(name));
    expect(ours).to.include('x-operation-id');
    expect(exposed.map((name) => name.toLowerCase())).to.include.members(ours);
    for (const [path, status] of [
      ['/nowhere', 404],
      [ENTRIES, 401],
    ] as const) {
      const { headers } = await request(app).get(path).set('Origin', APP).expect(status);
      expect(headers['access-control-allow-origin'], path).to.equal(APP);
    }
    const known = await request(app)
      .get(`${ENTRIES}/5`)
      .set({ ...SESSION, Origin: APP, 'If-None-Match': '"v3"' })
      .expect(304);
    expect(known.headers['access-control-allow-origin']).to.equal(APP);
  });

  it('that are not in the list get an answer that their browser keeps from them', async () => {
    const { headers } = await request(app).get('/v1/ping').set('Origin', OTHER).expect(200);
    expect(headers).to.not.have.property('access-control-allow-origin');
    const own = await request(app).get('/v1/ping').expect(200);
    expect(own.headers.vary).to.contain('Origin');
    expect(corsHeaders(own.headers)).to.deep.equal([]);
  });

  it('show files behind signed links in images and frames', async () => {
    const { headers } = await request(app).get('/v1/file').expect(200);
    expect(headers['cross-origin-resource-policy']).to.equal('cross-origin');
    expect(headers['content-security-policy']).to.equal(
      `sandbox; default-src 'none'; frame-ancestors ${APP} http://localhost:5173`,
    );
    expect(headers).to.not.have.property('x-frame-options');
    const json = await request(app).get('/v1/ping').set('Origin', APP).expect(200);
    expect(json.headers).to.include({ 'cross-origin-resource-policy': 'same-origin', 'x-frame-options': 'DENY' });
  });

  it('are all allowed by *', async () => {
    const open = appFor('*');
    const { headers } = await request(open).get('/v1/ping').set('Origin', OTHER).expect(200);
    expect(headers['access-control-allow-origin']).to.equal('*');
    expect(headers.vary).to.not.contain('Origin');
    const shown = await request(open).get('/v1/file').expect(200);
    expect(shown.headers['content-security-policy']).to.contain('frame-ancestors *');
  });
});

describe('CORS_ORIGINS', () => {
  const read = (value: string) => readConfig({ CORS_ORIGINS: value }).corsOrigins;

  it('is a list of origins, or * alone', () => {
    expect(readConfig({}).corsOrigins).to.deep.equal([]);
    expect(read('*')).to.equal('*');
    expect(
      read('https://App.Example.com:443/, http://localhost:5173,capacitor://localhost,http://[::1]:3000,'),
    ).to.deep.equal(['https://app.example.com', 'http://localhost:5173', 'capacitor://localhost', 'http://[::1]:3000']);
  });

  it('is refused when it is anything else', () => {
    for (const value of [
      'app.example.com',
      'https://a.example/path',
      '*,https://a.example',
      'https://*.example',
      'https://a.example https://b.example',
      "https://a.example; script-src 'none'",
    ])
      expect(() => read(value), value).to.throw(/CORS_ORIGINS must be origins/);
  });
});
