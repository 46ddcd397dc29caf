import { expect } from 'chai';
import { api, routes } from '../../../api/routes.ts';
import { findConcernedRecord } from '../../../api/sync/affected-record.ts';

const FILE = '/v1/companies/{company}';

describe('The record that a write is about', () => {
  const writes = routes.filter(({ method, path, errorCodes = [] }) => {
    return method !== 'get' && path.startsWith(FILE) && (path.includes('{id}') || errorCodes.includes('conflict'));
  });

  it('is one of a resource of the feed, so that a conflict over it can be kept', () => {
    expect(writes.length).to.be.above(20);
    for (const route of writes) {
      const params = Object.fromEntries(
        [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, name === 'year' ? '2026' : '7']),
      );
      const concerned = findConcernedRecord({ route, params: { ...params, type: 'third-parties' } }, 3);
      expect(concerned, route.path).not.to.equal(null);
      expect([...api.feed.keys()], `${route.method} ${route.path}`).to.include(concerned!.resource);
    }
  });

  it('is the one below where a path names two, and the fiscal year of a period', () => {
    const about = (path: string, params: Readonly<Record<string, string>>) =>
      findConcernedRecord({ route: routes.find((route) => route.path === `${FILE}${path}`)!, params }, 3);
    expect(about('/journals/{id}/rules/{rule}', { id: '1', rule: '2' })).to.deep.equal({
      resource: 'journal-rules',
      id: 2,
    });
    expect(about('/entries/{id}/attachments/{attachment}', { id: '1', attachment: '2' })).to.deep.equal({
      resource: 'entry-attachments',
      id: 2,
    });
    expect(about('/fiscal-years/{id}/periods/{period}/lock', { id: '1', period: '2' })).to.deep.equal({
      resource: 'fiscal-years',
      id: 1,
    });
    expect(about('/settings', {})).to.deep.equal({ resource: 'companies', id: 3 });
    expect(about('/sync/conflicts/{id}/resolve', { id: '5' })).to.deep.equal({ resource: 'sync-conflicts', id: 5 });
    expect(
      about('/vat/fees-281-50/{year}/slips/{third_party_id}', { year: '2026', third_party_id: '12' }),
    ).to.deep.equal({ resource: 'fees-281-50-slips', id: 122_026 });
    // The path of a listing names its period, the server's answer its id.
    const filed = routes.find(({ path }) => path === `${FILE}/vat/customer-listing/{year}/filed`)!;
    expect(findConcernedRecord({ route: filed, params: { year: '2025' } }, 3, 8)).to.deep.equal({
      resource: 'vat-listings',
      id: 8,
    });
    expect(about('/third-parties/{id}', { id: 'x' })).to.equal(null);
  });
});
