import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import MiniSearch from 'minisearch';
import request from 'supertest';
import { getBuiltDocument, loadPages, type BuiltPage } from '../../api/documentation/guides/built-pages.ts';
import { routes } from '../../api/routes.ts';
import { getOperationId } from '../../api/documentation/operation-ids.ts';
import { writeCode } from '../../cli/guides/code.ts';
import { expandRequests } from '../../cli/guides/sources.ts';
import { listVariables, parseRequest } from '../../cli/guides/request.ts';
import { pickValue } from '../../console/documentation/pick-value.ts';
import { SEARCH_OPTIONS, type Found } from '../../console/documentation/search-options.ts';
import { toyApp } from '../api/http/support.ts';
import { buildOnce } from '../support/processes.ts';

describe('The pages of the documentation', function () {
  this.timeout(60_000);
  const { app } = toyApp();
  let pages: readonly BuiltPage[];

  before(async () => {
    await buildOnce();
    pages = await loadPages();
  });

  it('are served with a policy that allows no inline scripts or styles, and load nothing from elsewhere', async () => {
    for (const path of ['/docs/guides', '/docs/guides/errors', '/docs/pages/sync']) {
      const { text, headers } = await request(app)
        .get(path)
        .expect(200)
        .expect('Content-Type', /text\/html/);
      expect(headers['content-security-policy']).to.contain("default-src 'none'").and.to.contain("connect-src 'self'");
      expect(headers['content-security-policy']).to.not.match(/unsafe|https?:|\*/);
      expect(text).to.not.match(/<style|\sstyle=|<script>|\son\w+=|src="https?:/);
    }
    await request(app).get('/docs/guides/errors').expect('ETag', /./);
  });

  it('include the pages on synchronisation, webhooks, migration, audit and clients', async () => {
    for (const slug of ['sync', 'webhooks', 'migration', 'audit', 'clients'])
      await request(app).get(`/docs/pages/${slug}`).expect(200).expect(/<h1 /);
  });

  it('are 404 where there is none', async () => {
    for (const path of ['/docs/guides/nothing', '/docs/pages/events', '/docs/pages/..%2fguides%2fbank', '/docs/guides/constructor'])
      await request(app).get(path).expect(404);
  });

  it('link only to pages, headings, routes and codes that exist', async () => {
    const known = new Set(['/docs', '/docs/guides', '/openapi.json', ...pages.map(({ path }) => path)]);
    const anchors = new Map(pages.map(({ path, html }) => [path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!))]));
    const { text: codes } = await request(app).get('/docs/error-codes.json');
    for (const { path, html } of pages)
      for (const [, href] of html.matchAll(/<a href="([^"]+)"/g)) {
        if (/^(https?|mailto):/.test(href!)) continue;
        const [target = '', anchor] = href!.startsWith('#') ? [path, href!.slice(1)] : href!.split('#');
        expect(known, `${path}: ${href}`).to.include(target);
        if (anchor === undefined) continue;
        if (target === '/docs') expect(codes).to.contain(`"${anchor}"`);
        else expect(anchors.get(target), `${path}: ${href}`).to.include(anchor);
      }
  });

  it('have routes in their requests that exist', () => {
    const patterns = routes.map(({ method, path }) => new RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`, 'i'));
    for (const { html, path } of pages)
      for (const [, data] of html.matchAll(/data-request="([^"]*)"/g)) {
        const { method, path: target } = JSON.parse(data!.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
        const asked = `${method} ${target.split('?')[0]}`;
        expect(patterns.some((pattern) => pattern.test(asked)), `${path}: ${asked}`).to.equal(true);
      }
  });
});

describe('The search of the documentation', function () {
  this.timeout(60_000);
  let index: MiniSearch;
  const find = (text: string): Found[] => index.search(text) as unknown as Found[];

  before(async () => {
    await buildOnce();
    index = MiniSearch.loadJSON(readFileSync(getBuiltDocument('search-index.json'), 'utf8'), SEARCH_OPTIONS);
  });

  it('finds error codes', () => {
    expect(find('period_locked')[0]).to.include({ kind: 'error', title: 'period_locked', href: '/docs#period_locked' });
    expect(find('period_lock').map(({ title }) => title)).to.include('period_locked');
  });

  it('finds guides and routes by what they are about', () => {
    const found = find('balance sheet').slice(0, 5);
    expect(found.map(({ href }) => href)).to.include.members([
      '/docs/guides/known-at#a-balance-sheet-of-that-moment',
      '/docs#/reports/getBalanceSheet',
    ]);
    expect(find('retry').slice(0, 3).map(({ href }) => href.split('#')[0])).to.include('/docs/guides/idempotency');
    expect(find('known_at')[0]!.href).to.contain('known');
    expect(find('webhook signature').slice(0, 3).map(({ href }) => href)).to.include('/docs/pages/webhooks#verifying-the-signature');
  });

  it('finds fields with their meaning, and forgives a slip', () => {
    const [field] = find('structured_communication').filter(({ kind }) => kind === 'field');
    expect(field).to.include({ title: 'structured_communication' });
    expect(field!.href).to.match(/^\/docs#\/[\w-]+\/\w+$/);
    expect(find('sychronisation').map(({ href }) => href)).to.include('/docs/guides/synchronisation');
  });

  it('has every route, and is small enough to be loaded with the first letter', () => {
    const hrefs = new Set(find('v1').map(({ href }) => href));
    for (const route of routes.filter(({ path }) => path.startsWith('/v1/')))
      expect(hrefs, route.path).to.include(`/docs#/${route.area}/${getOperationId(route)}`);
    expect(readFileSync(getBuiltDocument('search-index.json')).length).to.be.below(2_500_000);
  });
});

