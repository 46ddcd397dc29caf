import { expect } from 'chai';
import { openCompanyFile } from '../../../commands/companies/open-company-file.ts';
import { createSystemContext } from '../../../commands/support/context.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import type { AnswerBody } from '../../support/client.ts';
import { details, year2026 } from '../../support/company-file-samples.ts';
import { useService, type Person, type TestFirm } from '../../support/service.ts';

describe('The demo firm', () => {
  const service = useService();
  let demo: TestFirm;
  let real: TestFirm;
  let platform: Person;

  before(async () => {
    demo = await service.newFirm({ name: 'Demo', isDemo: true });
    real = await service.newFirm();
    platform = await service.newUser({ isPlatformAdmin: true });
  });

  const isBlocked = (answer: { status: number; body: AnswerBody }) =>
    expect([answer.status, answer.body.code]).to.deep.equal([403, 'demo_mode']);

  it('is told to its users and to nobody else', async () => {
    expect((await demo.client.get('/v1/auth/me')).body).to.include({ is_demo: true });
    expect((await real.client.get('/v1/auth/me')).body).to.include({ is_demo: false });
    expect((await demo.client.get(`/v1/firms/${demo.token}`)).body).to.include({ source: 'demo' });
  });

  it('is read like any other, and nothing in it is managed, by nobody', async () => {
    const path = `/v1/firms/${demo.token}`;
    for (const { client } of [demo, platform]) {
      for (const suffix of ['', '/members', '/companies', '/activity', '/dashboard'])
        expect((await client.get(`${path}${suffix}`)).status, suffix).to.equal(200);
      isBlocked(await client.patch(path, { city: 'x' }));
      isBlocked(await client.upload('PUT', `${path}/logo`, [{ field: 'logo', content: 'x', name: 'x.png' }]));
      isBlocked(await client.post(`${path}/sync`));
      isBlocked(await client.post(`${path}/members`, {}));
      isBlocked(await client.patch(`${path}/members/${demo.admin.id}`, {}));
      isBlocked(await client.delete(`${path}/members/${demo.admin.id}`));
      isBlocked(await client.put(`${path}/members/${demo.admin.id}/companies`, {}));
    }
    isBlocked(await demo.client.post('/v1/companies', {}));
  });

  it('holds its users: they never reach anything outside it', async () => {
    const { client, id } = await service.newMember(demo, 'admin');
    await service.join(real, id, 'admin');
    const file = await service.newCompany(real.client);
    await client.refused(404).get(`/v1/firms/${real.token}`);
    await client.refused(404).get(file.path);
    expect((await client.get('/v1/firms')).body).to.have.length(1);
    expect((await client.get('/v1/companies')).body).to.deep.equal([]);
    expect((await client.get('/v1/auth/me')).body.firms).to.have.length(1);
  });

  it('keeps its users out of other teams', async () => {
    await real.client.refused(422, ['email']).post(`/v1/firms/${real.token}/members`, {
      email: demo.admin.email,
      role: 'reviewer',
    });
    // A firm whose only admin never reaches it could be managed by nobody.
    const firm = { name: 'Fiduciaire', admin: { email: demo.admin.email } };
    await platform.client.refused(422, ['admin.email']).post('/v1/firms', firm);
  });

  it('has company files that say so', async () => {
    // No request opens company files in the demo: its data set brings them.
    const request = { details: { ...details, code: 'DEMO' }, fiscalYear: year2026, banks: [] };
    const owner = { firmId: demo.id, userId: demo.admin.id };
    const opened = await openCompanyFile(service.core, request, owner, createSystemContext('test'));
    if (isRefusal(opened)) throw new Error(JSON.stringify(opened));
    const { body } = await demo.client.get<AnswerBody[]>('/v1/companies');
    expect(body.map(({ id, is_demo }) => [id, is_demo])).to.deep.equal([[opened.companyId, true]]);
    const path = `/v1/companies/${body[0]!.public_token}`;
    expect((await demo.client.get(path)).body).to.include({ is_demo: true });
    await demo.client.created(`${path}/third-parties`, { type: 'customer', name: 'A' });
  });
});
