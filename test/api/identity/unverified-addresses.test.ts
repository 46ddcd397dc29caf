import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import { registerUser } from '../../../commands/identity/register-user.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { expectStatus, type AnswerBody, type Client } from '../../support/client.ts';
import { buildLicenceKey } from '../../support/licences.ts';
import { startMailServer, type TestMailServer } from '../../support/smtp-server.ts';
import { PASSWORD, useService, type TestFirm, type TestService } from '../../support/service.ts';

const FIRST = 'given by the first firm';
const SECOND = 'given by the second firm';
const OWN = 'chosen by the person alone';
const HOOK = { url: 'https://example.com/hook', events: ['entry.posted'] };

let count = 0;

function actIn(service: TestService) {
  const membersOf = (firm: TestFirm) => `/v1/firms/${firm.token}/members`;
  return {
    membersOf,
    signIn: (email: string, password: string) => service.anonymous.post('/v1/auth/login', { email, password }),
    sees: async (client: Client, firm: TestFirm) => (await client.get(`/v1/firms/${firm.token}`)).status,
    add: (firm: TestFirm, email: string, password: string) =>
      firm.client.created(membersOf(firm), { email, name: 'Vera', password, role: 'encoder' }),
    nextAddress: () => `vera${(count += 1)}@example.com`,
    newLicensedFirm: async (name: string) => {
      const firm = await service.newFirm({ name });
      await firm.client.post(`/v1/firms/${firm.token}/licence`, { key: buildLicenceKey() });
      return firm;
    },
  };
}

const urlOf = ({ body }: { body: AnswerBody }) => (body.invitation as { url: string }).url;