describe('A request of a guide', () => {
  const parse = (info: string, source: string) => parseRequest(`http ${info}`, source);

  it('is parsed with what the guide promises and keeps of it', () => {
    const parsed = parse('status=201 save=ENTRY:id save=ETAG:header:ETag show=ETag', 'POST /v1/x/$COMPANY\nIf-Match: "v1"\n\n{ "id": $OD, "text": "$a1 $NAME" }');
    expect(parsed).to.deep.include({ method: 'POST', path: '/v1/x/$COMPANY', status: 201, shown: ['ETag'] });
    expect(parsed.saved).to.deep.equal({ ENTRY: 'id', ETAG: 'header:ETag' });
    expect(parsed.headers.map(([name]) => name)).to.deep.equal(['Authorization', 'Content-Type', 'If-Match']);
    expect(listVariables(parsed)).to.deep.equal(['COMPANY', 'TOKEN', 'OD', 'NAME']);
    expect(() => parse('', 'GET v1/x')).to.throw('not a request');
  });

  it('keeps what the languages would misread', () => {
    const { sh, ts, python } = writeCode(parse('public', `POST /v1/x\n\n{ "a": "it's $b \\"c\\"", "d": "{e} $F", "g": null, "h": true }`));
    expect(sh).to.contain(`"a": "it's \\$b \\\\"c\\\\"", "d": "{e} $F"`);
    expect(ts).to.contain(`a: 'it\\'s $b "c"', d: \`{e} \${F}\`, g: null, h: true`);
    expect(python).to.contain(`"a": "it's $b \\"c\\"", "d": f"{{e}} {F}", "g": None, "h": True`);
  });

  it('becomes the code of three languages in Markdown, and other code stays', () => {
    const text = expandRequests('# T\n\n```http public\nGET /v1/ping\n```\n\n```json\n{}\n```\n');
    expect(text).to.match(/^# T\n\n```sh\n[\s\S]+```\n\n```ts\n[\s\S]+```\n\n```python\n[\s\S]+```\n\n```json\n\{\}\n```\n$/);
  });

  it('gives values to the next one', () => {
    expect(pickValue([{ code: 'A', id: 1 }, { code: 'OD', id: 7 }], '[code=OD].id')).to.equal(7);
    expect(pickValue({ data: [{ id: 3 }] }, 'data.0.id')).to.equal(3);
    expect(pickValue({ data: [] }, 'data.0.id')).to.equal(undefined);
  });
});
