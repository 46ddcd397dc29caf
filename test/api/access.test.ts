import { expect } from 'chai';
import { ROLES, type Role } from '../../api/http/access.ts';
import type { Route } from '../../api/http/route.ts';
import { routes } from '../../api/routes.ts';
import type { Answer, AnswerBody, Client } from '../support/client.ts';
import { png } from '../support/images.ts';
import { useDirectories } from '../support/directories.ts';
import { licenceKey } from '../support/licences.ts';
import { PASSWORD, useService, type Person, type TestCompany, type TestFirm } from '../support/service.ts';

/**
 * What each route demands, written down apart from its declaration: a route that is added, or whose demands change,
 * must be thought of twice.
 */
const TABLE = `
GET    /                                                   public any     ok      -
GET    /v1/status                                          public any     ok      -
GET    /v1/ping                                            public any     ok      -
GET    /v1/pricing                                         public any     ok      -
GET    /v1/country-packs                                  read   any     ok      -
GET    /v1/country-packs/{code}                           read   any     ok      -
GET    /v1/reference/legal-forms                          read   any     ok      -
GET    /v1/reference/countries                            read   any     ok      -
GET    /v1/reference/currencies                           read   any     ok      -
GET    /v1/reference/nace-codes                           read   any     ok      -
GET    /v1/reference/iban/{iban}                          read   any     ok      -
GET    /v1/reference/error-codes                          read   any     ok      -
POST   /v1/auth/login                                      public any     ok      20
GET    /v1/auth/me                                         read   any     ok      -
PATCH  /v1/auth/me                                         write  any     blocked -
PUT    /v1/auth/password                                   session any    blocked -
POST   /v1/auth/email                                      session any    blocked -
GET    /v1/auth/email/verify                               signed any     ok      -
GET    /v1/auth/tokens                                     session any    ok      -
POST   /v1/auth/tokens                                     session any    blocked 20
DELETE /v1/auth/tokens/{token}                             session any    blocked -
GET    /v1/auth/sessions                                   session any    ok      -
DELETE /v1/auth/sessions/{id}                              session any    ok      -
POST   /v1/auth/logout                                     write  any     ok      -
GET    /v1/firms                                           read   any     ok      -
POST   /v1/firms                                           write  platform blocked -
GET    /v1/firms/{firm}                                    read   any     ok      -
PATCH  /v1/firms/{firm}                                    write  manager blocked -
PUT    /v1/firms/{firm}/logo                               write  manager blocked -
POST   /v1/firms/{firm}/sync                               write  manager blocked 6
GET    /v1/firms/{firm}/members                            read   any     ok      -
POST   /v1/firms/{firm}/members                            write  admin   blocked -
PATCH  /v1/firms/{firm}/members/{user}                     write  admin   blocked -
DELETE /v1/firms/{firm}/members/{user}                     write  admin   blocked -
PUT    /v1/firms/{firm}/members/{user}/companies           write  manager blocked -
GET    /v1/firms/{firm}/companies                          read   any     ok      -
GET    /v1/firms/{firm}/activity                           read   any     ok      -
GET    /v1/firms/{firm}/dashboard                          read   any     ok      -
GET    /v1/files/logos/{name}                              public any     ok      -
GET    /v1/companies                                       read   any     ok      -
POST   /v1/companies                                       write  manager blocked -
GET    /v1/companies/{company}                             read   any     ok      -
GET    /v1/companies/{company}/fiscal-years                read   any     ok      -
POST   /v1/companies/{company}/fiscal-years                write  manager ok      -
GET    /v1/companies/{company}/fiscal-years/{id}           read   any     ok      -
PATCH  /v1/companies/{company}/fiscal-years/{id}           write  manager ok      -
DELETE /v1/companies/{company}/fiscal-years/{id}           write  admin   ok      -
POST   /v1/companies/{company}/fiscal-years/{id}/periods/{period}/lock   write  reviewer ok  -
POST   /v1/companies/{company}/fiscal-years/{id}/periods/{period}/unlock write  manager ok   -
GET    /v1/companies/{company}/accounts                    read   any     ok      -
POST   /v1/companies/{company}/accounts                    write  encoder ok      -
GET    /v1/companies/{company}/accounts/{id}               read   any     ok      -
PATCH  /v1/companies/{company}/accounts/{id}               write  encoder ok      -
DELETE /v1/companies/{company}/accounts/{id}               write  encoder ok      -
POST   /v1/companies/{company}/accounts/import             write  manager ok      -
GET    /v1/companies/{company}/vat-codes                   read   any     ok      -
POST   /v1/companies/{company}/vat-codes                   write  manager ok      -
GET    /v1/companies/{company}/vat-codes/{id}              read   any     ok      -
PATCH  /v1/companies/{company}/vat-codes/{id}              write  manager ok      -
DELETE /v1/companies/{company}/vat-codes/{id}              write  manager ok      -
GET    /v1/companies/{company}/journals                    read   any     ok      -
POST   /v1/companies/{company}/journals                    write  manager ok      -
GET    /v1/companies/{company}/journals/{id}               read   any     ok      -
PATCH  /v1/companies/{company}/journals/{id}               write  manager ok      -
DELETE /v1/companies/{company}/journals/{id}               write  manager ok      -
GET    /v1/companies/{company}/journals/{id}/rules          read   any     ok      -
POST   /v1/companies/{company}/journals/{id}/rules          write  manager ok      -
PATCH  /v1/companies/{company}/journals/{id}/rules/{rule}   write  manager ok      -
DELETE /v1/companies/{company}/journals/{id}/rules/{rule}   write  manager ok      -
POST   /v1/companies/{company}/journal-rules/test           read   any     ok      -
PATCH  /v1/companies/{company}                              write  manager ok      -
DELETE /v1/companies/{company}                              write  admin   blocked -
GET    /v1/companies/{company}/settings                     read   any     ok      -
PATCH  /v1/companies/{company}/settings                     write  manager ok      -
GET    /v1/companies/{company}/dashboard                    read   any     ok      -
POST   /v1/companies/{company}/sheet/refresh                write  manager blocked -
GET    /v1/companies/{company}/accounts/{id}/ledger          read   any     ok      -
GET    /v1/companies/{company}/accounts/{id}/balance         read   any     ok      -
GET    /v1/companies/{company}/third-parties/{id}/ledger     read   any     ok      -
GET    /v1/companies/{company}/third-parties/{id}/open-items read   any     ok      -
GET    /v1/companies/{company}/third-parties/{id}/statement  read   any     ok      -
GET    /v1/trash/companies                                  read   any     ok      -
POST   /v1/trash/companies/{token}/restore                  write  any     blocked -
GET    /v1/companies/{company}/third-parties               read   any     ok      -
POST   /v1/companies/{company}/third-parties               write  encoder ok      -
GET    /v1/companies/{company}/third-parties/{id}          read   any     ok      -
PATCH  /v1/companies/{company}/third-parties/{id}          write  encoder ok      -
DELETE /v1/companies/{company}/third-parties/{id}          write  encoder ok      -
POST   /v1/companies/{company}/third-parties/{id}/merge    write  manager ok      -
POST   /v1/companies/{company}/third-parties/{id}/check-vat    write  encoder blocked -
POST   /v1/companies/{company}/third-parties/{id}/check-peppol write  encoder blocked -
POST   /v1/companies/{company}/third-parties/import        write  encoder ok      -
POST   /v1/companies/{company}/trash/{type}/{id}/restore   write  encoder ok      -
GET    /v1/companies/{company}/entries                     read   any     ok      -
POST   /v1/companies/{company}/entries                     write  encoder ok      -
GET    /v1/companies/{company}/entries/{id}                read   any     ok      -
GET    /v1/companies/{company}/sync/pull                   sync   any     ok      -
GET    /v1/firms/{firm}/licence                            read   any     ok      -
POST   /v1/firms/{firm}/licence                            write  admin   blocked -
DELETE /v1/firms/{firm}/licence                            write  admin   blocked -
`;

