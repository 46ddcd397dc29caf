import { expect } from 'chai';
import { useService } from '../../support/service.ts';

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

describe('Meta routes', () => {
  const service = useService();

  it('tells name, version and status at the root', async () => {
    expect(await service.anonymous.ok('/')).to.deep.equal({ name: 'Grandlivre', version: 'v1', status: 'ok' });
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
    expect(body).to.have.all.keys('ok', 'time');
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
