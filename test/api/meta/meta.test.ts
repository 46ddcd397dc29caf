import { expect } from 'chai';
import { VERSION } from '../../../support/version.ts';
import { useService } from '../../support/service.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

describe('Meta routes', () => {
  const service = useService();

  it('tells name, version and status at the root', async () => {
    expect(await service.anonymous.ok('/')).to.deep.equal({ name: 'Grandlivre', version: 'v1', status: 'ok' });
  });

  it('shows browsers a page at the root in their language, with links that work, under a strict policy', async () => {
    const browse = (path: string, language: string) =>
      service.anonymous.get(path, {
        Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
        'Accept-Language': language,
      });
    for (const [language, title] of [
      ['fr-BE', 'Grandlivre est en service'],
      ['nl', 'Grandlivre draait hier'],
      ['en-GB', 'Grandlivre is running here'],
      ['de', 'Hier läuft Grandlivre'],
    ] as const) {
      const { status, headers, text } = await browse('/', language);
      expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).to.match(/^default-src 'none'; style-src 'sha256-/);
      expect(text)
        .to.contain(`<html lang="${language.slice(0, 2)}">`)
        .and.contain(`<h1>${title}</h1>`);
      expect(text).to.contain(VERSION);
    }
    const { text } = await browse('/?lang=de', 'fr');
    expect(text).to.contain('<html lang="de">');
    const links = [...text.matchAll(/href="([^"#]+)(?:#\w+)?"/g)].map(([, link]) => link!);
    expect(links).to.include.members(['/console', '/docs', '/v1/status', '/openapi.json', '/?lang=nl']);
    // Building the document takes seconds, and other tests read it.
    for (const link of links.filter((one) => one !== '/openapi.json'))
      expect((await service.anonymous.get(link)).status, link).to.equal(200);
  });

  it('offers the demo there only if there is one', async () => {
    const html = { Accept: 'text/html' };
    const { text } = await service.anonymous.get('/', html);
    expect(text.includes('href="/docs#demo"')).to.equal(service.config.demo);
  });

  it('answers the probe with the time of the server', async () => {
    const before = Date.now();
    const body = await service.anonymous.ok('/v1/ping');
    expect(body).to.have.all.keys('ok', 'server_time');
    expect(body.ok).to.equal(true);
    expect(body.server_time).to.match(TIMESTAMP);
    expect(Date.parse(body.server_time as string)).to.be.within(before - 1_000, Date.now() + 1_000);
  });

  it('tells that the database and the event log answer', async () => {
    const body = await service.anonymous.ok('/v1/status');
    expect(body).to.have.all.keys('ok', 'time', 'version');
    expect(body.version).to.equal(VERSION);
    expect(body.ok).to.equal(true);
    expect(body.time).to.match(TIMESTAMP);
  });

  it('answers HEAD like GET, without a body', async () => {
    const { status, text } = await service.anonymous.request('HEAD', '/v1/ping');
    expect([status, text]).to.deep.equal([200, '']);
  });

  it('does not know any other path, and tells which methods a path has', async () => {
    await service.anonymous.refused(404).get('/v1/nothing');
    await service.anonymous.refused(404).get('/v2/ping');
    const { status, headers } = await service.anonymous.post('/v1/ping', {});
    expect(status).to.equal(405);
    expect(headers.get('allow')).to.contain('GET');
  });

  it('gives every answer a request id', async () => {
    const [first, second] = [await service.anonymous.get('/'), await service.anonymous.get('/v1/nothing')];
    expect(first.headers.get('x-request-id')).to.be.a('string').with.length.above(8);
    expect(second.headers.get('x-request-id')).to.not.equal(first.headers.get('x-request-id'));
  });
});
