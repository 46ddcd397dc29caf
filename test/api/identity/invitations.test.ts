import { expect } from 'chai';
import { expectStatus, type AnswerBody, type Client } from '../../support/client.ts';
import { buildLicenceKey } from '../../support/licences.ts';
import { inviteAsEarlier } from './earlier-invitation.ts';
import { PASSWORD, useService, type TestFirm } from '../../support/service.ts';
import { startMailServer, type TestMailServer } from '../../support/smtp-server.ts';

const PLANTED = 'planted by the first firm';
const OWN = 'chosen by the person alone';

describe('An account that a firm has opened', () => {
  const service = useService();
  let first: TestFirm;
  let second: TestFirm;
  let count = 0;

  before(async () => {
    first = await service.newFirm({ name: 'Première' });
    second = await service.newFirm({ name: 'Deuxième' });
    for (const { client, token } of [first, second])
      await client.post(`/v1/firms/${token}/licence`, { key: buildLicenceKey() });
  });

  const membersOf = (firm: TestFirm) => `/v1/firms/${firm.token}/members`;
  const signIn = (email: string, password: string) => service.anonymous.post('/v1/auth/login', { email, password });
  const urlOf = ({ body }: { body: AnswerBody }) => (body.invitation as { url: string }).url;
  const pathOf = (url: string) => url.slice(service.url.length).split('?')[0]!;

  /** An account that the first firm has opened for someone, with everything that it can plant there. */
  async function planted() {
    const email = `victim${(count += 1)}@example.com`;
    const person = { email, name: 'Planted Name', password: PLANTED, role: 'encoder' };
    const added = await first.client.created(membersOf(first), person);
    const session = service.anonymous.as(await service.sessionToken(added.id));
    const issued = await session.post('/v1/auth/tokens', { name: 'planted', abilities: ['read', 'write'] });
    return { id: added.id, email, session, integration: service.anonymous.as(issued.body.token) };
  }

  const sees = async (client: Client, firm: TestFirm) => (await client.get(`/v1/firms/${firm.token}`)).status;

  it('works in that firm at once, and reaches nothing of another one that attaches it', async () => {
    const victim = await planted();
    expect(await sees(victim.session, first)).to.equal(200);
    await inviteAsEarlier(service, second, victim.id);
    for (const client of [victim.session, victim.integration]) {
      expect(await sees(client, first)).to.equal(200);
      expect(await sees(client, second)).to.equal(404);
    }
    expect((await victim.session.get('/v1/auth/me')).body.firms).to.have.length(1);
    const listed = (await second.client.get<AnswerBody[]>(membersOf(second))).body.find(({ id }) => id === victim.id)!;
    expect(listed).to.include({ name: victim.email, is_active: false });
    expect(listed.invitation, 'shown once').to.include({ status: 'pending', url: null });
    expect((await signIn(victim.email, PLANTED)).status, 'in the first firm').to.equal(201);
  });

  it('is claimed through a link that works once: earlier passwords, sessions and tokens are void', async () => {
    const victim = await planted();
    const url = urlOf(await inviteAsEarlier(service, second, victim.id));
    const path = pathOf(url);
    expect(await service.anonymous.ok(path)).to.deep.include({
      firm: { public_token: second.token, name: 'Deuxième' },
      email: victim.email,
      needs: 'new_password',
    });
    const claimed = await service.anonymous.created(path, { name: 'Vera Victim', password: OWN, locale: 'nl' });
    const own = service.anonymous.as(claimed.token);
    expect(claimed.user).to.deep.include({ name: 'Vera Victim', email: victim.email, locale: 'nl' });
    expect(await sees(own, second)).to.equal(200);
    for (const client of [victim.session, victim.integration]) await client.refused(401).get('/v1/auth/me');
    await expectStatus(signIn(victim.email, PLANTED), 422);
    await expectStatus(signIn(victim.email, OWN), 201);
    await service.anonymous.refused(404).get(path);
    await service.anonymous.refused(404).post(path, { name: 'X', password: 'another one of mine' });
    const member = (await second.client.get<AnswerBody[]>(membersOf(second))).body.find(({ id }) => id === victim.id)!;
    expect(member).to.include({ name: 'Vera Victim', is_active: true, invitation: null });
    const changed = await first.client.patch(`${membersOf(first)}/${victim.id}`, { password: PLANTED });
    expect([changed.status, changed.body.code], 'the first firm looks after it no more').to.deep.equal([
      422,
      'account_not_managed',
    ]);
  });

  it('that was claimed through a link handed over by a firm must be joined again everywhere else', async () => {
    const victim = await planted();
    const url = urlOf(await inviteAsEarlier(service, second, victim.id));
    const claimed = await service.anonymous.post(pathOf(url), { name: 'Whoever has the link', password: OWN });
    const holder = service.anonymous.as(claimed.body.token);
    expect([await sees(holder, first), await sees(holder, second)]).to.deep.equal([404, 200]);
    const again = await first.client.post(`${membersOf(first)}/${victim.id}/invitation`);
    expect(again.status, again.text).to.equal(200);
    const path = pathOf(urlOf(again));
    expect((await service.anonymous.get(path)).body).to.include({ needs: 'password' });
    await service.anonymous.refused(422, ['password']).post(path, { password: PLANTED });
    await service.anonymous.created(path, { password: OWN });
    expect(await sees(holder, first)).to.equal(200);
  });

  it('can be claimed for the firm itself, by a link that its admin hands over', async () => {
    const victim = await planted();
    const answer = await first.client.post(`${membersOf(first)}/${victim.id}/invitation`);
    await service.anonymous.created(pathOf(urlOf(answer)), { password: OWN });
    await victim.session.refused(401).get('/v1/auth/me');
    const own = service.anonymous.as((await signIn(victim.email, OWN)).body.token);
    expect(await sees(own, first)).to.equal(200);
    await first.client.refused(422, 'invitation_not_needed').post(`${membersOf(first)}/${victim.id}/invitation`);
  });

  it('that is the person’s own accepts by signing in and agreeing', async () => {
    const owner = await service.newUser();
    const email = `user${owner.id}@example.com`;
    const attached = await second.client.post(membersOf(second), { email, role: 'reviewer', locale: 'nl' });
    expect(attached.status, attached.text).to.equal(200);
    const { invitation, ...member } = attached.body;
    expect(member).to.deep.equal({
      id: owner.id,
      name: email,
      email,
      auth_source: 'local',
      locale: 'fr',
      role: 'reviewer',
      is_active: false,
      all_companies: true,
      companies: [],
      version: 1,
    });
    expect(invitation).to.include({ status: 'pending' });
    const url = urlOf(attached);
    expect(await sees(owner.client, second)).to.equal(404);
    const path = pathOf(url);
    expect((await service.anonymous.get(path)).body).to.include({ needs: 'password' });
    await service.anonymous.refused(422).post(path, { password: 'not that of the account' });
    expect(await sees(owner.client, second)).to.equal(404);
    const accepted = await service.anonymous.created(path, { password: PASSWORD, name: 'Renamed' });
    expect(accepted.user).to.include({ name: `User ${owner.id}` });
    expect(await sees(owner.client, second), 'with the session it had').to.equal(200);
  });

  it('keeps name and password: sending them along is refused rather than ignored', async () => {
    const email = `user${(await service.newUser()).id}@example.com`;
    for (const fields of [{ name: 'Mine' }, { password: 'eight or more' }, { name: 'M', password: 'eight or more' }]) {
      const refused = await second.client.post(membersOf(second), { email, role: 'encoder', ...fields });
      expect([refused.status, refused.body.code]).to.deep.equal([422, 'account_not_managed']);
      expect(refused.body.errors).to.have.all.keys(...Object.keys(fields));
    }
  });

  it('voids a link by another one, by detaching, and by a link that is made up', async () => {
    const victim = await planted();
    const path = pathOf(urlOf(await inviteAsEarlier(service, second, victim.id)));
    const invite = () => second.client.post(`${membersOf(second)}/${victim.id}/invitation`);
    const other = pathOf(urlOf(await invite()));
    await service.anonymous.refused(404).get(path);
    await service.anonymous.ok(other);
    await service.anonymous.refused(404).get(`${other.slice(0, -1)}${other.endsWith('a') ? 'b' : 'a'}`);
    await service.anonymous.refused(404).get('/v1/auth/invitations/1-x');
    await second.client.delete(`${membersOf(second)}/${victim.id}`);
    await service.anonymous.refused(404).get(other);
    await service.anonymous.refused(404).post(other, { name: 'X', password: OWN });
    await expectStatus(signIn(victim.email, PLANTED), 201);
  });

  it('runs out of its link after seven days', async () => {
    const victim = await planted();
    const answer = await inviteAsEarlier(service, second, victim.id);
    const days = (Date.parse((answer.body.invitation as { expires_at: string }).expires_at) - Date.now()) / 86_400_000;
    expect(days).to.be.closeTo(7, 0.1);
    await service.core.pool.query('UPDATE ops.account_links SET expires_at = now() WHERE user_id = $1', [victim.id]);
    await service.anonymous.refused(404).get(pathOf(urlOf(answer)));
    const [member] = (await second.client.get<AnswerBody[]>(membersOf(second))).body.filter(
      ({ id }) => id === victim.id,
    );
    expect(member!.invitation).to.deep.equal({ status: 'pending', expires_at: null, url: null });
  });

  it('is claimed by one of two who use the link at the same time', async () => {
    const victim = await planted();
    const path = pathOf(urlOf(await inviteAsEarlier(service, second, victim.id)));
    const passwords = [`${OWN} 1`, `${OWN} 2`];
    const answers = await Promise.all(
      passwords.map((password) => service.anonymous.post(path, { name: 'A', password })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 404]);
    const winner = answers.findIndex(({ status }) => status === 201);
    await expectStatus(signIn(victim.email, passwords[winner]!), 201);
    await expectStatus(signIn(victim.email, passwords[1 - winner]!), 422);
  });

  it('becomes no administrator of a new firm, whose administrator gets an account of their own', async () => {
    const victim = await planted();
    const platform = await service.newUser({ isPlatformAdmin: true });
    const admin = { email: victim.email, name: 'Vera', password: OWN };
    const opened = await platform.client.created('/v1/firms', { name: 'Troisième', admin });
    const [member] = opened.members as AnswerBody[];
    expect(member).to.include({ name: 'Vera', is_active: true }).and.not.include({ id: victim.id });
    const path = `/v1/firms/${String(opened.public_token)}`;
    await victim.session.refused(404).get(path);
    const own = service.anonymous.as((await signIn(victim.email, OWN)).body.token);
    expect((await own.get(path)).body.can_manage).to.equal(true);
    expect(await sees(own, first)).to.equal(404);
  });

  it('counts neither as acting admin nor as free place while it is invited', async () => {
    const firm = await service.newFirm();
    const other = await service.newUser();
    await firm.client.post(membersOf(firm), { email: `user${other.id}@example.com`, role: 'admin' });
    await firm.client.refused(422, 'last_admin').delete(`${membersOf(firm)}/${firm.admin.id}`);
    const licence = (await firm.client.get(`/v1/firms/${firm.token}/licence`)).body;
    expect(licence.users).to.include({ used: 2 });
  });

  it('shows the link again to a replay with the same token alone', async () => {
    const invited = await service.newUser();
    const key = { 'X-Client-Mutation-Id': `invited-${invited.id}` };
    const body = { email: `user${invited.id}@example.com`, role: 'encoder' };
    const url = urlOf(await second.client.post(membersOf(second), body, key));
    expect(urlOf(await second.client.post(membersOf(second), body, key))).to.equal(url);
    const other = service.anonymous.as(await service.sessionToken(second.admin.id));
    expect(urlOf(await other.post(membersOf(second), body, key))).to.equal(null);
    const { rows } = await service.core.pool.query<{ answer: string }>(
      `SELECT answer::text FROM ops.idempotence WHERE key = $1`,
      [key['X-Client-Mutation-Id']],
    );
    expect(rows[0]!.answer).not.to.contain('/invitations/');
  });

  describe('probed by a stranger', () => {
    it('tells nothing through files that cannot be', async () => {
      const victim = await planted();
      const answers = await Promise.all(
        [victim.email, 'nobody-has-this@example.com'].map((email) =>
          second.client.post(membersOf(second), { email, role: 'encoder', company_tokens: ['AAAAAAAAAAAA'] }),
        ),
      );
      expect(answers[0]!.status).to.equal(422);
      expect(answers[0]!.text).to.equal(answers[1]!.text);
    });

    it('is soon answered no more', async () => {
      const firm = await service.newFirm();
      await service.core.pool.query(`INSERT INTO ops.guarded_attempts (subject, failures) VALUES ($1, 59)`, [
        `addresses ${firm.id}`,
      ]);
      const probe = () => firm.client.post(membersOf(firm), { email: 'is-it-there@example.com', role: 'encoder' });
      await expectStatus(probe(), 422);
      const held = await probe();
      expect([held.status, held.body.code]).to.deep.equal([429, 'rate_limited']);
      expect(Number(held.headers.get('retry-after'))).to.be.greaterThan(0);
    });
  });

  describe('on a page', () => {
    const asBrowser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    const form = (fields: Record<string, string>) => ({
      body: new URLSearchParams(fields).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...asBrowser },
    });

    it('is shown in each language, as a form without script that nobody may frame or keep', async () => {
      const victim = await planted();
      const path = pathOf(urlOf(await inviteAsEarlier(service, second, victim.id)));
      for (const [lang, words] of [
        ['fr', 'Deuxième vous invite'],
        ['nl', 'Deuxième nodigt u uit'],
        ['en', 'Deuxième invites you'],
        ['de', 'Deuxième lädt Sie ein'],
      ] as const) {
        const page = await service.anonymous.get(`${path}?lang=${lang}`, asBrowser);
        expect([page.status, page.headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
        expect(page.text).to.contain(words).and.contain(`<html lang="${lang}"`).and.contain('method="post"');
        expect(page.text).not.to.contain('<script');
        expect(page.headers.get('content-language')).to.equal(lang);
        expect(page.headers.get('cache-control')).to.equal('no-store');
        expect(page.headers.get('referrer-policy')).to.equal('no-referrer');
        expect(page.headers.get('content-security-policy'))
          .to.contain("default-src 'none'")
          .and.contain("form-action 'self'")
          .and.contain("frame-ancestors 'none'")
          .and.not.contain('unsafe');
      }
      const head = await service.anonymous.request('HEAD', path, { headers: asBrowser });
      expect([head.status, head.text]).to.deep.equal([200, '']);
      expect((await victim.session.get('/v1/auth/me')).status, 'opening it does nothing').to.equal(200);
    });

    it('says what is wrong, escapes what it shows, and shows no token when it is done', async () => {
      const firm = await service.newFirm({ name: '<b>&"Firm' });
      const victim = await planted();
      const path = pathOf(urlOf(await inviteAsEarlier(service, firm, victim.id)));
      const page = await service.anonymous.get(path, asBrowser);
      expect(page.text).to.contain('&lt;b&gt;&amp;&quot;Firm').and.not.contain('<b>&"Firm');
      const short = await service.anonymous.request(
        'POST',
        `${path}?lang=en`,
        form({ name: 'Vera', password: 'short' }),
      );
      expect(short.status).to.equal(422);
      expect(short.text).to.contain('role="alert"').and.contain('8 characters').and.contain('method="post"');
      const fields = { name: 'Vera', password: OWN, locale: 'en' };
      const done = await service.anonymous.request('POST', `${path}?lang=en`, form(fields));
      expect(done.status, done.text).to.equal(201);
      expect(done.text)
        .to.contain(victim.email)
        .and.not.match(/\d+\|[A-Za-z0-9]{40}/);
      await expectStatus(signIn(victim.email, OWN), 201);
      const over = await service.anonymous.get(`${path}?lang=en`, asBrowser);
      expect(over.status).to.equal(404);
      expect(over.text).to.contain('This link no longer works');
    });
  });
});

describe('An account that a firm has opened, where there is mail', () => {
  let mails: TestMailServer;
  const environment: Record<string, string> = {};
  before(async () => {
    mails = await startMailServer();
    environment.SMTP_URL = mails.url;
  });
  after(() => mails.close());
  const service = useService({ environment });

  it('is claimed through the mailed link, which no admin ever sees, and stays where it is', async () => {
    const first = await service.newFirm({ name: 'Première' });
    const second = await service.newFirm({ name: 'Deuxième', locale: 'de' });
    const email = 'mailed@example.com';
    const person = { email, name: 'Planted', password: PLANTED, role: 'encoder' };
    await first.client.post(`/v1/firms/${first.token}/members`, person);
    const answer = await second.client.post(`/v1/firms/${second.token}/members`, { email, role: 'encoder' });
    expect(answer.body.invitation).to.include({ status: 'pending', url: null });
    const mail = await mails.mailTo(email);
    expect(mail.text).to.contain('Deuxième lädt Sie ein');
    const [path] = /\/v1\/auth\/invitations\/[^?\s]+/.exec(mail.text)!;
    const claimed = await service.anonymous.created(path, { name: 'Vera', password: OWN });
    const firms = (claimed.user as { firms: { name: string }[] }).firms.map(({ name }) => name);
    expect(firms).to.deep.equal(['Première', 'Deuxième']);
    const login = { email, password: PLANTED };
    await service.anonymous.refused(422).post('/v1/auth/login', login);
  });

  it('is invited also when the mail does not go out, and can be sent another', async () => {
    const firm = await service.newFirm();
    const user = await service.newUser();
    const email = `user${user.id}@example.com`;
    mails.behave('refuse');
    const answer = await firm.client.post(`/v1/firms/${firm.token}/members`, { email, role: 'encoder' });
    expect([answer.status, answer.body.invitation]).to.deep.equal([
      200,
      { status: 'pending', expires_at: null, url: null },
    ]);
    mails.behave('accept');
    const again = await firm.client.post(`/v1/firms/${firm.token}/members/${user.id}/invitation`);
    expect((again.body.invitation as { expires_at: unknown }).expires_at).to.be.a('string');
    expect((await mails.mailTo(email)).text).to.contain('/v1/auth/invitations/');
  });
});
