import { mock } from 'node:test';
import { expect } from 'chai';
import { useService } from '../../support/service.ts';

describe('The day of the books', () => {
  const service = useService({ from: 'books' });
  afterEach(() => mock.timers.reset());

  it('is that of Brussels, Paris and Luxembourg: half an hour after midnight it is the next year for everyone', async () => {
    const { client, admin } = await service.newFirm();
    const company = await service.newCompany(client);
    await client.created(`${company.path}/fiscal-years`, {
      starts_on: '2027-01-01',
      ends_on: '2027-12-31',
    });
    const customer = await client.post(`${company.path}/third-parties`, { type: 'customer', name: 'Dupont' });
    // A session would be over by then.
    const later = service.anonymous.as(await service.integrationToken(admin.id, ['read']));
    const asked = async () => {
      const dashboard = await later.get(`${company.path}/dashboard`);
      const statement = await later.get(`${company.path}/third-parties/${customer.body.id}/statement`);
      const { starts_on } = dashboard.body.fiscal_year as { starts_on: string };
      return [starts_on.slice(0, 10), statement.text.match(/"to":"([^"T]+)/)?.[1]];
    };
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-12-31T22:30:00Z') });
    expect(await asked()).to.deep.equal(['2026-01-01', '2026-12-31']);
    mock.timers.reset();
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-12-31T23:30:00Z') });
    expect(await asked()).to.deep.equal(['2027-01-01', '2027-01-01']);
  });
});
