import { expect } from 'chai';
import type { AnswerBody, Client } from '../../support/client.ts';
import { PASSWORD, useService, type Person, type TestFirm } from '../../support/service.ts';

const FIRM_MEMBERS = [
  'id',
  'public_token',
  'name',
  'enterprise_number',
  'vat_number',
  'itaa_number',
  'itaa_status',
  'itaa_quality',
  'address',
  'postal_code',
  'city',
  'website',
  'logo_url',
  'is_partner',
  'country_code',
  'locale',
  'email',
  'phone',
  'source',
  'synced_at',
  'can_manage',
  'requires_second_factor',
  'members_require_acceptance',
  'version',
];

describe('Firms', () => {
  const service = useService();
  let firm: TestFirm;
  let platform: Person;
  let path: string;

  before(async () => {
    firm = await service.newFirm({ name: 'Fiduciaire du Parc' });
    platform = await service.newUser({ isPlatformAdmin: true });
    path = `/v1/firms/${firm.token}`;
  });

  const names = async (client: Client) =>
    (await client.get<AnswerBody[]>('/v1/firms')).body.map((one) => one.name as string);

  describe('seeing them', () => {
    it('lists those of the caller in a light form, and all of them to platform admins', async () => {
      const other = await service.newFirm({ name: 'Étude Zénith' });
      const body = await firm.client.ok<AnswerBody[]>('/v1/firms');
      expect(body).to.have.length(1);
      expect(body[0]).to.have.all.keys(FIRM_MEMBERS);
      expect(body[0]).to.include({ public_token: firm.token, can_manage: true, source: 'manual' });
      expect(await names((await service.newUser()).client)).to.deep.equal([]);
      expect(await names(platform.client)).to.include.members(['Fiduciaire du Parc', 'Étude Zénith']);
      const both = await service.newMember(firm, 'reviewer');
      await service.join(other, both.id, 'admin');
      expect(
        (await both.client.get<AnswerBody[]>('/v1/firms')).body.map((one) => [one.name, one.can_manage]),
      ).to.deep.equal([
        ['Étude Zénith', true],
        ['Fiduciaire du Parc', false],
      ]);
    });

    it('shows one with its team and its company files', async () => {
      const own = await service.newFirm({ name: 'Cabinet', locale: 'nl' });
      const file = await service.newCompany(own.client, { name: 'Zinc', code: 'Z' });
      await service.newCompany(own.client, { name: 'Acier', code: 'A' });
      const helper = await service.newMember(own, 'manager', {
        locale: null,
        companies: [{ id: file.id, role: 'encoder' }],
      });
      const { status, body, headers } = await own.client.get(`/v1/firms/${own.token}`);
      expect(status).to.equal(200);
      expect(headers.get('etag')).to.match(/^"v1-[\w-]+"$/);
      expect(body).to.have.all.keys(...FIRM_MEMBERS, 'sso', 'members', 'companies');
      expect(body).to.include({ is_partner: false, synced_at: null, country_code: 'BE', locale: 'nl', logo_url: null });
      expect(body.members).to.deep.equal([
        {
          id: own.admin.id,
          name: 'Ada Admin',
          email: own.admin.email,
          auth_source: 'local',
          locale: 'en',
          role: 'admin',
          is_active: true,
          invitation: null,
          all_companies: true,
          companies: [],
          version: 1,
        },
        {
          id: helper.id,
          name: `User ${helper.id}`,
          email: `user${helper.id}@example.com`,
          auth_source: 'local',
          locale: 'nl',
          role: 'manager',
          is_active: true,
          invitation: null,
          all_companies: false,
          companies: [{ public_token: file.token, name: 'Zinc', code: 'Z', role: 'encoder', is_active: true }],
          version: 2,
        },
      ]);
      const companies = body.companies as AnswerBody[];
      expect(companies.map((one) => one.name)).to.deep.equal(['Acier', 'Zinc']);
      expect(companies[1]).to.deep.equal({
        public_token: file.token,
        name: 'Zinc',
        code: 'Z',
        icon_url: null,
        logo_url: null,
        members: [
          {
            id: helper.id,
            name: `User ${helper.id}`,
            email: `user${helper.id}@example.com`,
            role: 'encoder',
            is_active: true,
          },
        ],
      });
      const light = await own.client.get<AnswerBody[]>(`/v1/firms/${own.token}/companies`);
      expect(light.body).to.deep.equal(companies);
    });

    it('is a 404, always the same, for whoever does not belong to it', async () => {
      const stranger = await service.newFirm();
      const inactive = await service.newMember(firm, 'admin', { isActive: false });
      const unknown = await stranger.client.get('/v1/firms/AAAAAAAAAAAA');
      expect(unknown.status).to.equal(404);
      for (const client of [stranger.client, inactive.client, (await service.newUser()).client]) {
        for (const suffix of ['', '/members', '/companies', '/activity', '/dashboard']) {
          const answer = await client.get(`${path}${suffix}`);
          expect([answer.status, answer.text], suffix).to.deep.equal([404, unknown.text]);
        }
        await client.refused(404).patch(path, { city: 'x' });
        await client.refused(404).post(`${path}/members`, {});
      }
    });
  });

  describe('changing their details', () => {
    it('takes every detail, in any spelling, and shows it in the form of its country', async () => {
      const details = {
        name: 'Fiduciaire du Grand Parc',
        enterprise_number: '0477472701',
        vat_number: 'be0477472701',
        itaa_number: 'ITAA 50174561',
        itaa_status: 'Actif',
        itaa_quality: 'Expert-comptable certifié',
        address: 'Rue du Parc 1',
        postal_code: '4000',
        city: 'Liège',
        website: 'https://parc.example',
        email: 'info@parc.example',
        phone: '+32 (0)4 222.22.22',
        locale: 'de',
      };
      const { status, body, headers } = await firm.client.patch(path, details);
      expect(status).to.equal(200);
      expect(headers.get('x-operation-id')).to.be.a('string');
      expect(headers.get('etag')).to.equal('"v2"');
      expect(body).to.include({
        ...details,
        enterprise_number: '0477.472.701',
        vat_number: 'BE 0477.472.701',
        itaa_number: '50.174.561',
        version: 2,
      });
      expect((await firm.client.get(path)).body).to.deep.equal(body);
      const me = await firm.client.get('/v1/auth/me');
      expect((me.body.firms as AnswerBody[])[0]!.name).to.equal('Fiduciaire du Grand Parc');
    });

    it('leaves alone what is not sent, empties what is null, and records nothing when nothing differs', async () => {
      const cleared = await firm.client.patch(path, { phone: null, city: '' });
      expect(cleared.body).to.include({ phone: null, city: null, website: 'https://parc.example' });
      const again = await firm.client.patch(path, { phone: null });
      expect(again.status).to.equal(200);
      expect(again.headers.get('x-operation-id')).to.equal(null);
      expect(again.body.version).to.equal(cleared.body.version);
    });

    it('tells everything that is wrong by its field', async () => {
      const wrong: [Record<string, unknown>, string[]][] = [
        [{ name: null, country_code: null, locale: null }, ['name', 'country_code', 'locale']],
        [{ name: 'x'.repeat(201), country_code: 'XX', locale: 'it' }, ['name', 'country_code', 'locale']],
        [
          { website: 'ftp://x', email: 'nobody', phone: 'call me', address: 1 },
          ['website', 'email', 'phone', 'address'],
        ],
        [{ website: 'javascript:alert(1)', phone: '++32' }, ['website', 'phone']],
        [
          { enterprise_number: '0477472702', vat_number: 'BE1', itaa_number: '123' },
          ['enterprise_number', 'vat_number', 'itaa_number'],
        ],
        [{ city: 'a\u0000b' }, ['city']],
      ];
      for (const [body, fields] of wrong) {
        const answer = await firm.client.patch(path, body);
        expect(answer.status, JSON.stringify(body)).to.equal(422);
        expect(Object.keys(answer.body.errors).sort()).to.deep.equal([...fields].sort());
      }
    });

    it('refuses a country that the numbers are not of', async () => {
      const own = await service.newFirm();
      const ownPath = `/v1/firms/${own.token}`;
      await own.client.expect(200).patch(ownPath, { vat_number: 'BE0477472701' });
      const moved = await own.client.patch(ownPath, { country_code: 'nl', vat_number: 'NL004495445B01' });
      expect(moved.body).to.include({ country_code: 'NL', vat_number: 'NL004495445B01' });
      await own.client.refused(422, ['vat_number']).patch(ownPath, { country_code: 'BE' });
    });

    it('ignores what is not to be written', async () => {
      const before = (await firm.client.get(path)).body;
      const sent = {
        id: 9_999,
        public_token: 'BBBBBBBBBBBB',
        source: 'demo',
        is_partner: true,
        synced_at: '2026-01-01T00:00:00Z',
        logo_url: 'https://evil.example/x.png',
        version: 99,
        can_manage: false,
        members: [],
        companies: [],
      };
      const unknown = { firm_id: 9_999, logo_file: 'x', is_demo: true };
      const refused = await firm.client.patch(path, { ...sent, ...unknown });
      expect([refused.status, Object.keys(refused.body.errors)]).to.deep.equal([422, Object.keys(unknown)]);
      const { status, body, headers } = await firm.client.patch(path, sent);
      expect(status).to.equal(200);
      expect(body).to.deep.equal(before);
      expect(headers.get('x-operation-id')).to.equal(null);
    });

    it('keeps to the version that was read', async () => {
      const { version } = (await firm.client.get(path)).body;
      await firm.client.expect(200).patch(path, { city: 'Namur' }, { 'If-Match': `"v${version}"` });
      const stale = await firm.client.patch(path, { city: 'Mons' }, { 'X-Base-Version': String(version) });
      expect(stale.status).to.equal(409);
      expect(stale.body).to.include({ code: 'conflict', server_version: version + 1 });
      expect(stale.body.server_data).to.include({ city: 'Namur', version: version + 1 });
      expect((await firm.client.get(path)).body.city).to.equal('Namur');
    });

    it('acts once under one key', async () => {
      const headers = { 'X-Client-Mutation-Id': 'firm-key-1' };
      const first = await firm.client.patch(path, { city: 'Arlon' }, headers);
      const second = await firm.client.patch(path, { city: 'Arlon' }, headers);
      expect([second.status, second.text]).to.deep.equal([200, first.text]);
      expect(second.headers.get('x-idempotent-replay')).to.equal('1');
      await firm.client.refused(422).patch(path, { city: 'Eupen' }, headers);
    });

    it('is for managers and admins', async () => {
      for (const role of ['reviewer', 'encoder'] as const) {
        const { client } = await service.newMember(firm, role);
        expect((await client.patch(path, { city: 'x' })).status, role).to.equal(403);
      }
      const manager = await service.newMember(firm, 'manager');
      await manager.client.expect(200).patch(path, { city: 'Huy' });
      await platform.client.expect(200).patch(path, { city: 'Spa' });
    });
  });

  describe('opening them', () => {
    const admin = (email: string) => ({ name: 'Zoé', email, password: 'at least eight', locale: 'fr' });

    it('gives a firm with its first admin, who can sign in', async () => {
      const body = await platform.client.created('/v1/firms', {
        name: 'Nouvelle Fiduciaire',
        vat_number: 'BE 0477.472.701',
        city: 'Arlon',
        admin: admin('zoe@example.com'),
      });
      expect(body).to.include({ name: 'Nouvelle Fiduciaire', country_code: 'BE', city: 'Arlon', source: 'manual' });
      expect((body.members as AnswerBody[]).map(({ role, email }) => [role, email])).to.deep.equal([
        ['admin', 'zoe@example.com'],
      ]);
      const login = await service.anonymous.created('/v1/auth/login', {
        email: 'zoe@example.com',
        password: 'at least eight',
      });
      const user = login.user as AnswerBody;
      expect(user.firms).to.deep.equal([
        { public_token: body.public_token, name: 'Nouvelle Fiduciaire', role: 'admin' },
      ]);
    });

    it('invites someone who has an account, which stays as it is', async () => {
      const body = { name: 'Deuxième', admin: { email: firm.admin.email.toUpperCase() } };
      const ignored = await platform.client.post('/v1/firms', { ...body, admin: admin(firm.admin.email) });
      expect([ignored.status, ignored.body.code]).to.deep.equal([422, 'account_not_managed']);
      const opened = await platform.client.created('/v1/firms', body);
      const [member] = opened.members as AnswerBody[];
      expect(member).to.include({ id: firm.admin.id, name: firm.admin.email, is_active: false });
      expect(await names(firm.client)).not.to.include('Deuxième');
      const { url } = member!.invitation as { url: string };
      await service.anonymous.created(url.slice(service.url.length), { password: PASSWORD });
      expect(await names(firm.client)).to.include('Deuxième');
    });

    it('makes a platform admin who asks for it the admin at once', async () => {
      const own = await service.newUser({ isPlatformAdmin: true });
      const { body } = await own.client.post('/v1/firms', { name: 'M', admin: { email: `user${own.id}@example.com` } });
      expect((body.members as AnswerBody[])[0]).to.include({ id: own.id, is_active: true, invitation: null });
    });

    it('tells what is missing or wrong', async () => {
      const wrong: [Record<string, unknown>, string[]][] = [
        [{}, ['name', 'admin']],
        [{ name: 'A', admin: {} }, ['admin.email']],
        [{ name: 'A', admin: { email: 'new@example.com' } }, ['admin.name', 'admin.password']],
        [{ name: 'A', admin: { ...admin('new@example.com'), password: 'short' } }, ['admin.password']],
        [{ name: 'A', vat_number: 'BE1', admin: admin('new@example.com') }, ['vat_number']],
      ];
      for (const [body, fields] of wrong) {
        const answer = await platform.client.post('/v1/firms', body);
        expect(answer.status, JSON.stringify(body)).to.equal(422);
        expect(Object.keys(answer.body.errors).sort()).to.deep.equal([...fields].sort());
      }
    });

    it('opens one firm under one key', async () => {
      const body = { name: 'Une seule', admin: admin('seule@example.com') };
      const headers = { 'X-Client-Mutation-Id': 'open-1' };
      const answers = await Promise.all([1, 2, 3].map(() => platform.client.post('/v1/firms', body, headers)));
      expect(new Set(answers.map((answer) => answer.body.public_token)).size).to.equal(1);
      expect((await names(platform.client)).filter((name) => name === 'Une seule')).to.have.length(1);
    });

    it('is for platform admins alone', async () => {
      for (const client of [firm.client, (await service.newUser()).client])
        await client.refused(403).post('/v1/firms', { name: 'A', admin: admin('a@example.com') });
    });
  });

  describe('synchronising them', () => {
    it('is refused for a firm that is linked to nothing, six times a minute', async () => {
      const own = await service.newFirm();
      for (let turn = 1; turn <= 6; turn += 1) {
        await own.client.refused(422, 'firm_not_linked').post(`/v1/firms/${own.token}/sync`);
      }
      const limited = await own.client.post(`/v1/firms/${own.token}/sync`);
      expect(limited.status).to.equal(429);
      expect(Number(limited.headers.get('retry-after'))).to.be.at.least(1);
    });
  });
});
