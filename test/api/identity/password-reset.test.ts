import { expect } from 'chai';
import { expectStatus, expectRefusal } from '../../support/client.ts';
import { PASSWORD, startTestService, useService, type TestService } from '../../support/service.ts';
import { startMailServer, type TestMailServer } from '../../support/smtp-server.ts';

const NEW = 'another horse battery';

describe('A forgotten password', () => {
  let mails: TestMailServer;
  let service: TestService;

  before(async () => {
    mails = await startMailServer();
    service = await startTestService({ environment: { SMTP_URL: mails.url } });
  });
  after(async () => {
    await service.invariants();
    await service.stop();
    await mails.close();
    expect(service.errors).to.deep.equal([]);
  });
  beforeEach(() => service.core.pool.query('DELETE FROM ops.rate_counters'));

  const forgot = (email: string) => service.anonymous.post('/v1/auth/password/forgot', { email });
  const reset = (token: string, password: string) =>
    service.anonymous.post('/v1/auth/password/reset', { token, password });
  const tokenFor = async (email: string) => /[?&]token=([^&\s]+)/.exec((await mails.mailTo(email)).text)![1]!;
  const login = async (email: string, password: string) =>
    (await service.anonymous.post('/v1/auth/login', { email, password })).status;

  it('is replaced through a mailed link, once; every session and token ends', async () => {
    const { admin, client } = await service.newFirm();
    const program = service.anonymous.as(await service.integrationToken(admin.id, ['read']));
    await expectStatus(forgot(admin.email.toUpperCase()), 202);
    const token = await tokenFor(admin.email);
    await expectRefusal(reset(token, 'password'), 422, { error_codes: { password: ['password_too_common'] } });
    const done = await reset(token, NEW);
    expect([done.status, done.text]).to.deep.equal([204, '']);
    for (const one of [client, program]) await one.refused(401).get('/v1/auth/me');
    expect([await login(admin.email, PASSWORD), await login(admin.email, NEW)]).to.deep.equal([422, 201]);
    await expectRefusal(reset(token, 'yet another horse battery'), 403, 'link_outdated');
  });

  it('is answered the same for an address without an account, which gets no mail', async () => {
    const { admin } = await service.newFirm();
    const [known, unknown] = [await forgot(admin.email), await forgot('nobody@example.com')];
    expect([known.status, known.text]).to.deep.equal([unknown.status, unknown.text]);
    await mails.mailTo(admin.email);
    expect(mails.mails.filter(({ to }) => to.includes('nobody@example.com'))).to.have.length(0);
  });

  it('claims the account that a firm has opened: whoever has the mailbox has the account', async () => {
    const firm = await service.newFirm();
    const person = { email: 'prepared@example.com', name: 'P', password: 'known to the firm', role: 'encoder' };
    const { body } = await firm.client.post(`/v1/firms/${firm.token}/members`, person);
    await forgot(person.email);
    await expectStatus(reset(await tokenFor(person.email), NEW), 204);
    await firm.client.refused(422, 'account_not_managed').patch(`/v1/firms/${firm.token}/members/${body.id}`, {
      password: 'eight or more',
    });
    expect(await login(person.email, NEW)).to.equal(201);
  });

  it('is not replaced by a link that has run out, was replaced, or is for something else', async () => {
    const { admin } = await service.newFirm();
    await forgot(admin.email);
    const first = await tokenFor(admin.email);
    const count = mails.mails.length;
    await forgot(admin.email);
    while (mails.mails.length === count) await new Promise((resolve) => setTimeout(resolve, 10));
    const second = await tokenFor(admin.email);
    await expectStatus(reset(first, NEW), 403);
    await service.core.pool.query('UPDATE ops.account_links SET expires_at = now() WHERE user_id = $1', [admin.id]);
    await expectStatus(reset(second, NEW), 403);
    for (const token of ['1-x', 'x', '999999-'.padEnd(47, 'a')]) await expectStatus(reset(token, NEW), 403);
    expect(await login(admin.email, PASSWORD)).to.equal(201);
  });

  it('is limited by address, and by account', async () => {
    const answers = [];
    for (let attempt = 0; attempt < 7; attempt += 1) answers.push((await forgot('someone@example.com')).status);
    expect(answers).to.deep.equal([202, 202, 202, 202, 202, 202, 429]);
  });

  it('is shown on a page, which does nothing before its form is sent', async () => {
    const { admin } = await service.newFirm();
    await forgot(admin.email);
    const token = await tokenFor(admin.email);
    const asBrowser = { Accept: 'text/html' };
    const page = await service.anonymous.get(`/v1/auth/password/reset?token=${token}&lang=nl`, asBrowser);
    expect(page.status, page.text).to.equal(200);
    expect(page.text).to.contain('Een nieuw wachtwoord kiezen').and.contain(admin.email).and.contain(token);
    const send = (fields: Record<string, string>) =>
      service.anonymous.request('POST', '/v1/auth/password/reset?lang=nl', {
        body: new URLSearchParams(fields).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...asBrowser },
      });
    const short = await send({ token, password: 'x' });
    expect(short.status).to.equal(422);
    expect(short.text).to.contain('role="alert"').and.contain(token);
    const done = await send({ token, password: NEW });
    expect([done.status, done.text.includes('Uw wachtwoord is gewijzigd')]).to.deep.equal([200, true]);
    expect(await login(admin.email, NEW)).to.equal(201);
    const over = await service.anonymous.get(`/v1/auth/password/reset?token=${token}&lang=nl`, asBrowser);
    expect([over.status, over.text.includes('Deze link werkt niet meer')]).to.deep.equal([403, true]);
  });
});

describe('A forgotten password without a mail server', () => {
  const service = useService();

  it('is a 503 that says so, whatever the address', async () => {
    const { status, body } = await service.anonymous.post('/v1/auth/password/forgot', { email: 'a@example.com' });
    expect([status, body.code]).to.deep.equal([503, 'mail_not_configured']);
  });
});