describe('An address that nobody has verified', () => {
  const service = useService();
  const acts = actIn(service);
  const { membersOf, signIn, sees, add, nextAddress } = acts;
  let first: TestFirm;
  let second: TestFirm;

  before(async () => {
    first = await acts.newLicensedFirm('Première');
    second = await acts.newLicensedFirm('Deuxième');
  });

  const signedIn = async (email: string, password: string): Promise<Client> =>
    service.anonymous.as((await expectStatus(signIn(email, password), 201)).token);
  const linkOf = async (firm: TestFirm, userId: number): Promise<string> => {
    const url = urlOf(await firm.client.post(`${membersOf(firm)}/${userId}/invitation`));
    return url.slice(service.url.length).split('?')[0]!;
  };

  it('has an account in each firm that invites it, which its password finds', async () => {
    const email = nextAddress();
    const [one, two] = [await add(first, email, FIRST), await add(second, email.toUpperCase(), SECOND)];
    expect(one.id).to.not.equal(two.id);
    const [inFirst, inSecond] = [await signedIn(email, FIRST), await signedIn(email, SECOND)];
    expect([await sees(inFirst, first), await sees(inFirst, second)]).to.deep.equal([200, 404]);
    expect([await sees(inSecond, first), await sees(inSecond, second)]).to.deep.equal([404, 200]);
    expect((await inFirst.get('/v1/auth/me')).body.firms).to.have.length(1);
    await expectStatus(signIn(email, OWN), 422);
  });

  it('is not taken over by the link of a second firm, which opens that firm alone', async () => {
    const email = nextAddress();
    await add(first, email, FIRST);
    const before = await signedIn(email, FIRST);
    const planted = await add(second, email, SECOND);
    const stranger = service.anonymous.as(
      (await service.anonymous.created(await linkOf(second, planted.id), { name: 'Stranger', password: OWN })).token,
    );
    expect([await sees(stranger, first), await sees(stranger, second)]).to.deep.equal([404, 200]);
    expect(await sees(before, first), 'neither the session').to.equal(200);
    expect(await sees(await signedIn(email, FIRST), first), 'nor the password of the person ends').to.equal(200);
    await second.client
      .refused(404)
      .post(`${membersOf(second)}/${(await before.get('/v1/auth/me')).body.id}/invitation`);
  });

  it('gives a second firm no say over the account of the first, claimed or not', async () => {
    const email = nextAddress();
    const one = await add(first, email, FIRST);
    await service.anonymous.created(await linkOf(first, one.id), { password: OWN });
    const two = await add(second, email, SECOND);
    await expectStatus(second.client.patch(`${membersOf(second)}/${two.id}`, { password: `${SECOND} again` }), 200);
    await second.client.refused(404).patch(`${membersOf(second)}/${one.id}`, { password: SECOND });
    const own = await signedIn(email, OWN);
    expect([await sees(own, first), await sees(own, second)]).to.deep.equal([200, 404]);
    await second.client.delete(`${membersOf(second)}/${two.id}`);
    expect(await sees(own, first)).to.equal(200);
  });

  it('opens the account that comes first where two have the same password, and each again once they differ', async () => {
    const email = nextAddress();
    const [one, two] = [await add(first, email, OWN), await add(second, email, OWN)];
    const session = await signedIn(email, OWN);
    expect((await session.get('/v1/auth/me')).body.id).to.equal(one.id);
    await expectStatus(session.put('/v1/auth/password', { current_password: OWN, password: FIRST }), 204);
    expect((await (await signedIn(email, OWN)).get('/v1/auth/me')).body.id).to.equal(two.id);
  });

  it('cannot be squatted: neither other firms nor the platform find it taken', async () => {
    const email = nextAddress();
    await add(first, email, FIRST);
    const platform = await service.newUser({ isPlatformAdmin: true });
    const admin = { email, name: 'Vera', password: OWN };
    const opened = await platform.client.created('/v1/firms', { name: 'Troisième', admin });
    const own = await signedIn(email, OWN);
    expect((await own.get(`/v1/firms/${String(opened.public_token)}`)).body.can_manage).to.equal(true);
    expect(await sees(own, first)).to.equal(404);
    const invited = await second.client.post(membersOf(second), { email, role: 'encoder' });
    expect([invited.status, invited.body.id], 'the platform vouches for the owner').to.deep.equal([
      200,
      (await own.get('/v1/auth/me')).body.id,
    ]);
  });

  it('is the one that the firm knows when the person is added again', async () => {
    const email = nextAddress();
    const one = await add(first, email, FIRST);
    await add(second, email, SECOND);
    await first.client.delete(`${membersOf(first)}/${one.id}`);
    const again = await first.client.post(membersOf(first), { email, role: 'reviewer' });
    expect([again.status, again.body.id]).to.deep.equal([200, one.id]);
    const twice = await first.client.post(membersOf(first), { email, role: 'reviewer' });
    expect([twice.status, twice.body.code]).to.deep.equal([422, 'member_exists']);
  });

  it('does not tell other firms that it has an account', async () => {
    const email = nextAddress();
    await add(first, email, FIRST);
    const answers = await Promise.all(
      [email, nextAddress()].map((address) =>
        second.client.post(membersOf(second), { email: address, role: 'encoder' }),
      ),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([422, 422]);
    expect(answers[0]!.text).to.equal(answers[1]!.text);
  });

  it('of an account that the platform opened is invited, and its owner proves the password', async () => {
    const owner = await service.newUser();
    const email = `user${owner.id}@example.com`;
    const invited = await second.client.post(membersOf(second), { email, role: 'encoder' });
    expect([invited.status, invited.body.id]).to.deep.equal([200, owner.id]);
    const path = urlOf(invited).slice(service.url.length).split('?')[0]!;
    await service.anonymous.refused(422, ['password']).post(path, { password: OWN });
    await service.anonymous.created(path, { password: PASSWORD });
    expect(await sees(owner.client, second)).to.equal(200);
  });
});

describe('Accounts of one address', () => {
  const service = useService();
  const { membersOf, signIn, sees, add, nextAddress, newLicensedFirm } = actIn(service);
  let first: TestFirm;
  let second: TestFirm;
  before(async () => {
    first = await newLicensedFirm('Première');
    second = await newLicensedFirm('Deuxième');
  });

  const signedIn = async (email: string, password: string): Promise<Client> =>
    service.anonymous.as((await expectStatus(signIn(email, password), 201)).token);
  const join = (client: Client, body: object) => client.post('/v1/auth/me/join', body);
  const idOf = async (client: Client): Promise<number> => (await client.get('/v1/auth/me')).body.id;
  /** The account of the proven owner, in a firm that the platform opened. */
  async function ownerOf(email: string): Promise<Client> {
    const platform = await service.newUser({ isPlatformAdmin: true });
    await platform.client.created('/v1/firms', { name: 'Troisième', admin: { email, name: 'Vera', password: OWN } });
    return signedIn(email, OWN);
  }

  it('are joined by the owner of the verified address, firm by firm, and the joined ones cannot be opened', async () => {
    const email = nextAddress();
    const { id: firstId } = await add(first, email, FIRST);
    await add(second, email, SECOND);
    const file = await service.newCompany(first.client);
    await first.client.patch(`${membersOf(first)}/${firstId}`, { role: 'manager' });
    await first.client.put(`${membersOf(first)}/${firstId}/companies`, { company_tokens: [file.token] });
    const [old, owner] = [await signedIn(email, FIRST), await ownerOf(email)];
    const own = await service.newCompany(old, { name: 'Own', firm: null });
    await old.created(`/v1/firms/${first.token}/webhooks`, HOOK);
    const integration = await service.integrationToken(firstId, ['read']);
    const customer = { type: 'customer', name: 'Kept' };
    const { id: customerId } = await old.created(`${file.path}/third-parties`, customer);

    const answer = await expectStatus(join(owner, { password: FIRST }), 200);
    const ownerId = await idOf(owner);
    expect(answer.id).to.equal(ownerId);
    const firms = answer.firms as { public_token: string; role: string }[];
    expect(firms.map(({ role }) => role).toSorted()).to.deep.equal(['admin', 'manager']);
    expect([await sees(owner, first), await sees(owner, second)]).to.deep.equal([200, 404]);
    for (const { path } of [file, own]) expect((await owner.get(path)).status).to.equal(200);
    const taken = (await owner.get(`/v1/firms/${first.token}/webhooks`)).body.data as object[];
    expect(taken).to.have.length(1);
    expect(taken[0]).to.deep.include({
      paused_reason: null,
      created_by: { id: ownerId, name: 'Vera' },
    });
    for (const ended of [old, service.anonymous.as(integration)])
      expect((await ended.get('/v1/auth/me')).status).to.equal(401);
    await expectStatus(signIn(email, FIRST), 422);
    const changes = (await owner.get(`${file.path}/history`)).body.data as { record_id: number; user: object }[];
    const made = changes.find(({ record_id }) => record_id === customerId);
    expect(made?.user, 'what was recorded keeps its author').to.deep.include({ id: firstId });
    const activity = (await first.client.get(`/v1/firms/${first.token}/activity`)).body.data as { summary: string }[];
    expect(activity.map(({ summary }) => summary)).to.include('Vera joined two of their accounts');

    expect(await expectStatus(join(owner, { password: FIRST }), 200), 'again').to.deep.equal(answer);
    const both = await expectStatus(join(owner, { password: SECOND }), 200);
    expect(both.firms).to.have.length(3);
    const again = await first.client.post(membersOf(first), { email, role: 'encoder' });
    expect([again.status, again.body.code], 'the firm knows the account that stays').to.deep.equal([
      422,
      'member_exists',
    ]);
  });

  it('are not joined without proof of each, and the answer tells nothing about others', async () => {
    const email = nextAddress();
    await add(first, email, FIRST);
    await add(second, email, SECOND);
    const unverified = await signedIn(email, FIRST);
    const refused = await unverified.refused(422, ['email']).post('/v1/auth/me/join', { password: SECOND });
    expect(refused.code).to.equal('address_not_verified');
    const owner = await ownerOf(email);
    const alone = await service.newUser();
    const wrong = await join(owner, { password: 'not the password of anyone' });
    const none = await join(alone.client, { password: FIRST });
    const oneself = await join(owner, { password: OWN });
    expect(wrong.body.error_codes).to.deep.equal({ password: ['account_to_join_unknown'] });
    expect([wrong.status, none.status, oneself.status]).to.deep.equal([422, 422, 422]);
    expect([none.text, oneself.text]).to.deep.equal([wrong.text, wrong.text]);
    await owner.refused(422, ['password']).post('/v1/auth/me/join', {});
    await service.anonymous.refused(401).post('/v1/auth/me/join', { password: FIRST });
    const integration = service.anonymous.as(await service.integrationToken(await idOf(owner), ['read', 'write']));
    expect((await join(integration, { password: FIRST })).body.code).to.equal('session_token_required');
    expect(await sees(unverified, first)).to.equal(200);
  });

  it('are locked after ten wrong passwords', async () => {
    const owner = await ownerOf(nextAddress());
    for (let turn = 0; turn < 10; turn += 1) await expectStatus(join(owner, { password: `wrong ${turn}` }), 422);
    const locked = await join(owner, { password: OWN });
    expect([locked.status, locked.body.code]).to.deep.equal([429, 'password_locked']);
    expect(locked.headers.get('Retry-After')).to.match(/^\d+$/);
  });

  it('need the second factor of the account that is joined', async () => {
    const email = nextAddress();
    await add(first, email, FIRST);
    const [old, owner] = [await signedIn(email, FIRST), await ownerOf(email)];
    const { secret } = await old.created('/v1/auth/totp', { password: FIRST });
    const totp = new TOTP({ secret: Secret.fromBase32(String(secret)) });
    await old.post('/v1/auth/totp/confirm', { code: totp.generate() });
    const asked = await join(owner, { password: FIRST });
    expect([asked.status, asked.body.code]).to.deep.equal([422, 'second_factor_required']);
    expect(asked.body.errors).to.have.property('totp_code');
    await owner.refused(422, ['totp_code']).post('/v1/auth/me/join', { password: FIRST, totp_code: '000000' });
    const later = totp.generate({ timestamp: Date.now() + 30_000 });
    await expectStatus(join(owner, { password: FIRST, totp_code: later }), 200);
  });
});

describe('An address that mail has verified', () => {
  let mails: TestMailServer;
  const environment: Record<string, string> = {};
  before(async () => {
    mails = await startMailServer();
    environment.SMTP_URL = mails.url;
  });
  after(() => mails.close());
  const service = useService({ environment });
  const acts = actIn(service);
  const { membersOf, signIn, add, nextAddress } = acts;

  it('has one account from then on, which other firms invite', async () => {
    const [first, second] = [await acts.newLicensedFirm('Première'), await acts.newLicensedFirm('Deuxième')];
    const email = nextAddress();
    const one = await add(first, email, FIRST);
    const session = service.anonymous.as((await signIn(email, FIRST)).body.token);
    await expectStatus(session.post('/v1/auth/email', { email, password: FIRST }), 200);
    expect(mails.mails).to.have.length(1);
    const link = /https?:\S+\/v1\/auth\/email\/verify\S+/.exec(mails.mails[0]!.text)![0];
    await expectStatus(service.anonymous.post(link.slice(service.url.length)), 200);
    const { rows } = await service.core.pool.query<{ is_address_proven: boolean }>(
      'SELECT is_address_proven FROM read.users WHERE id = $1',
      [one.id],
    );
    expect(rows).to.deep.equal([{ is_address_proven: true }]);
    const invited = await second.client.post(membersOf(second), { email, role: 'encoder' });
    expect([invited.status, invited.body.id]).to.deep.equal([200, one.id]);
  });

  it('joins the accounts that firms opened before there was a mail server', async () => {
    const [first, second] = [await acts.newLicensedFirm('Première'), await acts.newLicensedFirm('Deuxième')];
    const email = nextAddress();
    const one = await add(first, email, FIRST);
    const person = { name: 'Vera', email, password: SECOND, locale: null, openedByFirmId: second.id };
    const context = createSystemContext('test');
    const userId = (await registerUser(service.core, person, context)) as number;
    const member = { type: 'AttachMember', userId, role: 'reviewer', companyTokens: [] } as const;
    await service.core.commands.execute('firm', second.id, { ...member, now: new Date().toISOString() }, context);
    const session = service.anonymous.as((await signIn(email, FIRST)).body.token);
    const join = () => session.post('/v1/auth/me/join', { password: SECOND });
    expect((await join()).body.code).to.equal('address_not_verified');
    const sent = mails.mails.length;
    await expectStatus(session.post('/v1/auth/email', { email, password: FIRST }), 200);
    const link = /https?:\S+\/v1\/auth\/email\/verify\S+/.exec(mails.mails[sent]!.text)![0];
    await expectStatus(service.anonymous.post(link.slice(service.url.length)), 200);
    const joined = await expectStatus(join(), 200);
    expect([joined.id, joined.email_verified]).to.deep.equal([one.id, true]);
    expect((joined.firms as { role: string }[]).map(({ role }) => role)).to.deep.equal(['encoder', 'reviewer']);
  });
});
