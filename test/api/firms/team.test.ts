import { expect } from 'chai';
import type { AnswerBody, Client } from '../../support/client.ts';
import { PASSWORD, useService, type Person, type TestFirm } from '../../support/service.ts';

describe('The team of a firm', () => {
  const service = useService();
  let firm: TestFirm;
  let path: string;
  let count = 0;

  beforeEach(async () => {
    firm = await service.newFirm();
    path = `/v1/firms/${firm.token}/members`;
  });

  const newPerson = (changes: Record<string, unknown> = {}) => ({
    email: `person${(count += 1)}@example.com`,
    name: `Person ${count}`,
    password: 'eight or more',
    role: 'encoder',
    ...changes,
  });
  const emailOf = (userId: number) => `user${userId}@example.com`;
  const signIn = async (email: string, password: string) =>
    (await service.anonymous.post('/v1/auth/login', { email, password })).status;

  async function added(changes: Record<string, unknown> = {}): Promise<AnswerBody & { client: Client }> {
    const body = await firm.client.created(path, newPerson(changes));
    return { ...body, client: service.anonymous.as(await service.sessionToken(body.id)) };
  }

  describe('adding someone', () => {
    it('opens an account for an address without one', async () => {
      const person = newPerson({ locale: 'nl' });
      const { status, body, headers } = await firm.client.post(path, person);
      expect(status).to.equal(201);
      expect(headers.get('x-operation-id')).to.be.a('string');
      expect(body).to.deep.equal({
        id: body.id,
        name: person.name,
        email: person.email,
        auth_source: 'local',
        locale: 'nl',
        role: 'encoder',
        is_active: true,
        invitation: null,
        all_companies: true,
        companies: [],
        version: 1,
      });
      expect(await signIn(person.email, person.password)).to.equal(201);
    });

    it('lets colleagues in at once if the firm requires no acceptance, and says so', async () => {
      const own = `/v1/firms/${firm.token}`;
      const shown = await firm.client.ok(own);
      expect(shown.members_require_acceptance).to.equal(true);
      const manager = await service.newMember(firm, 'manager');
      const change = { members: { require_acceptance: false } };
      await manager.client.refused(403, 'role_too_low').patch(own, change);
      const token = await firm.client.created('/v1/auth/tokens', { name: 'Robot', abilities: ['read', 'write'] });
      await firm.client.as(String(token.token)).refused(403, 'session_token_required').patch(own, change);
      expect((await firm.client.expect(200).patch(own, change)).members_require_acceptance).to.equal(false);

      const colleague = await service.newFirm();
      const joined = await firm.client.post(path, { email: colleague.admin.email, role: 'reviewer' });
      expect([joined.status, joined.body.is_active, joined.body.invitation]).to.deep.equal([200, true, null]);
      await colleague.client.expect(200).get(own);

      const stranger = await service.newUser({ email: `someone${(count += 1)}@elsewhere.org` });
      const invited = await firm.client.post(path, { email: `someone${count}@elsewhere.org`, role: 'reviewer' });
      expect([invited.status, invited.body.id, invited.body.is_active]).to.deep.equal([200, stranger.id, false]);

      // What was read may be sent back, the list of members included.
      const read = await firm.client.ok(own);
      const { companies: _companies, sso: _sso, ...back } = read;
      expect((await firm.client.expect(200).patch(own, back)).members_require_acceptance).to.equal(false);
      await firm.client.expect(200).patch(own, { members: { require_acceptance: true } });
      const next = await service.newFirm();
      const asked = await firm.client.post(path, { email: next.admin.email, role: 'reviewer' });
      expect([asked.status, asked.body.is_active]).to.deep.equal([200, false]);
    });

    it('invites whoever has an account, and leaves name and password alone', async () => {
      const other = await service.newFirm();
      const body = { ...newPerson(), email: other.admin.email.toUpperCase(), name: 'Renamed', role: 'reviewer' };
      const ignored = await firm.client.refused(422, 'account_not_managed').post(path, body);
      expect(ignored.errors).to.have.all.keys('name', 'password');
      expect(await firm.client.expect(200).post(path, { email: body.email, role: 'reviewer' })).to.include({
        id: other.admin.id,
        name: other.admin.email,
        role: 'reviewer',
        is_active: false,
      });
      expect(await signIn(other.admin.email, PASSWORD)).to.equal(201);
      expect(await signIn(other.admin.email, body.password)).to.equal(422);
      const user = await service.newUser();
      const bare = await firm.client.post(path, { email: emailOf(user.id), role: 'manager' });
      expect([bare.status, bare.body.id]).to.deep.equal([200, user.id]);
    });

    it('gives all files, or exactly those that are named', async () => {
      const file = await service.newCompany(firm.client, { name: 'Zinc', code: 'Z' });
      await service.newCompany(firm.client, { name: 'Acier' });
      const some = await added({ company_tokens: [file.token] });
      expect(some).to.include({ all_companies: false });
      expect(some.companies).to.deep.equal([
        { public_token: file.token, name: 'Zinc', code: 'Z', role: 'encoder', is_active: true },
      ]);
      const none = await added({ company_tokens: [] });
      expect(none).to.include({ all_companies: false });
      const all = await added({ company_tokens: null });
      expect(all).to.include({ all_companies: true });
      const seen = async (client: Client) => (await client.get<AnswerBody[]>('/v1/companies')).body.length;
      expect(await Promise.all([some, none, all].map(({ client }) => seen(client)))).to.deep.equal([1, 0, 2]);
    });

    it('tells everything that is missing or wrong', async () => {
      const foreign = await service.newCompany((await service.newFirm()).client);
      const wrong: [Record<string, unknown>, string[]][] = [
        [{}, ['email', 'role']],
        [{ email: 'new@example.com', role: 'encoder' }, ['name', 'password']],
        [newPerson({ password: '1234567' }), ['password']],
        [newPerson({ role: 'owner', locale: 'it', email: 'x' }), ['role', 'locale', 'email']],
        [newPerson({ name: '   ' }), ['name']],
        [newPerson({ company_tokens: ['short', foreign.token] }), ['company_tokens.0']],
        [newPerson({ company_tokens: [foreign.token, 'AAAAAAAAAAAA'] }), ['company_tokens.0', 'company_tokens.1']],
        [newPerson({ company_tokens: 'x' }), ['company_tokens']],
      ];
      for (const [body, fields] of wrong) {
        const answer = await firm.client.post(path, body);
        expect(answer.status, JSON.stringify(body)).to.equal(422);
        expect(Object.keys(answer.body.errors).sort()).to.deep.equal([...fields].sort());
      }
      expect((await firm.client.get<AnswerBody[]>(path)).body).to.have.length(1);
    });

    it('leaves no account behind when files are unknown', async () => {
      const person = newPerson({ company_tokens: ['AAAAAAAAAAAA'] });
      await firm.client.refused(422).post(path, person);
      await firm.client.created(path, { ...person, company_tokens: null });
    });

    it('refuses whoever is in the team, active or not', async () => {
      const person = newPerson();
      const { body } = await firm.client.post(path, person);
      for (const changes of [{}, { is_active: false }]) {
        await firm.client.patch(`${path}/${body.id}`, changes);
        expect((await firm.client.refused(422, 'member_exists').post(path, person)).errors).to.have.all.keys('email');
      }
    });

    it('stops at what the licence allows', async () => {
      for (let number = 1; number <= 9; number += 1) await service.newMember(firm, 'reviewer');
      const person = newPerson();
      for (const body of [person, { email: emailOf((await service.newUser()).id), role: 'reviewer' }]) {
        await firm.client.refused(422, 'user_limit_reached').post(path, body);
      }
      const [, member] = (await firm.client.get<AnswerBody[]>(path)).body;
      await firm.client.patch(`${path}/${member!.id}`, { is_active: false });
      expect((await firm.client.post(path, person)).status, 'and no account was opened before').to.equal(201);
      const back = await firm.client.patch(`${path}/${member!.id}`, { is_active: true });
      expect(back.body).to.include({ code: 'user_limit_reached' });
    });

    it('gives one account and one member to requests that come at the same time', async () => {
      const person = newPerson();
      const answers = await Promise.all([1, 2, 3, 4].map(() => firm.client.post(path, person)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422, 422]);
      const other = await service.newFirm();
      const shared = newPerson();
      const both = await Promise.all(
        [firm, other].map(({ client, token }) => client.post(`/v1/firms/${token}/members`, shared)),
      );
      expect(both.map(({ status }) => status)).to.deep.equal([201, 201]);
      expect(both[0]!.body.id, 'nobody has verified the address').not.to.equal(both[1]!.body.id);
    });

    it('acts once under one key', async () => {
      const person = newPerson();
      const headers = { 'X-Client-Mutation-Id': `member-${count}` };
      const first = await firm.client.post(path, person, headers);
      const second = await firm.client.post(path, person, headers);
      expect([first.status, second.status]).to.deep.equal([201, 200]);
      expect(second.text).to.equal(first.text);
      expect(second.headers.get('x-idempotent-replay')).to.equal('1');
    });

    it('takes no rights from what is not to be written', async () => {
      const rights = {
        user_id: 1,
        firm_id: 1,
        is_platform_admin: true,
        is_demo: true,
        is_active: false,
        all_companies: false,
        opened_by_firm_id: 1,
        email_verified: false,
      };
      const person = newPerson({ id: 1, version: 9, auth_source: 'sso' });
      const refused = await firm.client.post(path, { ...person, ...rights });
      expect([refused.status, Object.keys(refused.body.errors)]).to.deep.equal([422, Object.keys(rights)]);
      const { body } = await firm.client.post(path, person);
      expect(body).to.include({ is_active: true, all_companies: true, version: 1, auth_source: 'local' });
      const client = service.anonymous.as(await service.sessionToken(body.id));
      const me = (await client.get('/v1/auth/me')).body;
      expect(me).to.include({ is_platform_admin: false, is_demo: false, id: body.id });
      await firm.client.patch(`${path}/${body.id}`, {
        is_platform_admin: true,
        version: 9,
        id: 1,
        email: 'x@y.example',
      });
      expect((await client.get('/v1/auth/me')).body).to.deep.equal(me);
    });
  });

  describe('changing a member', () => {
    it('changes the role in the very next request', async () => {
      const member = await added({ role: 'reviewer' });
      await member.client.refused(403).patch(`/v1/firms/${firm.token}`, { city: 'x' });
      const body = await firm.client.expect(200).patch(`${path}/${member.id}`, { role: 'manager' });
      expect(body).to.include({ role: 'manager', version: 2 });
      await member.client.expect(200).patch(`/v1/firms/${firm.token}`, { city: 'x' });
      await firm.client.patch(`${path}/${member.id}`, { role: 'reviewer' });
      await member.client.refused(403).patch(`/v1/firms/${firm.token}`, { city: 'y' });
    });

    it('shuts an inactive member out of firm and files in the very next request, and lets in again', async () => {
      const file = await service.newCompany(firm.client);
      const member = await added();
      const seen = async () =>
        Promise.all(
          [`/v1/firms/${firm.token}`, file.path, `${file.path}/sync/pull`].map(
            async (one) => (await member.client.get(one)).status,
          ),
        );
      expect(await seen()).to.deep.equal([200, 200, 200]);
      expect((await firm.client.patch(`${path}/${member.id}`, { is_active: false })).body).to.include({
        is_active: false,
      });
      expect(await seen()).to.deep.equal([404, 404, 404]);
      expect((await member.client.get<AnswerBody[]>('/v1/companies')).body).to.deep.equal([]);
      expect((await member.client.get('/v1/auth/me')).body.firms).to.deep.equal([]);
      await firm.client.patch(`${path}/${member.id}`, { is_active: '1' });
      expect(await seen()).to.deep.equal([200, 200, 200]);
    });

    it('gives a new name and password to an account that the firm has opened, and ends its sessions', async () => {
      const person = newPerson();
      const { body } = await firm.client.post(path, person);
      const client = service.anonymous.as(await service.sessionToken(body.id));
      await client.ok('/v1/auth/me');
      const headers = { 'X-Client-Mutation-Id': `patch-${count}` };
      const changes = { name: 'New Name', password: 'another password', role: 'manager' };
      const answer = await firm.client.expect(200).patch(`${path}/${body.id}`, changes, headers);
      expect(answer).to.include({ name: 'New Name', role: 'manager' });
      await client.refused(401).get('/v1/auth/me');
      expect(await signIn(person.email, person.password)).to.equal(422);
      expect(await signIn(person.email, 'another password')).to.equal(201);
      const again = await firm.client.patch(`${path}/${body.id}`, changes, headers);
      expect(again.headers.get('x-idempotent-replay')).to.equal('1');
      expect((await firm.client.patch(`${path}/${body.id}`, { name: null, password: null })).body).to.include({
        name: 'New Name',
      });
    });

    it('leaves name and password alone where the account is not the firm’s alone', async () => {
      const refuses = async (userId: number, changes: Record<string, unknown>) => {
        const { status, body } = await firm.client.patch(`${path}/${userId}`, changes);
        expect([status, body.code], JSON.stringify(changes)).to.deep.equal([422, 'account_not_managed']);
        expect(body.errors).to.have.all.keys(...Object.keys(changes).slice(-1));
      };
      // Someone who had an account before.
      const user = await service.newMember(firm, 'encoder');
      await refuses(user.id, { name: 'X' });
      await refuses(user.id, { password: 'eight or more' });
      expect(await signIn(emailOf(user.id), PASSWORD)).to.equal(201);
      await firm.client.expect(200).patch(`${path}/${user.id}`, { name: `User ${user.id}` });
      // Someone who has joined another firm since, also one who is not active there.
      const member = await added();
      await service.join(await service.newFirm(), member.id, 'reviewer', { isActive: false });
      await refuses(member.id, { name: 'X', password: 'eight or more' });
      // Someone who keeps a company file of their own.
      const owner = await added({ role: 'reviewer' });
      await firm.client.delete(`${path}/${owner.id}`);
      await service.newCompany(owner.client, { firm: null });
      await firm.client.post(path, { email: owner.email, role: 'reviewer' });
      await refuses(owner.id, { password: 'eight or more' });
      // Oneself: the profile asks for the current password.
      await refuses(firm.admin.id, { password: 'eight or more' });
    });

    it('never touches a platform admin', async () => {
      const member = await added();
      await service.core.commands.execute(
        'user',
        member.id,
        { type: 'AppointPlatformAdmin' },
        {
          userId: null,
          tokenKind: 'system',
          operationId: '00000000-0000-4000-8000-000000000001',
          clientMutationId: null,
          deviceId: null,
          deviceName: null,
          origin: 'test',
          occurredAt: null,
        },
      );
      await firm.client.refused(422, 'account_not_managed').patch(`${path}/${member.id}`, { password: 'taken over' });
    });

    it('keeps to the version that was read', async () => {
      const member = await added();
      await firm.client.patch(`${path}/${member.id}`, { role: 'manager' });
      const stale = { 'X-Base-Version': '1' };
      const answers = [
        await firm.client.patch(`${path}/${member.id}`, { role: 'admin' }, stale),
        await firm.client.put(`${path}/${member.id}/companies`, { company_tokens: [] }, stale),
        await firm.client.delete(`${path}/${member.id}`, stale),
      ];
      for (const { status, body } of answers) {
        expect(status).to.equal(409);
        expect(body).to.include({ code: 'conflict', server_version: 2 });
        expect(body.server_data).to.include({ id: member.id, role: 'manager' });
      }
    });

    it('knows only members of this firm', async () => {
      const other = await service.newFirm();
      for (const id of [other.admin.id, 999_999]) {
        await firm.client.refused(404).patch(`${path}/${id}`, { role: 'reviewer' });
        await firm.client.refused(404).patch(`${path}/${id}`, { password: 'eight or more' });
        await firm.client.refused(404).delete(`${path}/${id}`);
        await firm.client.refused(404).put(`${path}/${id}/companies`, { company_tokens: [] });
      }
      await firm.client.refused(404).patch(`${path}/x`, {});
      const wrong = await firm.client.patch(`${path}/${firm.admin.id}`, { role: 'boss', is_active: 'maybe', name: 5 });
      expect(wrong.status).to.equal(422);
      expect(wrong.body.errors).to.have.all.keys('role', 'is_active', 'name');
    });
  });

  describe('the last active admin', () => {
    it('keeps the role, the activity and the place', async () => {
      await service.newMember(firm, 'admin', { isActive: false });
      const own = `${path}/${firm.admin.id}`;
      for (const [changes, field] of [
        [{ role: 'manager' }, 'role'],
        [{ is_active: false }, 'is_active'],
      ] as const) {
        expect((await firm.client.refused(422, 'last_admin').patch(own, changes)).errors).to.have.all.keys(field);
      }
      await firm.client.refused(422, 'last_admin').delete(own);
      const platform = await service.newUser({ isPlatformAdmin: true });
      await platform.client.refused(422).delete(own);
    });

    // In each pair whichever comes second finds the other gone, or itself the last: exactly one of the two goes through.
    for (const [name, requests] of [
      [
        'let each other go',
        (second: Person) => [
          firm.client.patch(`${path}/${second.id}`, { role: 'reviewer' }),
          second.client.delete(`${path}/${firm.admin.id}`),
        ],
      ],
      [
        'step down',
        (second: Person) => [
          firm.client.patch(`${path}/${firm.admin.id}`, { is_active: false }),
          second.client.patch(`${path}/${second.id}`, { role: 'encoder' }),
        ],
      ],
    ] as const)
      it(`is kept also when two of them ${name} at the same time`, async () => {
        const outcomes = await Promise.all(requests(await service.newMember(firm, 'admin')));
        expect(outcomes.filter(({ status }) => status < 300)).to.have.length(1);
        const platform = await service.newUser({ isPlatformAdmin: true });
        const admins = (await platform.client.get<AnswerBody[]>(path)).body.filter(
          (member) => member.role === 'admin' && member.is_active,
        );
        expect(admins).to.have.length(1);
      });
  });

  describe('detaching a member', () => {
    it('takes firm and files away at once and keeps the account', async () => {
      const file = await service.newCompany(firm.client);
      const person = newPerson({ company_tokens: [file.token] });
      const { body } = await firm.client.post(path, person);
      const client = service.anonymous.as(await service.sessionToken(body.id));
      await client.ok(file.path);
      const answer = await firm.client.delete(`${path}/${body.id}`);
      expect([answer.status, answer.text]).to.deep.equal([204, '']);
      expect(answer.headers.get('x-operation-id')).to.be.a('string');
      await client.refused(404).get(file.path);
      await client.refused(404).get(`/v1/firms/${firm.token}`);
      await client.ok('/v1/auth/me');
      expect(await signIn(person.email, person.password)).to.equal(201);
      expect((await firm.client.get<AnswerBody[]>(path)).body.map(({ id }) => id)).to.deep.equal([firm.admin.id]);
      await firm.client.refused(404).delete(`${path}/${body.id}`);
      const back = await firm.client.post(path, { email: person.email, role: 'reviewer', company_tokens: [] });
      expect(back.status).to.equal(200);
      expect(back.body).to.deep.include({ all_companies: false, companies: [], role: 'reviewer' });
    });
  });

  describe('seeing the team', () => {
    it('shows active colleagues to everyone, and the others to those who manage it', async () => {
      const away = await service.newMember(firm, 'encoder', { isActive: false });
      const ids = async (client: Client) => (await client.get<AnswerBody[]>(path)).body.map(({ id }) => id);
      for (const role of ['reviewer', 'encoder', 'manager', 'admin'] as const) {
        const { client } = await service.newMember(firm, role);
        const sees = (await ids(client)).includes(away.id);
        expect(sees, role).to.equal(role === 'manager' || role === 'admin');
      }
      const fromFirm = await (await service.newMember(firm, 'reviewer')).client.get(`/v1/firms/${firm.token}`);
      expect((fromFirm.body.members as AnswerBody[]).map(({ id }) => id)).to.not.include(away.id);
    });
  });
});
