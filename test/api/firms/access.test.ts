import { expect } from 'chai';
import type { Route } from '../../../api/http/routing/route.ts';
import { routes } from '../../../api/routes.ts';
import { openCompanyFile } from '../../../commands/companies/open-company-file.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import type { AnswerBody, Client } from '../../support/client.ts';
import { details, year2026 } from '../../support/company-file-samples.ts';
import { useService, type TestFirm } from '../../support/service.ts';

const guarded = routes.filter(({ ability }) => !['public', 'signed', 'bridge'].includes(ability));
const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
const UNKNOWN = 'AAAAAAAAAAAA';

/** What stands in for the other parameters does not matter: access is judged first. */
const pathOf = ({ path }: Route, { firm = UNKNOWN, company = UNKNOWN } = {}) =>
  path
    .replace('{firm}', firm)
    .replace('{company}', company)
    .replace(/\{\w+\}/g, '1');

describe('Access to firms', () => {
  const service = useService();
  let firm: TestFirm;
  let demo: TestFirm;
  let demoCompany: string;

  before(async () => {
    firm = await service.newFirm();
    demo = await service.newFirm({ isDemo: true });
    const request = { details: { ...details, code: 'DEMO' }, fiscalYear: year2026, banks: [] };
    const owner = { firmId: demo.id, userId: demo.admin.id };
    const opened = await openCompanyFile(service.core, request, owner, createSystemContext('test'));
    if (isRefusal(opened)) throw new Error(JSON.stringify(opened));
    demoCompany = (await demo.client.get<AnswerBody[]>('/v1/companies')).body[0]!.public_token;
  });

  it('is a 404, the same as of a firm that nobody has, on every route, whatever is sent', async () => {
    const detached = await service.newMember(firm, 'admin');
    await firm.client.delete(`/v1/firms/${firm.token}/members/${detached.id}`);
    const outsiders: Record<string, Client> = {
      'admin of another firm': (await service.newFirm()).client,
      'inactive member': (await service.newMember(firm, 'admin', { isActive: false })).client,
      'member who was detached': detached.client,
      'user without a firm': (await service.newUser()).client,
      'user of the demo': demo.client,
    };
    const ofFirms = guarded.filter(({ path }) => path.includes('{firm}'));
    expect(ofFirms.length).to.be.above(10);
    for (const route of ofFirms) {
      const method = route.method.toUpperCase();
      for (const [who, client] of Object.entries(outsiders)) {
        for (const body of method === 'GET' ? [undefined] : [undefined, '{', {}]) {
          const foreign = await client.request(method, pathOf(route, { firm: firm.token }), { body });
          const unknown = await client.request(method, pathOf(route), { body });
          expect(foreign.status, `${nameOf(route)} as ${who}`).to.equal(404);
          expect([foreign.status, foreign.text]).to.deep.equal([unknown.status, unknown.text]);
          expect(foreign.body).to.have.all.keys('message', 'code');
        }
      }
    }
  });

  it('is a 403 demo_mode in the demo on every route with an effect outside it, also for platform admins', async () => {
    const platform = await service.newUser({ isPlatformAdmin: true });
    const blocked = guarded.filter(({ demo: rule }) => rule === 'blocked');
    for (const route of blocked) {
      const isOfDemo = route.path.includes('{firm}') || route.path.includes('{company}');
      for (const { client } of isOfDemo ? [demo, platform] : [demo]) {
        const path = pathOf(route, { firm: demo.token, company: demoCompany });
        const { status, body } = await client.request(route.method.toUpperCase(), path);
        expect([status, body.code], nameOf(route)).to.deep.equal([403, 'demo_mode']);
      }
    }
  });

  it('leaves the rest of the demo open', async () => {
    const open = guarded.filter(({ demo: rule, method }) => rule === 'allowed' && method === 'get');
    for (const route of open) {
      const path = pathOf(route, { firm: demo.token, company: demoCompany });
      // A stream ends only if it is asked to.
      const { body } = await demo.client.get(path.endsWith('/stream') ? `${path}?max_seconds=0` : path);
      expect((body as AnswerBody | null)?.code, nameOf(route)).to.not.equal('demo_mode');
    }
  });
});
