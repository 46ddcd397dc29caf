import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { ROLES } from '../../../api/http/routing/access.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { sealEvent } from '../../../commands/support/sealed-event.ts';
import type { ChainEnd } from '../../../stores/support/chain-end.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { FREE_PLAN } from '../../../domain/licence/plans.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { NO_STREAM, type RecordedEvent } from '../../../eventlog/port.ts';
import { expectStatus } from '../../support/client.ts';
import { details, year2026 } from '../../support/company-file-samples.ts';
import { getDayFromNow, buildLicence, buildLicenceKey } from '../../support/licences.ts';
import { startTestService, useService, type TestFirm, type TestService } from '../../support/service.ts';

interface LicenceBody {
  readonly plan: string;
  readonly label: string;
  readonly status: string;
  readonly key_hint: string | null;
  readonly users: { readonly allowed: number | null; readonly used: number };
  readonly companies: { readonly allowed: number | null; readonly used: number };
  readonly valid_from: string | null;
  readonly valid_until: string | null;
  readonly activated_at: string | null;
}

const pathOf = ({ token }: TestFirm): string => `/v1/firms/${token}/licence`;
const free = FREE_PLAN.companies!;
const file = { name: 'Boulangerie Dupont', fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' } };

describe('the licence of a firm', () => {
  const service = useService();
  let firm: TestFirm;
  const shown = async (of: TestFirm = firm): Promise<LicenceBody> =>
    (await of.client.get<LicenceBody>(pathOf(of))).body;
  const activate = (key: unknown, of: TestFirm = firm, headers?: Record<string, string>) =>
    of.client.post(pathOf(of), { key }, headers);

  beforeEach(async () => {
    firm = await service.newFirm();
  });

  it('is none at first: the free plan', async () => {
    expect(await shown()).to.deep.equal({
      plan: 'free',
      label: 'Free',
      status: 'free',
      key_hint: null,
      users: { allowed: FREE_PLAN.users, used: 1 },
      companies: { allowed: free, used: 0 },
      storage: { allowed: 20_000_000_000, used: 0 },
      valid_from: null,
      valid_until: null,
      activated_at: null,
    });
    await service.newCompany(firm.client);
    expect((await shown()).companies.used).to.equal(1);
  });

  it('is shown to every member in the member’s language, and to nobody else', async () => {
    for (const [role, locale, label] of [
      ['reviewer', 'nl', 'Gratis'],
      ['encoder', 'de', 'Kostenlos'],
      ['manager', 'fr', 'Gratuit'],
    ] as const) {
      const member = await service.newMember(firm, role, { locale });
      expect((await member.client.get(pathOf(firm))).body.label).to.equal(label);
    }
    const stranger = await service.newFirm();
    await stranger.client.refused(404).get(pathOf(firm));
    await service.anonymous.refused(401).get(pathOf(firm));
  });

  it('is activated by its key, at once, and the key itself is kept nowhere', async () => {
    const key = buildLicenceKey({
      valid_from: getDayFromNow(-1),
      valid_until: getDayFromNow(30),
      users: 60,
      companies: null,
    });
    const { status, body, headers } = await activate(key);
    expect(status).to.equal(200);
    expect(headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
    expect(body).to.deep.include({
      plan: 'professional',
      label: 'Professional',
      status: 'active',
      key_hint: `GL1.…${key.slice(-4)}`,
      users: { allowed: 60, used: 1 },
      companies: { allowed: null, used: 0 },
      storage: { allowed: 500_000_000_000, used: 0 },
      valid_from: getDayFromNow(-1),
      valid_until: getDayFromNow(30),
    });
    expect(await shown()).to.deep.equal(body);
    const events = await eventsOf(service, firm);
    expect(events.at(-1)!.type).to.equal('LicenceActivated');
    expect(JSON.stringify(events)).to.not.contain(key.split('.')[1]).and.not.contain(key.split('.')[2]);
  });

  it('is activated once, however often the key is sent', async () => {
    const key = buildLicenceKey();
    await activate(key);
    const again = await activate(key);
    expect(again.status).to.equal(200);
    expect(again.headers.get('x-operation-id')).to.equal(null);
    expect((await eventsOf(service, firm)).filter(({ type }) => type === 'LicenceActivated')).to.have.length(1);
    const mutation = { 'X-Client-Mutation-Id': randomUUID() };
    const [first, replay] = [
      await activate(buildLicenceKey({ id: 'other' }), firm, mutation),
      await activate(buildLicenceKey({ id: 'another' }), firm, mutation),
    ];
    expect(first.status).to.equal(200);
    expect([replay.status, replay.body.code]).to.deep.equal([422, 'idempotency_key_reused']);
  });

  it('gives way to another key, and is released to the free plan', async () => {
    await activate(buildLicenceKey({ plan: 'starter', users: 15, companies: 150 }));
    await activate(buildLicenceKey({ plan: 'firm', users: 150, companies: 2500 }));
    expect(await shown()).to.deep.include({ plan: 'firm', companies: { allowed: 2500, used: 0 } });
    const released = await firm.client.delete(pathOf(firm));
    expect([released.status, released.text]).to.deep.equal([204, '']);
    expect(released.headers.get('x-operation-id')).to.match(/^[0-9a-f-]{36}$/);
    expect(await shown()).to.deep.include({ plan: 'free', status: 'free', key_hint: null, activated_at: null });
    const again = await firm.client.delete(pathOf(firm));
    expect([again.status, again.headers.get('x-operation-id')]).to.deep.equal([204, null]);
  });

  it('is the business of admins', async () => {
    for (const role of ROLES.filter((one) => one !== 'admin')) {
      const { client } = await service.newMember(firm, role);
      for (const answer of [
        await client.post(pathOf(firm), { key: buildLicenceKey() }),
        await client.delete(pathOf(firm)),
      ])
        expect([answer.status, answer.body.code], role).to.deep.equal([403, 'role_too_low']);
    }
    const stranger = await service.newFirm();
    await stranger.client.refused(404).post(pathOf(firm), { key: buildLicenceKey() });
    await stranger.client.refused(404).delete(pathOf(firm));
    expect((await shown()).status).to.equal('free');
  });

  it('is shown in the demo firm, and cannot be changed there', async () => {
    const demo = await service.newFirm({ isDemo: true });
    expect((await shown(demo)).status).to.equal('free');
    for (const answer of [await activate(buildLicenceKey(), demo), await demo.client.delete(pathOf(demo))])
      expect([answer.status, answer.body.code]).to.deep.equal([403, 'demo_mode']);
  });

  describe('is refused with a reason', () => {
    const elsewhere = async (): Promise<string> => {
      const key = buildLicenceKey();
      await expectStatus(activate(key, await service.newFirm()), 200);
      return key;
    };
    const altered = (): string => {
      const [prefix, payload, signature] = buildLicenceKey().split('.') as [string, string, string];
      const terms = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
      return [prefix, Buffer.from(JSON.stringify({ ...terms, users: 9_999 })).toString('base64url'), signature].join(
        '.',
      );
    };
    const cases: Readonly<Record<string, () => string | Promise<string>>> = {
      licence_key_malformed: () => 'GL1.not-a-key',
      licence_signature_invalid: altered,
      licence_of_other_firm: () => buildLicenceKey({ firm: 'AAAAAAAAAAAA' }),
      licence_expired: () => buildLicenceKey({ valid_until: getDayFromNow(-1) }),
      licence_not_yet_valid: () => buildLicenceKey({ valid_from: getDayFromNow(2) }),
      licence_in_use: elsewhere,
    };
    for (const [code, keyOf] of Object.entries(cases)) {
      it(`${code}, in four languages`, async () => {
        const key = await keyOf();
        const reader = await service.newMember(firm, 'admin', { locale: null });
        const answers = await Promise.all(
          LANGUAGES.map((language) => reader.client.post(pathOf(firm), { key }, { 'Accept-Language': language })),
        );
        for (const { status, body } of answers) {
          expect([status, body.code]).to.deep.equal([422, code]);
          expect(body.errors).to.deep.equal({ key: [body.message] });
        }
        expect(new Set(answers.map(({ body }) => body.message)).size).to.equal(LANGUAGES.length);
        expect((await shown()).status).to.equal('free');
      });
    }

    it('when there is no key, or something else', async () => {
      for (const key of [undefined, null, '', '   ', 5, true, [], {}, 'x'.repeat(5_000)]) {
        const { status, body } = await activate(key);
        expect([status, Object.keys(body.errors)], JSON.stringify(key)).to.deep.equal([422, ['key']]);
      }
      for (const key of ['\u0000', 'é'.repeat(500), `${buildLicenceKey()}\u0000`])
        await expectStatus(activate(key), 422);
    });
  });

  it('serves one firm at a time, also when ten ask at once', async () => {
    const firms = await Promise.all(Array.from({ length: 10 }, () => service.newFirm()));
    const key = buildLicenceKey();
    const answers = await Promise.all(firms.map((one) => activate(key, one)));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expect(answers.filter(({ body }) => body.code === 'licence_in_use')).to.have.length(9);
    const winner = firms[answers.findIndex(({ status }) => status === 200)]!;
    await winner.client.delete(pathOf(winner));
    expect((await activate(key, firm)).status, 'once released').to.equal(200);
    expect((await activate(key, winner)).body.code).to.equal('licence_in_use');
    await activate(buildLicenceKey(), firm);
    expect((await activate(key, winner)).status, 'once replaced').to.equal(200);
  });

  it('that names the firm is good for it and needs no turn', async () => {
    const key = buildLicenceKey({ firm: firm.token });
    await expectStatus(activate(key), 200);
    expect((await activate(key, await service.newFirm())).body.code).to.equal('licence_of_other_firm');
  });

  it('limits the active members to exactly what is allowed, also when twenty are added at once', async () => {
    const most = FREE_PLAN.users!;
    for (let number = 2; number < most; number += 1) await service.newMember(firm, 'reviewer');
    const add = () =>
      firm.client.post(`/v1/firms/${firm.token}/members`, {
        email: `${randomUUID()}@example.com`,
        name: 'New Member',
        password: 'long enough to pass',
        role: 'encoder',
      });
    const answers = await Promise.all(Array.from({ length: 20 }, add));
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    expect(answers.filter(({ body }) => body.code === 'user_limit_reached')).to.have.length(19);
    expect((await shown()).users).to.deep.equal({ allowed: most, used: most });
    await activate(buildLicenceKey({ users: most + 1 }));
    await expectStatus(add(), 201);
    await firm.client.delete(pathOf(firm));
    expect((await shown()).users, 'nobody is sent away').to.deep.equal({ allowed: most, used: most + 1 });
    expect((await add()).body.code).to.equal('user_limit_reached');
  }).timeout(30_000);

  describe('limits the company files', () => {
    /** Files that the firm has taken up, with nothing in them: their charts would only take time here. */
    async function take(count: number): Promise<void> {
      const ids = await service.core.ids.allocate('companies', count);
      for (const companyId of ids) {
        const publicToken = publicTokenOf(companyId);
        const request = { details: { ...details, code: `T${companyId}` }, fiscalYear: year2026, banks: [] };
        const now = new Date().toISOString();
        const command = { type: 'RegisterCompanyFile', companyId, publicToken, request, now } as const;
        const outcome = await service.core.commands.execute('firm', firm.id, command, createSystemContext('test'));
        if (isRefusal(outcome)) throw new Error(JSON.stringify(outcome));
        await openEmpty(service, companyId, { firm_id: firm.id, owner_id: null });
      }
    }
    const open = () => firm.client.post('/v1/companies', file);

    it('to exactly what is allowed, also when twenty are opened at once', async () => {
      await take(free - 1);
      const answers = await Promise.all(Array.from({ length: 20 }, open));
      expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
      for (const { status, body } of answers.filter((answer) => answer.status !== 201))
        expect([status, body.code]).to.deep.equal([422, 'company_limit_reached']);
      expect((await shown()).companies).to.deep.equal({ allowed: free, used: free });
    });

    it('and tells so in four languages', async () => {
      await take(free);
      const reader = await service.newMember(firm, 'admin', { locale: null });
      const messages = await Promise.all(
        LANGUAGES.map(async (language) => {
          const { status, body } = await reader.client.post('/v1/companies', file, { 'Accept-Language': language });
          expect([status, body.code]).to.deep.equal([422, 'company_limit_reached']);
          return body.message;
        }),
      );
      expect(new Set(messages).size).to.equal(LANGUAGES.length);
    });

    it('and gives way as soon as a larger licence is activated; released, nothing is lost and nothing added', async () => {
      await take(free);
      expect((await open()).body.code).to.equal('company_limit_reached');
      await activate(buildLicenceKey({ companies: free + 1 }));
      const opened = await expectStatus(open(), 201);
      expect((await open()).body.code).to.equal('company_limit_reached');
      await firm.client.delete(pathOf(firm));
      expect((await shown()).companies).to.deep.equal({ allowed: free, used: free + 1 });
      const path = `/v1/companies/${String(opened.public_token)}`;
      await firm.client.ok(path);
      expect((await open()).body.code).to.equal('company_limit_reached');
    });

    it('to the free plan once the licence has expired, and everything can still be read', async () => {
      await activate(buildLicenceKey({ companies: free + 10 }));
      await take(free);
      const opened = await service.newCompany(firm.client);
      await expire(service, firm);
      expect(await shown()).to.deep.include({
        plan: 'professional',
        status: 'expired',
        companies: { allowed: free, used: free + 1 },
      });
      expect((await open()).body.code).to.equal('company_limit_reached');
      for (const path of ['', '/accounts', '/entries', '/sync/pull?since=0'])
        expect((await firm.client.get(`${opened.path}${path}`)).status, path).to.equal(200);
      const entry = {
        journal_id: opened.journal('OD'),
        entry_date: '2026-03-15',
        lines: [
          { account: '604000', debit: '1.00' },
          { account: '440000', credit: '1.00' },
        ],
      };
      await firm.client.created(`${opened.path}/entries`, entry);
    });

    it('but not those in the recycle bin, which need a place again when they come back', async () => {
      await take(free - 1);
      const opened = await service.newCompany(firm.client);
      expect((await open()).body.code).to.equal('company_limit_reached');
      await firm.client.expect(204).delete(opened.path);
      expect((await shown()).companies).to.deep.equal({ allowed: free, used: free - 1 });
      await expectStatus(open(), 201);
      const restore = () => firm.client.post(`/v1/trash/companies/${opened.token}/restore`);
      expect((await restore()).body.code).to.equal('company_limit_reached');
      await activate(buildLicenceKey({ companies: free + 1 }));
      await expectStatus(restore(), 200);
      expect((await shown()).companies).to.deep.equal({ allowed: free + 1, used: free + 1 });
    });

    it('that stand alone to those of the free plan, for each user', async () => {
      const { client, id } = await service.newUser();
      for (const companyId of await service.core.ids.allocate('companies', free - 1))
        await openEmpty(service, companyId, { firm_id: null, owner_id: id });
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => client.post('/v1/companies', { ...file, firm: null })),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422, 422, 422]);
      for (const { status, body } of answers) if (status === 422) expect(body.code).to.equal('company_limit_reached');
      const [opened] = answers.filter(({ status }) => status === 201);
      const path = `/v1/companies/${String(opened!.body.public_token)}`;
      await client.expect(204).delete(path);
      await client.created('/v1/companies', { ...file, firm: null });
      const restored = await client.post(`/v1/trash/companies/${String(opened!.body.public_token)}/restore`);
      expect([restored.status, restored.body.code]).to.deep.equal([422, 'company_limit_reached']);
      const other = await service.newUser();
      await other.client.created('/v1/companies', { ...file, firm: null });
    }).timeout(60_000);
  });
});