interface Demands {
  readonly method: string;
  readonly path: string;
  readonly ability: string;
  readonly role: string;
  readonly demo: string;
  readonly perMinute: number | null;
}

const demands: readonly Demands[] = TABLE.trim()
  .split('\n')
  .map((line) => line.split(/\s+/) as [string, string, string, string, string, string])
  .map(([method, path, ability, role, demo, perMinute]) => ({
    method,
    path,
    ability,
    role,
    demo,
    perMinute: perMinute === '-' ? null : Number(perMinute),
  }));

const nameOf = ({ method, path }: { method: string; path: string }) => `${method.toUpperCase()} ${path}`;

function formWith(field: string, content: Buffer): FormData {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(content)], { type: 'image/png' }), 'a.png');
  return form;
}

describe('The table of routes', () => {
  it('holds exactly the routes expected, each with its demands', () => {
    const declared = routes.map(({ method, path, ability, role, demo, perMinute }: Route): Demands => ({
      method: method.toUpperCase(),
      path,
      ability,
      role,
      demo: demo === 'allowed' ? 'ok' : demo,
      perMinute: perMinute ?? null,
    }));
    const byName = (list: readonly Demands[]) => [...list].sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
    expect(byName(declared)).to.deep.equal(byName(demands));
  });
});

describe('Access to every route', () => {
  const { environment } = useDirectories();
  const service = useService({ environment });
  let firm: TestFirm;
  let file: TestCompany;
  let stranger: TestFirm;
  let platform: Person;
  let guest: Person;
  const members = {} as Record<Role, Person>;
  const ids = new Map<string, number>();

  before(async () => {
    [firm, stranger] = [await service.newFirm(), await service.newFirm()];
    file = await service.newCompany(firm.client, { enterprise_number: '0477472701' });
    for (const role of ROLES) members[role] = await service.newMember(firm, role);
    platform = await service.newUser({ isPlatformAdmin: true });
    guest = await service.newMember(firm, 'reviewer');
    for (const resource of ['accounts', 'vat-codes', 'journals', 'third-parties'])
      ids.set(resource, await fresh(resource));
    const entry = {
      journal_id: file.journal('OD'),
      entry_date: '2026-01-01',
      lines: [
        { account: '604000', debit: '1.00' },
        { account: '440000', credit: '1.00' },
      ],
    };
    ids.set('entries', (await firm.client.post(`${file.path}/entries`, entry)).body.id);
  });

  /** Demands that a route of ours needs a path and a token for. */
  const guarded = demands.filter(({ ability }) => ability !== 'public' && ability !== 'signed');
  const ofCompanies = guarded.filter(({ path }) => path.includes('{company}'));

  let count = 0;
  const bodies: Readonly<Record<string, () => Record<string, unknown>>> = {
    accounts: () => ({ number: `6199${(count += 1)}`, label: 'A', type: 'expense' }),
    'vat-codes': () => ({ code: `V${(count += 1)}`, label: 'A', direction: 'sale', kind: 'standard', rate: '21' }),
    journals: () => ({ code: `J${(count += 1)}`, label: 'A', type: 'miscellaneous' }),
    'third-parties': () => ({ type: 'customer', name: `A ${(count += 1)}`, vat_number: 'BE0477472701' }),
    entries: () => ({
      journal_id: file.journal('OD'),
      entry_date: '2026-01-01',
      lines: [
        { account: '604000', debit: '1.00' },
        { account: '440000', credit: '1.00' },
      ],
    }),
    companies: () => ({ name: 'A', fiscal_year: { starts_on: '2026-01-01', ends_on: '2026-12-31' } }),
  };

  async function fresh(resource: string): Promise<number> {
    return (await firm.client.post(`${file.path}/${resource}`, bodies[resource]!())).body.id;
  }

  const resourceOf = (path: string) =>
    /\{company\}\/([a-z-]+)/.exec(path)?.[1] ?? (path === '/v1/companies' ? 'companies' : '');

  /** A file with one new record. */
  function fileOf(resource: string): FormData {
    const record = bodies[resource]!();
    const form = new FormData();
    form.append('file', new Blob([`${Object.keys(record).join(';')}\n${Object.values(record).join(';')}\n`]), 'a.csv');
    return form;
  }

  /** A request that succeeds for whoever may make it. */
  async function prepared({ method, path }: Demands): Promise<{ path: string; body?: unknown }> {
    const resource = resourceOf(path);
    if (path === '/v1/firms/{firm}/licence')
      return { path: `/v1/firms/${firm.token}/licence`, ...(method === 'POST' && { body: { key: licenceKey() } }) };
    if (path.startsWith('/v1/firms')) return preparedFirm({ method, path } as Demands);
    if (path.endsWith('/import')) return { path: path.replace('{company}', file.token), body: fileOf(resource) };
    if (path.endsWith('/merge')) {
      const [id, into] = [await fresh('third-parties'), await fresh('third-parties')];
      return { path: `${file.path}/third-parties/${id}/merge`, body: { into } };
    }
    if (path.includes('/restore')) {
      const id = await fresh('third-parties');
      await firm.client.delete(`${file.path}/third-parties/${id}`);
      return { path: `${file.path}/trash/third-parties/${id}/restore` };
    }
    const id = method === 'DELETE' ? await fresh(resource) : (ids.get(resource) ?? 1);
    const reference = path.replace('{code}', 'BE').replace('{iban}', 'BE68539007547034');
    const target = reference.replace('{company}', file.token).replace('{id}', String(id));
    if (method === 'PATCH') return { path: target, body: { label: `B ${(count += 1)}`, name: `B ${count}` } };
    return method === 'POST' && bodies[resource] ? { path: target, body: bodies[resource]() } : { path: target };
  }

  /** The own account and its tokens: what is asked for depends on who asks. */
  async function preparedOwn({ method, path }: Demands, client: Client): Promise<{ path: string; body?: unknown }> {
    const token = { name: 'A', abilities: ['read'] };
    switch (`${method} ${path}`) {
      case 'PUT /v1/auth/password':
        return { path, body: { current_password: PASSWORD, password: PASSWORD } };
      case 'POST /v1/auth/email':
        return { path, body: { email: `new${(count += 1)}@example.com` } };
      case 'POST /v1/auth/tokens':
        return { path, body: token };
      case 'DELETE /v1/auth/tokens/{token}': {
        const issued = (await client.post('/v1/auth/tokens', token)).body['integration_token'] as { id: number } | undefined;
        return { path: `/v1/auth/tokens/${issued?.id ?? 1}` };
      }
      case 'DELETE /v1/auth/sessions/{id}': {
        const owner = Object.values(members).find((member) => member.client === client)?.id ?? firm.admin.id;
        return { path: `/v1/auth/sessions/${(await service.sessionToken(owner)).split('|')[0]}` };
      }
      default:
        return prepared({ method, path } as Demands);
    }
  }

  /** The firm itself, and a guest who comes and goes as the request needs it. */
  async function preparedFirm({ method, path }: Demands): Promise<{ path: string; body?: unknown }> {
    const target = path.replace('{firm}', firm.token).replace('{user}', String(guest.id));
    const email = `user${guest.id}@example.com`;
    if (path.includes('{user}'))
      await firm.client.post(`/v1/firms/${firm.token}/members`, { email, role: 'reviewer' });
    switch (`${method} ${path}`) {
      case 'POST /v1/firms':
        return { path, body: { name: 'A', admin: { email } } };
      case 'PUT /v1/firms/{firm}/logo':
        return { path: target, body: formWith('logo', await png()) };
      case 'PUT /v1/firms/{firm}/members/{user}/companies':
        return { path: target, body: { company_tokens: [file.token] } };
      case 'POST /v1/firms/{firm}/members':
        await firm.client.delete(`${target}/${guest.id}`);
        return { path: target, body: { email, role: 'reviewer' } };
      default:
        return { path: target, ...(method === 'PATCH' && { body: { city: `C ${(count += 1)}` } }) };
    }
  }

  async function call(client: Client, demand: Demands): Promise<Answer<AnswerBody>> {
    const { path, body } = await (demand.path.startsWith('/v1/auth/') ? preparedOwn(demand, client) : prepared(demand));
    return client.request(demand.method, path, { body });
  }

  const isSuccess = (status: number) => status >= 200 && status < 300;
  /** The route was reached, and refuses everyone: no firm is linked to anything yet. */
  const isHandled = (body: AnswerBody | null) => body?.code === 'firm_not_linked';
  const reaches = (role: Role, minimal: string) =>
    minimal === 'any' || (minimal !== 'platform' && ROLES.indexOf(role) >= ROLES.indexOf(minimal as Role));

  it('is a 401 without a token, with junk and with a token that was revoked', async () => {
    const revoked = service.anonymous.as(await service.sessionToken(firm.admin.id));
    expect((await revoked.post('/v1/auth/logout')).status).to.equal(204);
    const junk = ['junk', '1|junk', `1|${'x'.repeat(40)}`, '|', `999999999|${'x'.repeat(40)}`, 'x'.repeat(5_000)].map(
      (token) => service.anonymous.as(token),
    );
    for (const demand of guarded) {
      for (const client of [service.anonymous, revoked, ...junk]) {
        const { status, body, headers } = await call(client, demand);
        expect(status, `${nameOf(demand)} ${client.token}`).to.equal(401);
        expect(body).to.have.all.keys('message');
        expect(headers.get('www-authenticate')).to.equal('Bearer');
      }
    }
  });

  it('needs the ability of the route of an integration token, and no other', async () => {
    for (const ability of ['read', 'write', 'sync'] as const) {
      const issue = (userId = firm.admin.id) => service.integrationToken(userId, [ability]);
      const token = await issue();
      const platformToken = await issue(platform.id);
      for (const demand of guarded) {
        // One of the routes ends the token that it is called with.
        const own = demand.role === 'platform' ? platformToken : token;
        const client = service.anonymous.as(demand.path === '/v1/auth/logout' ? await issue() : own);
        const { status, body, text } = await call(client, demand);
        const what = `${nameOf(demand)} with ${ability}: ${text.slice(0, 200)}`;
        if (demand.ability === ability) {
          expect(isSuccess(status) || isHandled(body), what).to.equal(true);
        } else if (demand.ability === 'session') {
          expect(status, what).to.equal(403);
          expect(body, what).to.have.all.keys('message', 'code');
          expect(body).to.include({ code: 'session_token_required' });
        } else {
          expect(status, what).to.equal(403);
          expect(body, what).to.have.all.keys('message', 'code', 'required_ability');
          expect(body).to.include({ code: 'token_ability_missing', required_ability: demand.ability });
        }
      }
    }
  });

  it('needs the role of the route in the firm', async () => {
    for (const role of ROLES) {
      for (const demand of guarded) {
        const client =
          demand.path === '/v1/auth/logout'
            ? service.anonymous.as(await service.sessionToken(members[role].id))
            : members[role].client;
        const { status, body, text } = await call(client, demand);
        const what = `${nameOf(demand)} as ${role}: ${text.slice(0, 200)}`;
        if (status === 503) expect(body.code, what).to.match(/_not_configured$/);
        else if (reaches(role, demand.role)) expect(isSuccess(status) || isHandled(body), what).to.equal(true);
        else expect(status, what).to.equal(403);
      }
    }
  });

  it('is a 404, the same as of a file that nobody has, for whoever cannot see the company file', async () => {
    const outsiders: Record<string, Client> = {
      'admin of another firm': stranger.client,
      'member without company files': (await service.newMember(firm, 'admin', { allCompanies: false })).client,
      'inactive member': (await service.newMember(firm, 'admin', { isActive: false })).client,
      'user without a firm': (await service.newUser()).client,
    };
    for (const demand of ofCompanies) {
      const { path, body } = await prepared(demand);
      for (const [who, client] of Object.entries(outsiders)) {
        const foreign = await client.request(demand.method, path, { body });
        const unknown = await client.request(demand.method, path.replace(file.token, 'AAAAAAAAAAAA'), { body });
        expect(foreign.status, `${nameOf(demand)} as ${who}`).to.equal(404);
        expect([foreign.status, foreign.text]).to.deep.equal([unknown.status, unknown.text]);
        expect(foreign.body).to.have.all.keys('message');
        expect(foreign.text).to.not.match(/table|relation|model|company_|sql|postgres/i);
      }
    }
  });

  it('is a 404 for an unknown company file even when the body is wrong: nothing is told before', async () => {
    for (const demand of ofCompanies.filter(({ method }) => method === 'POST' || method === 'PATCH')) {
      const path = (await prepared(demand)).path.replace(file.token, 'AAAAAAAAAAAA');
      for (const body of ['{', '[]', { journal_id: 'x' }]) {
        const { status, body: answered } = await firm.client.request(demand.method, path, { body });
        expect(status, nameOf(demand)).to.equal(404);
        expect(answered).to.have.all.keys('message');
      }
    }
  });

  it('is open to everyone on public routes, whatever token they carry', async () => {
    const logo = { body: formWith('logo', await png()) };
    const { body } = await firm.client.request('PUT', `/v1/firms/${firm.token}/logo`, logo);
    const name = (body['logo_url'] as string).split('/').at(-1)!;
    for (const { path } of demands.filter(({ ability, method }) => ability === 'public' && method === 'GET')) {
      for (const client of [service.anonymous, service.anonymous.as('junk'), firm.client])
        expect((await client.get(path.replace('{name}', name))).status, path).to.equal(200);
    }
  });

  it('is described as it is in the OpenAPI document', async () => {
    interface Operation {
      readonly responses: Readonly<Record<string, unknown>>;
      readonly security?: readonly unknown[];
      readonly requestBody?: unknown;
    }
    const { status, body } = await service.anonymous.get<{
      openapi: string;
      paths: Record<string, Record<string, Operation>>;
    }>('/openapi.json');
    expect(status).to.equal(200);
    expect(body.openapi).to.match(/^3\.1\./);
    const documented = Object.entries(body.paths).flatMap(([path, operations]) =>
      Object.keys(operations)
        .filter((method) => method !== 'parameters')
        .map((method) => nameOf({ method, path })),
    );
    expect(documented.sort()).to.deep.equal(demands.map(nameOf).sort());
    for (const { method, path, ability } of demands) {
      const operation = body.paths[path]![method.toLowerCase()]!;
      const isPublic = ability === 'public' || ability === 'signed';
      expect(Object.keys(operation.responses), nameOf({ method, path })).to.satisfy(
        (statuses: string[]) => statuses.some((code) => code.startsWith('2')) && statuses.includes('401') === !isPublic,
      );
      expect(operation.responses, 'every route has a limit').to.have.property('429');
      expect(operation.responses['404'] !== undefined, nameOf({ method, path })).to.satisfy(
        (has: boolean) => has || !path.includes('{'),
      );
      expect(operation.requestBody !== undefined, nameOf({ method, path })).to.equal(
        (method === 'POST' && !['/v1/auth/logout', '/v1/firms/{firm}/sync'].includes(path) && !/restore|refresh|check-/.test(path)) || method === 'PATCH' || method === 'PUT',
      );
    }
  });
});
