import { expect } from 'chai';
import { mirrorUnfinishedFirms } from '../../../commands/bridge/unfinished.ts';
import { openBridge } from '../../../outside/bridge/platform.ts';
import { FAILURES, answerText } from '../../support/http-server.ts';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { KEY, startPlatform, type TestPlatform } from '../../support/platform.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const PASSWORD = 'of the platform alone';

interface FirmShown extends AnswerBody {
  readonly members: readonly (AnswerBody & { readonly email: string })[];
  readonly companies: readonly { readonly public_token: string; readonly name: string }[];
}

describe('Signing in with the credentials of the external platform', () => {
  let platform: TestPlatform;
  let service: TestService;

  before(async () => {
    platform = await startPlatform();
    service = await startTestService({ environment: platform.environment, timeouts: { outsideMs: 1_500 } });
  });
  after(async () => {
    try {
      await service.invariants();
      expect(service.errors).to.deep.equal([]);
    } finally {
      await service.stop();
      await platform.close();
    }
  });
  beforeEach(async () => {
    platform.instead(null);
    // Sign-in is limited by the minute, and tests make many.
    await service.core.pool.query('DELETE FROM ops.rate_counters');
  });

  let count = 0;
  /** Someone of the platform with a firm of their own. */
  function person(more: object = {}) {
    count += 1;
    const user = { external_id: `p-${count}`, email: `anne${count}@cabinet.example`, name: 'Anne', locale: 'nl' };
    const member = { ...user, role: 'admin' };
    const firm = { external_id: `f-${count}`, name: `Cabinet ${count}`, is_partner: true, members: [member], ...more };
    platform.people.set(user.email, { password: PASSWORD, user, firms: [firm.external_id] });
    platform.firms.set(firm.external_id, firm);
    return { user, member, firm };
  }
  const login = (email: string, password = PASSWORD) => service.anonymous.post('/v1/auth/login', { email, password });
  async function signedIn(email: string) {
    const body = await expectStatus(login(email), 201);
    const user = body.user as AnswerBody & { readonly firms: readonly { readonly public_token: string }[] };
    return { user, client: service.anonymous.as(body.token) };
  }
  async function firmOf(email: string) {
    const { client, user } = await signedIn(email);
    const path = `/v1/firms/${user.firms[0]!.public_token}`;
    const { body } = await client.get<FirmShown>(path);
    return { client, user, path, firm: body };
  }
  const changed = (externalId: string, more: object) =>
    platform.firms.set(externalId, { ...platform.firms.get(externalId), ...more });

  it('opens the account, the firm, its team and its company files', async () => {
    const { user } = person({
      enterprise_number: 'BE 0477.472.701',
      members: undefined,
      companies: [
        { external_id: 'c-1', name: 'Boulangerie Dupont', enterprise_number: 'BE 0403.019.261' },
        { external_id: 'c-2', name: 'Garage', country_pack: 'LU', enterprise_number: 'nonsense' },
      ],
    });
    changed('f-1', {
      members: [
        { ...user, role: 'admin' },
        {
          external_id: 'p-x',
          email: 'bert@cabinet.example',
          name: 'Bert',
          role: 'encoder',
          all_companies: false,
          company_external_ids: ['c-2', 'c-unknown'],
        },
      ],
    });
    const { firm, client, user: shown } = await firmOf(user.email);
    expect(shown).to.include({ name: 'Anne', locale: 'nl', email: user.email, is_platform_admin: false });
    expect(firm).to.include({ name: 'Cabinet 1', source: 'external', is_partner: true });
    expect(firm.synced_at).to.be.a('string');
    expect(firm.enterprise_number).to.match(/0477/);
    expect(firm.members.map(({ email, auth_source, role }) => [email, auth_source, role])).to.deep.equal([
      [user.email, 'external', 'admin'],
      ['bert@cabinet.example', 'external', 'encoder'],
    ]);
    expect(firm.companies.map(({ name }) => name)).to.deep.equal(['Boulangerie Dupont', 'Garage']);
    expect((firm.members[1]!.companies as { name: string }[]).map(({ name }) => name)).to.deep.equal(['Garage']);
    const { body: file } = await client.get(`/v1/companies/${firm.companies[0]!.public_token}`);
    expect(file).to.include({ source: 'external', external_id: 'c-1' });
    expect(file.synced_at).to.be.a('string');
  });

  it('changes nothing when nothing has changed, and keeps nothing of the password', async () => {
    const { user } = person({ companies: [{ external_id: 'c-3', name: 'Fleurs' }] });
    await signedIn(user.email);
    const head = await service.core.log.readHead();
    await signedIn(user.email);
    const events: string[] = [];
    for await (const batch of service.core.log.readAll(head))
      for (const { type, data } of batch) {
        events.push(type);
        expect(JSON.stringify(data)).to.not.include(PASSWORD);
      }
    expect(events).to.deep.equal(['TokenIssued']);
    const { rows } = await service.core.pool.query('SELECT FROM ops.passwords WHERE id = $1', ['external']);
    expect(rows).to.have.length(0);
  });

  it('opens one account and one firm for whoever signs in many times at once', async () => {
    const { user, firm } = person({ companies: [{ external_id: `c-once-${count + 1}`, name: 'Once' }] });
    const answers = await Promise.all([1, 2, 3].map(() => signedIn(user.email)));
    expect(new Set(answers.map((answer) => answer.user.id)).size).to.equal(1);
    const { rows } = await service.core.pool.query(
      'SELECT f.id FROM read.firms f JOIN read.companies c ON c.firm_id = f.id WHERE f.external_id = $1',
      [firm.external_id],
    );
    expect(rows).to.have.length(1);
  });

  it('refuses a wrong password and an unknown address in the same words, and locks as for anybody', async () => {
    const { user } = person();
    await signedIn(user.email);
    const [wrong, unknown] = [await login(user.email, 'wrong'), await login('nobody@cabinet.example')];
    expect([wrong.status, unknown.status]).to.deep.equal([422, 422]);
    expect(wrong.body).to.deep.equal(unknown.body);
    expect(wrong.body.errors).to.have.keys('email');
  });

  it('never opens an account of our own, nor shows its password to the platform', async () => {
    const own = await service.newFirm();
    const { user } = person();
    platform.people.set(own.admin.email.toLowerCase(), {
      password: PASSWORD,
      user: { ...user, external_id: 'thief', email: own.admin.email },
      firms: [],
    });
    const before = platform.server.requests.length;
    await expectStatus(login(own.admin.email, PASSWORD), 422);
    await expectStatus(login(own.admin.email, own.admin.password), 201);
    expect(platform.server.requests.length).to.equal(before);
  });

  it('invites whoever has an account of their own instead of opening it to the platform', async () => {
    const own = await service.newFirm();
    const { user, member } = person();
    changed(`f-${count}`, {
      members: [member, { external_id: 'p-own', email: own.admin.email, name: 'Other', role: 'manager' }],
    });
    const { firm, client, path } = await firmOf(user.email);
    const invited = firm.members.find(({ email }) => email === own.admin.email)!;
    expect(invited).to.deep.include({ auth_source: 'local', is_active: false, role: 'manager' });
    await own.client.refused(404).get(path);
    await client.expect(200).post(`${path}/members/${invited.id}/invitation`);
  });

  it('is refused with an address that has gone to another person of the platform', async () => {
    const { user } = person();
    await signedIn(user.email);
    platform.people.set(user.email, {
      password: PASSWORD,
      user: { ...user, external_id: 'p-successor' },
      firms: [],
    });
    await expectStatus(login(user.email), 422);
  });

  it('follows the address and the name of a person', async () => {
    const { user } = person();
    const { user: before } = await signedIn(user.email);
    const moved = { ...user, email: `moved${count}@cabinet.example`, name: 'Anne B.' };
    platform.people.set(moved.email, { password: PASSWORD, user: moved, firms: [] });
    const { user: after } = await signedIn(moved.email);
    expect(after).to.include({ id: before.id, email: moved.email, name: 'Anne B.' });
  });

  it('ends rights that the platform has ended, also those of the last administrator', async () => {
    const { user, member, firm } = person();
    const { client, path } = await firmOf(user.email);
    changed(firm.external_id, { members: [{ ...member, role: 'reviewer' }] });
    await signedIn(user.email);
    await client.refused(403).patch(path, { phone: '+32 2 123 45 67' });
    platform.people.set(user.email, { password: PASSWORD, user, firms: [] });
    await signedIn(user.email);
    await client.refused(404).get(path);
  });

  it('takes over what changed on the platform, and leaves what was changed here', async () => {
    const { user, firm } = person({ city: 'Namur', phone: '081 11 11 11' });
    const { client, path } = await firmOf(user.email);
    await client.expect(200).patch(path, { city: 'Liège', phone: '04 22 22 22' });
    changed(firm.external_id, { phone: '02 33 33 33 33', vat_number: 'BE 0000.000.000' });
    const { firm: after } = await firmOf(user.email);
    expect(after).to.include({ city: 'Liège', phone: '02 33 33 33 33', vat_number: null });
  });

  it('says 503 while the platform does not answer, and lets everybody else in', async () => {
    const { user } = person();
    await signedIn(user.email);
    const own = await service.newFirm();
    for (const name of ['silence', 'an error of the server', 'a flood']) {
      platform.instead(FAILURES[name]!);
      const { status, body } = await login(user.email);
      expect([status, body.code], name).to.deep.equal([503, 'bridge_unavailable']);
    }
    await expectStatus(login(own.admin.email, own.admin.password), 201);
  });

  it('goes on with what is known when the firm cannot be had, and completes it later', async () => {
    const { user, firm } = person();
    await signedIn(user.email);
    changed(firm.external_id, { companies: [{ external_id: `c-late-${count}`, name: 'Later' }] });
    const { people } = platform;
    const known = people.get(user.email)!;
    platform.instead((request, response) =>
      request.url.includes('/credentials/')
        ? response.end(JSON.stringify({ is_valid: true, user: known.user, firms: known.firms }))
        : answerText('', 500)(request, response),
    );
    const { client, path, firm: shown } = await firmOf(user.email);
    expect(shown.companies).to.deep.equal([]);
    platform.instead(null);
    const bridge = openBridge({ url: platform.url, key: KEY });
    expect(await mirrorUnfinishedFirms({ ...service.core, bridge }, undefined, 0)).to.equal(1);
    expect(await mirrorUnfinishedFirms({ ...service.core, bridge }, undefined, 0)).to.equal(0);
    await bridge.close();
    const { body } = await client.get<FirmShown>(path);
    expect(body.companies.map(({ name }) => name)).to.deep.equal(['Later']);
  });

  it('leaves password and address to the platform, which is asked for where we ask for a password', async () => {
    const { user } = person();
    const { client } = await signedIn(user.email);
    const changing = await client.put('/v1/auth/password', { current_password: PASSWORD, password: 'another one 42' });
    expect([changing.status, changing.body.code]).to.deep.equal([422, 'account_external']);
    await client.refused(422).post('/v1/auth/totp', { password: 'wrong' });
    expect((await client.post('/v1/auth/totp', { password: PASSWORD })).status).to.be.oneOf([200, 201]);
  });

  describe('POST firms/{firm}/sync', () => {
    it('mirrors the firm again; 422 for one that is not linked, 503 while the platform is away', async () => {
      const { user, firm } = person();
      const { client, path } = await firmOf(user.email);
      changed(firm.external_id, { name: 'Renamed', website: 'https://cabinet.example' });
      const synced = await client.expect(200).post<FirmShown>(`${path}/sync`);
      expect(synced).to.include({ name: 'Renamed', website: 'https://cabinet.example' });
      platform.instead(answerText('', 502));
      await client.refused(503, 'bridge_unavailable').post(`${path}/sync`);
      const own = await service.newFirm();
      await own.client.refused(422, 'firm_not_linked').post(`/v1/firms/${own.token}/sync`);
    });
  });
});