describe('a service without LICENCE_PUBLIC_KEY', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService({ environment: { LICENCE_PUBLIC_KEY: '' } });
  });
  after(() => service.stop());

  it('has the free plan and says that it cannot check keys', async () => {
    const firm = await service.newFirm();
    await firm.client.refused(503, 'licence_not_configured').post(pathOf(firm), { key: buildLicenceKey() });
    expect((await firm.client.get(pathOf(firm))).body.status).to.equal('free');
    await firm.client.expect(204).delete(pathOf(firm));
  });
});

async function eventsOf({ core }: TestService, { id }: TestFirm): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of core.log.readStream(`firm-${id}`)) events.push(event);
  return events;
}

const publicTokenOf = (companyId: number): string => `T${String(companyId).padStart(11, '0')}`;

/** The fact that a file was opened, and none of those that follow it. */
async function openEmpty(
  service: TestService,
  companyId: number,
  whose: { readonly firm_id: number | null; readonly owner_id: number | null },
): Promise<void> {
  const data = {
    ...details,
    ...whose,
    id: companyId,
    public_token: publicTokenOf(companyId),
    code: `T${companyId}`,
    currency: 'EUR',
    settings: {},
    source: 'manual',
  };
  const end = { stream: `company-${companyId}`, revision: NO_STREAM, hash: null };
  await append(service, end, { type: 'CompanyFileOpened', data }, { companyId, firmId: whose.firm_id });
}

/** No test waits for a month: the fact is written as the firm would have written it then. */
async function expire(service: TestService, firm: TestFirm): Promise<void> {
  const last = (await eventsOf(service, firm)).at(-1)!;
  const end = { stream: last.stream, revision: last.revision, hash: last.metadata.hash as string };
  const data = { ...buildLicence({ companies: free + 10, valid_until: getDayFromNow(-1) }) };
  await append(service, end, { type: 'LicenceActivated', data }, { companyId: null, firmId: firm.id });
}

async function append(
  { core: { log, progress } }: TestService,
  end: ChainEnd,
  fact: DomainEvent,
  of: { readonly companyId: number | null; readonly firmId: number | null },
): Promise<void> {
  const provenance = { ...of, recordedAt: new Date().toISOString().replace('Z', '000Z') };
  const { event } = sealEvent(fact, 0, end, createSystemContext('test'), provenance);
  const { position } = await log.append({ stream: end.stream, expectedRevision: end.revision, events: [event] });
  await progress.waitForPosition(position);
}
