import { expect } from 'chai';
import { expectRefusal, expectStatus, type AnswerBody } from '../../support/client.ts';
import { createVisitor, startIdentityProvider, type TestIdentityProvider } from '../../support/identity-provider.ts';
import { PASSWORD, startTestService, type TestFirm, type TestService } from '../../support/service.ts';

/** Settings that a test changes after the start, because a firm has no token before. */
type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

describe('Single sign-on', () => {
  let idp: TestIdentityProvider;
  let service: TestService;

  before(async () => {
    idp = await startIdentityProvider();
    service = await startTestService({
      environment: {
        ...idp.environment('ACME', { NAME: 'Acme', REDIRECTS: 'https://app.example.com/in,grandlivre://in' }),
        ...idp.environment('NORTH', { FIRM: 'AAAAAAAAAAAA' }),
        ...idp.environment('TENANTS', { FIRM_CLAIM: 'tenant' }),
        ...idp.environment('DOWN', { ISSUER: 'http://127.0.0.1:9' }),
        ...idp.environment('SILENT', { TRUST_EMAIL: 'on' }),
      },
      timeouts: { outsideMs: 2_000 },
    });
    idp.serve(service.url, ['acme', 'north', 'tenants', 'silent']);
  });
  after(async () => {
    try {
      await service.invariants();
      expect(service.errors).to.deep.equal([]);
    } finally {
      await idp.close();
      await service.stop();
    }
  });
  beforeEach(async () => {
    idp.denies = false;
    await service.core.pool.query('DELETE FROM ops.rate_counters');
  });

  let count = 0;
  function person(more: Readonly<Record<string, unknown>> = {}) {
    count += 1;
    const sub = `sub-${count}`;
    return { sub, email: `p${count}@acme.example`, email_verified: true, name: `Person ${count}`, ...more };
  }
  const startUrl = (key: string, query = '') => `${service.url}/v1/auth/oidc/${key}/start${query}`;
  /** Signs in at the provider; the address that the service sends the browser to. */
  async function returned(claims: object, key = 'acme', query = ''): Promise<URL> {
    idp.person = claims as TestIdentityProvider['person'];
    const visitor = createVisitor();
    const callback = await visitor.follow(startUrl(key, query), `${service.url}/v1/auth/oidc/${key}/callback`);
    return new URL((await visitor.visit(callback)).location!);
  }
  const exchange = (code: string | null, more: object = {}) =>
    service.anonymous.post('/v1/auth/oidc/exchange', { code, ...more });
  interface Session extends AnswerBody {
    readonly user: AnswerBody & { readonly email: string; readonly firms: readonly { readonly role: string }[] };
  }
  async function signedOn(claims: object, key = 'acme') {
    const back = await returned(claims, key);
    expect(back.searchParams.get('error'), back.href).to.equal(null);
    const body = (await expectStatus(exchange(back.searchParams.get('code')), 201)) as Session;
    return { user: body.user, client: service.anonymous.as(body.token), token: body.token };
  }
  async function refused(claims: object, key = 'acme'): Promise<string> {
    const { searchParams } = await returned(claims, key);
    expect(searchParams.get('code')).to.equal(null);
    return [searchParams.get('error'), searchParams.get('reason')].filter((part) => part !== null).join(' ');
  }
  const setSso = (firm: TestFirm, sso: object | null, client = firm.client) =>
    client.patch(`/v1/firms/${firm.token}`, { sso });
  async function firmWith(sso: object, key = 'acme'): Promise<TestFirm> {
    const firm = await service.newFirm();
    if (key === 'north') {
      const settings = service.config.signOn.find((one) => one.key === key)!;
      (settings as Mutable<typeof settings>).firm = firm.token;
    }
    await expectStatus(setSso(firm, { provider: key, ...sso }), 200);
    return firm;
  }
  const membersOf = async (firm: TestFirm) =>
    await firm.client.ok<readonly (AnswerBody & { email: string; role: string })[]>(`/v1/firms/${firm.token}/members`);
  const emailOf = async (id: number) =>
    (await service.core.pool.query<{ email: string }>('SELECT email FROM read.users WHERE id = $1', [id])).rows[0]!
      .email;
  const login = (email: string) => service.anonymous.post('/v1/auth/login', { email, password: PASSWORD });

  it('lists its providers and starts with PKCE, state and nonce', async () => {
    const { data } = await service.anonymous.ok<{ data: readonly { key: string; name: string }[] }>('/v1/auth/oidc');
    expect(data).to.deep.include({ key: 'acme', name: 'Acme' }).and.to.deep.include({ key: 'north', name: 'NORTH' });
    const { status, location } = await createVisitor().visit(startUrl('acme'));
    const url = new URL(location!);
    expect([status, url.origin]).to.deep.equal([302, idp.issuer]);
    expect(Object.fromEntries(url.searchParams)).to.include({
      client_id: 'grandlivre',
      code_challenge_method: 'S256',
      redirect_uri: `${service.url}/v1/auth/oidc/acme/callback`,
      scope: 'openid email profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(url.searchParams.get(name)).to.match(/^[\w-]{43}$/);
    expect((await service.anonymous.get('/v1/auth/oidc/other/start')).status).to.equal(404);
  });

  it('signs an existing user in, links the account by issuer and subject, and signs out at the provider', async () => {
    const { admin, token } = await service.newFirm();
    const claims = person({ email: admin.email.toUpperCase() });
    const { user, client } = await signedOn(claims);
    expect(user).to.deep.include({ id: admin.id, email: admin.email });
    expect((await client.get(`/v1/firms/${token}`)).status).to.equal(200);
    // From now on the address at the provider does not matter.
    expect((await signedOn({ ...claims, email: 'renamed@acme.example' })).user.id).to.equal(admin.id);
    // Someone else who got the address later is someone else.
    expect(await refused(person({ email: admin.email }))).to.equal('oidc_failed address_taken');
    const { end_session_url } = await client.expect(200).post<{ end_session_url?: string }>('/v1/auth/logout');
    const url = new URL(end_session_url!);
    expect(`${url.origin}${url.pathname}`).to.equal(`${idp.issuer}/session/end`);
    expect(url.searchParams.get('id_token_hint')).to.match(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect((await client.get('/v1/auth/me')).status).to.equal(401);
    const password = service.anonymous.as((await expectStatus(login(admin.email), 201)).token);
    expect((await password.post('/v1/auth/logout')).status).to.equal(204);
    const { rows } = await service.core.pool.query(
      'SELECT FROM ops.sign_on_sessions s JOIN read.tokens t ON t.id = s.token_id WHERE t.revoked_at IS NOT NULL',
    );
    expect(rows).to.deep.equal([]);
  });

  it('gives a code that works once, for a minute, and only for the app that began', async () => {
    const { admin } = await service.newFirm();
    const claims = person({ email: admin.email });
    const code = (await returned(claims)).searchParams.get('code');
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(code)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422, 422, 422]);
    await expectRefusal(exchange(code), 422, 'oidc_failed');
    const late = (await returned(claims)).searchParams.get('code');
    await service.core.pool.query("UPDATE ops.sign_on_codes SET expires_at = now() - interval '1 second'");
    await expectRefusal(exchange(late), 422, 'oidc_failed');
    const { rows } = await service.core.pool.query<{ line: string }>('SELECT c::text AS line FROM ops.sign_on_codes c');
    expect(rows.some(({ line }) => line.includes(late!))).to.equal(false);
    // SHA-256 of "secret of the app" in base64url.
    const challenge = Buffer.from(
      await crypto.subtle.digest('SHA-256', new TextEncoder().encode('secret of the app')),
    ).toString('base64url');
    const bound = async () => (await returned(claims, 'acme', `?code_challenge=${challenge}`)).searchParams.get('code');
    await expectRefusal(exchange(await bound()), 422, 'oidc_failed');
    await expectRefusal(exchange(await bound(), { code_verifier: 'another' }), 422, 'oidc_failed');
    await expectStatus(exchange(await bound(), { code_verifier: 'secret of the app' }), 201);
    await expectRefusal(
      exchange((await returned(claims)).searchParams.get('code'), { code_verifier: 'secret of the app' }),
      422,
      'oidc_failed',
    );
  });

  it('returns to paths of the service and to configured addresses only', async () => {
    const { admin } = await service.newFirm();
    const claims = person({ email: admin.email });
    const back = await returned(claims, 'acme', `?return_to=${encodeURIComponent('/console?a=1#file=x')}`);
    expect([back.pathname, back.searchParams.get('a'), back.hash]).to.deep.equal(['/console', '1', '#file=x']);
    expect((await returned(claims, 'acme', '?return_to=grandlivre%3A%2F%2Fin')).href).to.match(
      /^grandlivre:\/\/in\?code=/,
    );
    for (const foreign of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example',
      '/\t/evil.example',
      'https://app.example.com/in/more',
      'javascript:alert(1)',
      'console',
    ]) {
      const answer = service.anonymous.get(`/v1/auth/oidc/acme/start?return_to=${encodeURIComponent(foreign)}`);
      await expectRefusal(answer, 422, ['return_to']);
    }
  });

  it('accepts no answer that this browser did not ask for', async () => {
    const { admin } = await service.newFirm();
    idp.person = person({ email: admin.email });
    const callbackUrl = `${service.url}/v1/auth/oidc/acme/callback`;
    const visitor = createVisitor();
    const begin = startUrl('acme', '?return_to=/console%3Fbegun');
    const callback = await visitor.follow(begin, callbackUrl);
    const errorOf = async (address: string, who = visitor) => {
      const { searchParams, pathname } = new URL((await who.visit(address)).location!);
      return [pathname, searchParams.has('begun'), searchParams.get('error'), searchParams.get('reason')];
    };
    const otherState = callback.replace(/state=[^&]+/, 'state=another');
    expect(await errorOf(otherState)).to.deep.equal(['/console', true, 'oidc_failed', 'state']);
    expect(await errorOf(callback, createVisitor())).to.deep.equal(['/console', false, 'oidc_failed', 'state']);
    expect((await visitor.visit(callback)).location).to.contain('code=');
    // The cookie is gone, so that the same answer is worth nothing; and the provider accepts its code once.
    expect(await errorOf(callback)).to.deep.equal(['/console', false, 'oidc_failed', 'state']);
    for (const [name, value] of [
      ['nonce', 'another'],
      ['code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
    ]) {
      const { location } = await visitor.visit(begin);
      const changed = new URL(location!);
      changed.searchParams.set(name!, value!);
      const answered = await visitor.follow(changed.href, callbackUrl);
      expect(await errorOf(answered), name).to.deep.equal(['/console', true, 'oidc_failed', 'provider']);
    }
    const issued = (await visitor.follow(begin, callbackUrl)).replace(/iss=[^&]+/, 'iss=https%3A%2F%2Felse.example');
    expect(await errorOf(issued)).to.deep.equal(['/console', true, 'oidc_failed', 'provider']);
    idp.denies = true;
    expect(await refused(idp.person)).to.equal('oidc_failed denied');
  });

  it('knows rotated keys at once, and refuses while the provider is away', async () => {
    const { admin } = await service.newFirm();
    const claims = person({ email: admin.email });
    await signedOn(claims);
    idp.rotateKeys();
    await signedOn(claims);
    const { status, location } = await createVisitor().visit(startUrl('down', '?return_to=/console'));
    expect([status, location]).to.deep.equal([302, `${service.url}/console?error=oidc_failed&reason=provider`]);
  });

  it('requires a verified address', async () => {
    const { admin } = await service.newFirm();
    const unverified = person({ email: admin.email, email_verified: false });
    expect(await refused(unverified)).to.equal('oidc_email_not_verified');
    expect(await refused(unverified, 'silent')).to.equal('oidc_email_not_verified');
    const { email_verified: _absent, ...silent } = unverified;
    expect(await refused(silent)).to.equal('oidc_email_not_verified');
    expect(await refused(person({ email: undefined }))).to.equal('oidc_email_not_verified');
    expect((await signedOn(silent, 'silent')).user.id).to.equal(admin.id);
  });

  it('adds members only where the firm allows, in the role of the claim, which they keep up with', async () => {
    const firm = await firmWith({ claim: 'groups', roles: { books: 'encoder', heads: 'manager' } });
    const claims = person({ groups: ['books', 'other'], locale: 'nl-BE' });
    expect(await refused(claims)).to.equal('oidc_failed no_account');
    await expectStatus(setSso(firm, { create_members: true }), 200);
    expect(await refused({ ...claims, groups: ['other'] })).to.equal('oidc_failed no_role');
    const { user, client } = await signedOn(claims);
    expect(user).to.deep.include({ email: claims.email, name: claims.name, locale: 'nl', email_verified: true });
    expect(user.firms.map(({ role }) => role)).to.deep.equal(['encoder']);
    expect((await signedOn({ ...claims, groups: ['books', 'heads'] })).user.firms[0]!.role).to.equal('manager');
    expect((await signedOn({ ...claims, groups: 'books' })).user.firms[0]!.role).to.equal('encoder');
    expect(await refused({ ...claims, groups: [] })).to.equal('oidc_failed no_role');
    // The account has no password.
    await expectStatus(login(claims.email), 422);
    const { data } = await firm.client.ok<{ data: readonly AnswerBody[] }>(`/v1/firms/${firm.token}/activity`);
    expect(JSON.stringify(data)).to.contain('sign_on');
    await expectStatus(firm.client.patch(`/v1/firms/${firm.token}/members/${user.id}`, { is_active: false }), 200);
    expect((await client.get(`/v1/firms/${firm.token}`)).status).to.equal(404);
    expect(await refused(claims)).to.equal('oidc_failed suspended');
  });

  it('opens one account, however often a new person signs in at once', async () => {
    const firm = await firmWith({ claim: 'groups', roles: { many: 'encoder' }, create_members: true });
    const claims = person({ groups: 'many' });
    const visits = await Promise.all(Array.from({ length: 3 }, () => returned(claims)));
    const sessions = await Promise.all(visits.map((back) => exchange(back.searchParams.get('code'))));
    expect(new Set(sessions.map(({ body }) => (body.user as AnswerBody).id)).size).to.equal(1);
    expect((await membersOf(firm)).filter(({ email }) => email === claims.email)).to.have.length(1);
  });

  it('keeps the last administrator, whatever the claim says', async () => {
    const firm = await firmWith({ claim: 'groups', roles: { demoted: 'encoder' } });
    const { user } = await signedOn(person({ email: firm.admin.email, groups: 'demoted' }));
    expect(user.firms[0]!.role).to.equal('admin');
  });

  it('takes over no account whose owner is not proven', async () => {
    const { core } = service;
    const context = { userId: null, tokenKind: 'system', operationId: crypto.randomUUID() } as const;
    const none = { clientMutationId: null, deviceId: null, deviceName: null, origin: 'test', occurredAt: null };
    const [id] = await core.ids.allocate('users', 1);
    const email = `unverified${id}@example.com`;
    const details = { id: id!, name: 'U', email, password_id: 'x', locale: null, is_platform_admin: false };
    await core.commands.execute(
      'user',
      id!,
      { type: 'RegisterUser', details: { ...details, email_verified: false } },
      { ...context, ...none },
    );
    expect(await refused(person({ email }))).to.equal('oidc_failed address_taken');
    // A firm opened this account and knows its password: the person of the address gets it without that password.
    const firm = await service.newFirm();
    const added = { email: person().email, name: 'Opened', password: PASSWORD, role: 'encoder' };
    await expectStatus(firm.client.post(`/v1/firms/${firm.token}/members`, added), 201);
    const earlier = service.anonymous.as((await expectStatus(login(added.email), 201)).token);
    await signedOn(person({ email: added.email }));
    await expectStatus(login(added.email), 422);
    expect((await earlier.get('/v1/auth/me')).status).to.equal(401);
  });

  it('is not kept out by an account that another firm opened for the address', async () => {
    const squatter = await service.newFirm();
    const open = (firm: TestFirm, email: string, password: string) =>
      firm.client.created(`/v1/firms/${firm.token}/members`, { email, name: 'Opened', password, role: 'encoder' });
    const [ofFirm, ofService] = [person(), person()];
    for (const { email } of [ofFirm, ofService]) await open(squatter, email, PASSWORD);
    await firmWith({ claim: null, roles: { '*': 'encoder' }, create_members: true }, 'north');
    const acme = await firmWith({ claim: null, roles: {}, create_members: false });
    const { id } = await open(acme, ofService.email, 'another horse battery');
    for (const [claims, key] of [
      [ofFirm, 'north'],
      [ofService, 'acme'],
    ] as const) {
      const { client, user } = await signedOn(claims, key);
      expect(user.firms).to.have.length(1);
      expect((await client.get(`/v1/firms/${squatter.token}`)).status).to.equal(404);
      if (key === 'acme') expect(user.id).to.equal(id);
      expect((await login(claims.email)).status, 'the account of the other firm is as before').to.equal(201);
    }
  });

  it('lets a provider of the whole service name the firms that a person may enter', async () => {
    const settings = { claim: null, roles: { '*': 'reviewer' }, create_members: true };
    const [one, other] = [await firmWith(settings, 'tenants'), await firmWith(settings, 'tenants')];
    const claims = person({ tenant: [one.token] });
    expect(await refused(person(), 'tenants')).to.equal('oidc_failed no_account');
    const { user } = await signedOn(claims, 'tenants');
    expect(user.firms).to.have.length(1);
    expect((await signedOn({ ...claims, tenant: [one.token, other.token] }, 'tenants')).user.firms).to.have.length(2);
    expect(await refused({ ...claims, tenant: other.token }, 'tenants')).to.equal('oidc_failed no_role');
    // With a provider that names no firm, everyone would get in.
    await expectRefusal(setSso(one, { provider: 'acme', roles: { '*': 'reviewer' } }), 422, 'sso_too_open');
  });

  it('limits the provider of a firm to that firm', async () => {
    const north = await firmWith({ claim: null, roles: { '*': 'encoder' }, create_members: true }, 'north');
    const south = await service.newFirm();
    await expectRefusal(setSso(south, { provider: 'north' }), 422, 'sso_provider_unknown');
    // It names the administrator of another firm, and a platform administrator.
    expect(await refused(person({ email: south.admin.email }), 'north')).to.equal('oidc_failed address_taken');
    const platform = await service.newUser({ isPlatformAdmin: true });
    const address = await emailOf(platform.id);
    expect(await refused(person({ email: address }), 'north')).to.equal('oidc_failed address_taken');
    // Whoever joined both firms sees, through the provider of one, that one only.
    const both = await service.newMember(south, 'admin');
    await service.join(north, both.id, 'encoder');
    await service.join(north, platform.id, 'encoder');
    const { client, user } = await signedOn(person({ email: await emailOf(both.id) }), 'north');
    expect(user.firms).to.have.length(1);
    expect((await client.get(`/v1/firms/${south.token}`)).status).to.equal(404);
    expect((await both.client.get(`/v1/firms/${south.token}`)).status).to.equal(200);
    const issued = await client.created('/v1/auth/tokens', { name: 'Till', abilities: ['read'] });
    const till = service.anonymous.as(issued.token);
    expect((await till.get(`/v1/firms/${south.token}`)).status).to.equal(404);
    expect((await till.get(`/v1/firms/${north.token}`)).status).to.equal(200);
    const limited = await signedOn(person({ email: address }), 'north');
    expect((await limited.client.get(`/v1/firms/${south.token}`)).status).to.equal(404);
    // A new person gets an account that the firm has opened.
    expect((await signedOn(person(), 'north')).user.firms[0]!.role).to.equal('encoder');
  });

  it('switches passwords off, but only for those who have another way in', async () => {
    const firm = await firmWith({ claim: null });
    const other = await service.newFirm();
    const encoder = await service.newMember(firm, 'encoder');
    const both = await service.newMember(firm, 'encoder');
    await service.join(other, both.id, 'encoder');
    const [address, bothAddress] = [await emailOf(encoder.id), await emailOf(both.id)];
    const before = await encoder.client.created('/v1/auth/tokens', { name: 'Till', abilities: ['read'] });
    await expectRefusal(setSso(firm, { required: true }), 422, 'sso_not_tried');
    const manager = await service.newMember(firm, 'manager');
    await expectRefusal(setSso(firm, { required: false }, manager.client), 403, 'role_too_low');
    const admin = await signedOn(person({ email: firm.admin.email }));
    const required = await expectStatus(setSso(firm, { required: true }, admin.client), 200);
    expect(required.sso).to.deep.equal({
      provider: 'acme',
      required: true,
      claim: null,
      roles: {},
      create_members: false,
    });
    await expectRefusal(login(address), 422, 'password_sign_in_disabled');
    await expectRefusal(service.anonymous.post('/v1/auth/login', { email: address, password: 'wrong password' }), 422, [
      'email',
    ]);
    // Sessions of passwords no longer see the firm; integrations that were there before do.
    expect((await encoder.client.get(`/v1/firms/${firm.token}`)).status).to.equal(404);
    expect((await service.anonymous.as(before.token).get(`/v1/firms/${firm.token}`)).status).to.equal(200);
    const password = await expectStatus(login(bothAddress), 201);
    const firms = (body: AnswerBody) => (body.user as { firms: readonly { public_token: string }[] }).firms;
    expect(firms(password).map(({ public_token }) => public_token)).to.deep.equal([other.token]);
    const late = service.anonymous.as(password.token);
    const bypass = await late.created('/v1/auth/tokens', { name: 'Bypass', abilities: ['read'] });
    expect((await service.anonymous.as(bypass.token).get(`/v1/firms/${firm.token}`)).status).to.equal(404);
    expect((await signedOn(person({ email: bothAddress }))).user.firms).to.have.length(2);
    // A platform administrator always has a way in, and can lift the requirement.
    const platform = await service.newUser({ isPlatformAdmin: true });
    await service.join(firm, platform.id, 'admin');
    const rescue = service.anonymous.as((await expectStatus(login(await emailOf(platform.id)), 201)).token);
    await expectStatus(setSso(firm, { required: false }, rescue), 200);
    await expectStatus(login(address), 201);
    expect((await expectStatus(setSso(firm, null, rescue), 200)).sso).to.equal(null);
  });

  it('counts the sign-in at the provider of the firm as a second factor', async () => {
    const firm = await firmWith({ claim: null });
    const encoder = await service.newMember(firm, 'encoder');
    const platform = await service.newUser({ isPlatformAdmin: true });
    await expectStatus(platform.client.patch(`/v1/firms/${firm.token}`, { requires_second_factor: true }), 200);
    expect((await encoder.client.get(`/v1/firms/${firm.token}`)).status).to.equal(404);
    const { client } = await signedOn(person({ email: await emailOf(encoder.id) }));
    expect((await client.get(`/v1/firms/${firm.token}`)).status).to.equal(200);
  });

  it('checks what a firm configures', async () => {
    const firm = await service.newFirm();
    await expectRefusal(setSso(firm, { required: false }), 422, ['sso.provider']);
    await expectRefusal(setSso(firm, { provider: 'none' }), 422, 'sso_provider_unknown');
    await expectRefusal(setSso(firm, { provider: 'acme', roles: { books: 'encoder' } }), 422, ['sso.claim']);
    await expectRefusal(setSso(firm, { provider: 'acme', create_members: true }), 422, ['sso.roles']);
    await expectRefusal(setSso(firm, { provider: 'acme', claim: 'x', roles: { a: 'boss' } }), 422);
    const issued = await firm.client.created('/v1/auth/tokens', { name: 'Till', abilities: ['write'] });
    const till = service.anonymous.as(issued.token);
    await expectRefusal(setSso(firm, { provider: 'acme' }, till), 403, 'session_token_required');
  });
});
