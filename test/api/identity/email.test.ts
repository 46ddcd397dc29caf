import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createSignedUrls } from '../../../api/http/routing/signed-urls.ts';
import { issueLink } from '../../../stores/identity/account-links.ts';
import { storePassword } from '../../../stores/identity/passwords.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { expectStatus, expectRefusal, createClient, type Client } from '../../support/client.ts';
import { PASSWORD, startTestService, useService, type TestService } from '../../support/service.ts';
import { startMailServer, type TestMailServer } from '../../support/smtp-server.ts';

describe('Another e-mail address', () => {
  let mailServer: TestMailServer;
  let service: TestService;

  before(async () => {
    mailServer = await startMailServer();
    service = await startTestService({
      environment: { SMTP_URL: mailServer.url, MAIL_FROM: 'Books <no-reply@books.example>' },
    });
  });
  after(async () => {
    await service.invariants();
    await service.stop();
    await mailServer.close();
    expect(service.errors).to.deep.equal([]);
  });
  beforeEach(() => mailServer.behave('accept'));

  const address = () => `new-${randomUUID()}@example.com`;
  const ask = (client: Client, email: string, more: object = {}, headers?: Record<string, string>) =>
    client.post('/v1/auth/email', { email, password: PASSWORD, ...more }, headers);
  const me = async (client: Client) => (await client.get('/v1/auth/me')).body;
  const linkIn = (text: string): string => /http:\/\/\S+/.exec(text)![0];
  const linkTo = async (email: string): Promise<string> => linkIn((await mailServer.mailTo(email)).text);
  const open = (link: string) => {
    expect(link.startsWith(service.url)).to.equal(true);
    return createClient(service.url).post(link.slice(service.url.length), {});
  };
  const login = (email: string) => service.anonymous.post('/v1/auth/login', { email, password: PASSWORD });

  it('counts when the page behind the link that is mailed to it is confirmed', async () => {
    const firm = await service.newFirm();
    const wanted = address();
    const asked = await expectStatus(ask(firm.client, wanted), 200);
    expect(asked).to.include({ email: firm.admin.email, pending_email: wanted, email_verified: true });
    expect(await me(firm.client)).to.deep.equal(asked);
    await expectStatus(login(wanted), 422);
    const mail = await mailServer.mailTo(wanted);
    expect(mail.headers.from).to.equal('Books <no-reply@books.example>');
    expect(mail.headers.subject).to.equal('Confirm your e-mail address');
    expect(mail.headers['content-language']).to.equal('en');
    const link = new URL(linkIn(mail.text));
    expect(link.pathname).to.equal('/v1/auth/email/verify');
    expect(Number(link.searchParams.get('expires')) - Date.now() / 1_000).to.be.within(86_390, 86_401);
    expect(link.href).to.not.include(encodeURIComponent(wanted));

    const confirmed = await open(link.href);
    expect(confirmed.status).to.equal(200);
    expect(confirmed.body).to.deep.equal({
      message: `The address ${wanted} is confirmed.`,
      email: wanted,
      email_verified: true,
    });
    expect(confirmed.headers.get('cache-control')).to.equal('private, no-store');
    expect(confirmed.headers.get('referrer-policy')).to.equal('no-referrer');
    expect(await me(firm.client)).to.include({ email: wanted, pending_email: null, email_verified: true });
    await expectStatus(login(wanted), 201);
    await expectStatus(login(firm.admin.email), 422);
    expect((await mailServer.mailTo(firm.admin.email)).text).to.include(wanted);
  });

  it('is stopped by the owner of the old address, through the link in a notice', async () => {
    const { client, id } = await service.newUser();
    const [wanted, own] = [address(), `user${id}@example.com`];
    await ask(client, wanted);
    const notice = await mailServer.mailTo(own);
    expect(notice.headers.subject).to.equal('Change of address requested for your Grandlivre account');
    expect(notice.text).to.include(wanted);
    const link = linkIn(notice.text).slice(service.url.length);
    const page = await service.anonymous.get(link, { Accept: 'text/html' });
    expect(page.text).to.include('Stop the change');
    expect(await me(client), 'opened in a browser, nothing is stopped').to.include({ pending_email: wanted });
    const stopped = await service.anonymous.expect(200).get(link);
    expect(stopped.message).to.match(/^The change of address was stopped/);
    expect(await me(client)).to.include({ email: own, pending_email: null });
    await service.anonymous.expect(200).get(link);
    await expectRefusal(open(await linkTo(wanted)), 403, 'link_outdated');
    await service.anonymous.refused(403).get(link.replace('request=', 'request=x'));
    await ask(client, wanted);
    await expectStatus(open(await linkTo(own)), 200);
    expect(await me(client), 'stopped by the button of the page').to.include({ pending_email: null });
  });

  it('is void when the password changes, like open links and an unconfirmed second factor', async () => {
    const { client, id } = await service.newUser();
    const [wanted, own] = [address(), `user${id}@example.com`];
    await ask(client, wanted);
    await client.expect(201).post('/v1/auth/totp', { password: PASSWORD });
    const link = { userId: id, email: own, purpose: 'password_reset', firmId: null, means: 'mailed' } as const;
    await issueLink(service.core.pool, link);
    const countPending = async (): Promise<readonly number[]> => {
      const { rows } = await service.core.pool.query<{ links: number; factors: number }>(
        `SELECT (SELECT count(*)::int FROM ops.account_links WHERE user_id = $1 AND used_at IS NULL) AS links,
                (SELECT count(*)::int FROM ops.second_factors WHERE user_id = $1) AS factors`,
        [id],
      );
      return [rows[0]!.links, rows[0]!.factors];
    };
    expect(await countPending()).to.deep.equal([1, 1]);
    const password = `${PASSWORD} and more`;
    await client.expect(204).put('/v1/auth/password', { current_password: PASSWORD, password });
    expect(await countPending()).to.deep.equal([0, 0]);
    await expectRefusal(open(await linkTo(wanted)), 403, 'link_outdated');
  });

  it('is not confirmed by whoever only opens the link, such as a scanner of mails', async () => {
    const { client, id } = await service.newUser();
    const wanted = address();
    await ask(client, wanted);
    const link = (await linkTo(wanted)).slice(service.url.length);
    const asBrowser = { Accept: 'text/html' };
    for (const [method, headers] of [
      ['HEAD', {}],
      ['GET', {}],
      ['HEAD', asBrowser],
      ['GET', asBrowser],
    ] as const)
      await expectStatus(service.anonymous.request(method, link, { headers }), 200);
    expect((await service.anonymous.get(link)).body).to.deep.equal({ email: wanted, is_confirmed: false });
    expect(await me(client)).to.include({ email: `user${id}@example.com`, pending_email: wanted });
    const page = await service.anonymous.get(link, asBrowser);
    expect(page.text).to.contain('Confirm your address').and.contain(wanted).and.contain('method="post"');
    const action = /action="([^"]+)"/.exec(page.text)![1]!.replaceAll('&amp;', '&');
    const form = { body: '', headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...asBrowser } };
    const sent = await service.anonymous.request('POST', action.slice(service.url.length), form);
    expect(sent.status, sent.text).to.equal(200);
    expect(sent.text).to.contain(`The address ${wanted} is confirmed.`);
    expect(await me(client)).to.include({ email: wanted, pending_email: null });
    expect((await service.anonymous.get(link)).body).to.deep.equal({ email: wanted, is_confirmed: true });
    const forged = await service.anonymous.get(`${link}x`, asBrowser);
    expect([forged.status, forged.headers.get('content-type')]).to.deep.equal([403, 'text/html; charset=utf-8']);
  });

  it('is confirmed twice as well as once', async () => {
    const { client } = await service.newUser();
    const wanted = address();
    await ask(client, wanted);
    const link = await linkTo(wanted);
    const [first, second] = await Promise.all([open(link), open(link)]);
    const third = await open(link);
    expect([first.status, second.status, third.status]).to.deep.equal([200, 200, 200]);
    expect(third.body).to.deep.equal(first.body);
  });

  it('is not confirmed by the link of an earlier request', async () => {
    const { client } = await service.newUser();
    const [first, second] = [address(), address()];
    await ask(client, first);
    await ask(client, second);
    expect(await me(client)).to.include({ pending_email: second });
    await expectRefusal(open(await linkTo(first)), 403, 'link_outdated');
    const used = await linkTo(second);
    await expectStatus(open(used), 200);
    await expectStatus(open(await linkTo(first)), 403);
    await ask(client, first);
    // The link that was used is good for nothing but to say so once more.
    expect((await open(used)).body).to.include({ email: second });
    expect(await me(client)).to.include({ email: second, pending_email: first });
  });

  it('is not confirmed by a link that was changed or has expired', async () => {
    const { client, id } = await service.newUser();
    const other = await service.newUser();
    const wanted = address();
    await ask(client, wanted);
    const link = await linkTo(wanted);
    const request = new URL(link).searchParams.get('request')!;
    const signedUrls = createSignedUrls({ key: service.config.appKey!, baseUrl: service.url, trustProxy: 0 });
    const sign = (user: number, seconds: number) =>
      signedUrls.sign('/v1/auth/email/verify', { user, request }, Math.floor(Date.now() / 1_000) + seconds);
    const forged = [
      link.replace(`user=${id}`, `user=${other.id}`),
      link.replace(/request=[^&]+/, 'request=other'),
      link.replace(/expires=\d+/, 'expires=9999999999'),
      link.replace(/lang=\w+/, 'lang=fr'),
      `${link}&x=1`,
      link.replace(/&signature=.*/, ''),
      sign(id, -2),
    ];
    for (const url of forged) {
      const { status, body } = await open(url);
      expect([status, body.code], url).to.deep.equal([403, 'signature_invalid']);
    }
    await expectRefusal(open(sign(other.id, 60)), 403, 'link_outdated');
    await expectRefusal(open(sign(999_999, 60)), 403, 'link_outdated');
    expect(await me(client)).to.include({ pending_email: wanted });
    await expectStatus(open(sign(id, 60)), 200);
  });

  it('needs no token to be confirmed, and no token opens it', async () => {
    const { client } = await service.newUser();
    for (const one of [client, service.anonymous]) {
      await one.refused(403, 'signature_invalid').get('/v1/auth/email/verify');
    }
  });

  it('does not tell that someone else has it: the owner is told instead', async () => {
    const owner = await service.newFirm();
    const { client } = await service.newUser();
    const free = address();
    const [taken, unknown] = [await ask(client, owner.admin.email), await ask(client, free)];
    expect(taken.status).to.equal(200);
    expect(taken.body).to.include({ pending_email: owner.admin.email });
    expect({ ...taken.body, pending_email: null }).to.deep.equal({ ...unknown.body, pending_email: null });
    const word = await mailServer.mailTo(owner.admin.email);
    expect(word.text).to.not.match(/https?:/);
    expect(word.headers.subject).to.equal('Your address already has a Grandlivre account');
    // Nor does the link of another request tell it.
    await ask(client, owner.admin.email.toUpperCase());
    await expectRefusal(open(await linkTo(free)), 403, 'link_outdated');
    await expectStatus(login(owner.admin.email), 201);
  });

  it('goes to the first of two who confirm it at once', async () => {
    const people = await Promise.all([service.newUser(), service.newUser(), service.newUser()]);
    const wanted = address();
    const links: string[] = [];
    for (const { client } of people) {
      await expectStatus(ask(client, wanted), 200);
      links.push(await linkTo(wanted));
      mailServer.mails.length = 0;
    }
    const answers = await Promise.all(links.map(open));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422, 422]);
    const lost = answers.find(({ status }) => status === 422)!;
    expect(lost.body.errors).to.have.all.keys('email');
    const { rows } = await service.core.pool.query('SELECT id FROM read.users WHERE lower(email) = lower($1)', [
      wanted,
    ]);
    expect(rows).to.have.length(1);
  });

  it('that a firm is opened with meanwhile belongs to whoever was first', async () => {
    const { createFirm } = await import('../../../commands/firms/create-firm.ts');
    for (let round = 0; round < 3; round += 1) {
      const { client } = await service.newUser();
      const wanted = address();
      await ask(client, wanted);
      const link = await linkTo(wanted);
      const firm = { name: 'F', country_code: 'BE', locale: 'fr' as const, email: wanted };
      const admin = { name: 'A', email: wanted.toUpperCase(), password: PASSWORD, locale: null };
      await Promise.all([open(link), createFirm(service.core, { firm, admin }, createSystemContext('test'))]);
      const { rows } = await service.core.pool.query('SELECT id FROM read.users WHERE lower(email) = lower($1)', [
        wanted,
      ]);
      expect(rows).to.have.length(1);
    }
  });

  it('is confirmed also when it is the own one, for an account that nobody has vouched for', async () => {
    const [id] = await service.core.ids.allocate('users', 1);
    const email = address();
    const details = {
      id: id!,
      name: 'Ann',
      email,
      email_verified: false,
      password_id: await storePassword(service.core.pool, id!, PASSWORD),
      locale: 'fr' as const,
      is_platform_admin: false,
    };
    await service.core.commands.execute('user', id!, { type: 'RegisterUser', details }, createSystemContext('test'));
    const client = service.anonymous.as(await service.sessionToken(id!));
    expect(await me(client)).to.include({ email, email_verified: false, pending_email: null });
    await expectStatus(ask(client, email), 200);
    await expectStatus(open(await linkTo(email)), 200);
    expect(await me(client)).to.include({ email, email_verified: true, pending_email: null });
    await expectRefusal(ask(client, email), 422, ['email']);
  });

  it('is asked for with the password, which must be right', async () => {
    const { client } = await service.newUser();
    await client.refused(422, ['password']).post('/v1/auth/email', { email: address() });
    await expectRefusal(ask(client, address(), { password: 'wrong' }), 422, ['password']);
    expect(await me(client)).to.include({ pending_email: null });
    await expectStatus(ask(client, address(), { password: PASSWORD }), 200);
  });

  it('is refused by field when it is none, or already the own one', async () => {
    const { client, id } = await service.newUser();
    for (const email of [
      '',
      null,
      5,
      'x',
      'x@',
      'a b@c.be',
      'a@b.be\r\nBcc: c@d.be',
      'a@b.be,c@d.be',
      `user${id}@example.com`,
    ]) {
      const { status, body } = await client.post('/v1/auth/email', { email, password: PASSWORD });
      expect(status, JSON.stringify(email)).to.equal(422);
      expect(body.errors).to.have.all.keys('email');
    }
  });

  it('speaks the language of the person, in the mail and behind the link', async () => {
    for (const [locale, subject, start] of [
      ['fr', /Confirmez votre adresse/, 'L’adresse'],
      ['nl', /Bevestig uw e-mailadres/, 'Het adres'],
      ['de', /=\?UTF-8\?/i, 'Die Adresse'],
    ] as const) {
      const { client } = await service.newUser({ locale });
      const wanted = address();
      await ask(client, wanted);
      const mail = await mailServer.mailTo(wanted);
      expect(mail.headers['content-language']).to.equal(locale);
      expect(mail.headers.subject).to.match(subject);
      const { body } = await open(linkIn(mail.text));
      expect(body.message.startsWith(start)).to.equal(true);
    }
  });

  it('is not asked for when the mail cannot be sent: 503, and nothing has changed', async () => {
    const { client } = await service.newUser();
    mailServer.behave('refuse');
    const before = await service.core.log.readHead();
    const { status, body, headers } = await ask(client, address());
    expect([status, body.code]).to.deep.equal([503, 'mail_unavailable']);
    expect(Number(headers.get('retry-after'))).to.be.greaterThan(0);
    expect(await service.core.log.readHead()).to.equal(before);
    expect(await me(client)).to.include({ pending_email: null });
    mailServer.behave('accept');
    await expectStatus(ask(client, address()), 200);
  });

  it('is asked for once by a request that is sent again, and each of its mails works', async () => {
    const { client } = await service.newUser();
    const wanted = address();
    const key = { 'X-Client-Mutation-Id': randomUUID() };
    mailServer.behave('refuse');
    await expectStatus(ask(client, wanted, {}, key), 503);
    mailServer.behave('accept');
    await expectStatus(ask(client, wanted, {}, key), 200);
    const again = await ask(client, wanted, {}, key);
    expect([again.status, again.headers.get('x-idempotent-replay')]).to.deep.equal([200, '1']);
    expect(mailServer.mails.filter(({ to }) => to.includes(wanted))).to.have.length(1);
    await expectStatus(open(await linkTo(wanted)), 200);
  });

  it('cannot be used to flood others with mail', async () => {
    const { client } = await service.newUser();
    const answers = [];
    for (let count = 0; count < 12; count += 1) answers.push(await ask(client, address()));
    expect(answers.map(({ status }) => status)).to.deep.equal([...Array<number>(10).fill(200), 429, 429]);
    const { body, headers } = answers.at(-1)!;
    expect(body.code).to.equal('rate_limited');
    expect(Number(headers.get('retry-after'))).to.be.within(3_500, 3_600);
  });

  it('is no longer shown as pending once its link has run out', async () => {
    const { client, id } = await service.newUser();
    const request = { request_id: 'r', email: address(), expires_at: new Date(Date.now() - 1_000).toISOString() };
    await service.core.commands.execute(
      'user',
      id,
      { type: 'RequestEmailChange', request },
      createSystemContext('test'),
    );
    const login = await service.sessionToken(id);
    expect(await me(service.anonymous.as(login))).to.include({ pending_email: null });
    expect(await me(client)).to.include({ pending_email: null });
  });
});

describe('Another e-mail address without a mail server', () => {
  const service = useService();

  it('is a 503 that says so, and nothing has changed', async () => {
    const { client } = await service.newUser();
    const before = await service.core.log.readHead();
    const { status, body } = await client.post('/v1/auth/email', { email: 'new@example.com', password: PASSWORD });
    expect([status, body.code]).to.deep.equal([503, 'mail_not_configured']);
    expect(await service.core.log.readHead()).to.equal(before);
    expect((await client.get('/v1/auth/me')).body).to.include({ pending_email: null });
  });
});
