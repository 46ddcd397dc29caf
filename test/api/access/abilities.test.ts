import { expect } from 'chai';
import { createDocumentationRoutes } from '../../../api/documentation/routes.ts';
import { createMetrics, createMetricsRoute } from '../../../api/http/server/metrics.ts';
import type { Route } from '../../../api/http/routing/route.ts';
import { routes } from '../../../api/routes.ts';
import { TRIED, WALLS, wallsOf } from './demo-walls.ts';
import { nameOf } from './requests.ts';

/** Routes that answer without a token. The list is closed: nothing is added to it in passing. */
const PUBLIC = [
  'GET /',
  'GET /v1/status',
  'GET /v1/ping',
  'GET /v1/pricing',
  'GET /livez',
  'GET /readyz',
  'GET /startupz',
  'POST /v1/auth/login',
  'GET /v1/auth/oidc',
  'GET /v1/auth/oidc/{key}/start',
  'GET /v1/auth/oidc/{key}/callback',
  'POST /v1/auth/oidc/exchange',
  'POST /v1/auth/demo',
  'POST /v1/auth/password/forgot',
  'GET /v1/auth/password/reset',
  'POST /v1/auth/password/reset',
  'GET /v1/auth/invitations/{token}',
  'POST /v1/auth/invitations/{token}',
  'GET /llms.txt',
  'GET /llms-full.txt',
  'GET /openapi.json',
  'GET /docs',
  'GET /docs/start.js',
  'GET /docs/error-codes.json',
  'GET /docs/guides',
  'GET /docs/guides/{slug}',
  'GET /docs/pages/{slug}',
  'GET /docs/{asset}',
];
/** Opened by a link that the service has signed. */
const SIGNED = [
  'GET /v1/auth/email/verify',
  'POST /v1/auth/email/verify',
  'GET /v1/auth/email/cancel',
  'POST /v1/auth/email/cancel',
  'GET /v1/files/logos/{name}',
  'GET /v1/companies/{company}/entries/{id}/attachments/{attachment}/file',
  'GET /v1/companies/{company}/documents/{id}/file',
  'GET /v1/companies/{company}/document-imports/{id}/file',
  'GET /v1/companies/{company}/coda-files/{id}/file',
];
/** The synchronisation of a company file; `sync/external` is a write like others. */
const SYNC = /^\/v1\/companies\/\{company\}\/sync\/(?!external$)/;
/** Opened by a key of the other side. */
const KEYED = [/^\/v1\/bridge\//, /^\/v1\/peppol\/inbox\//, /^\/metrics$/];

describe('What a token must allow', () => {
  const served: readonly Route[] = [
    ...routes,
    ...createDocumentationRoutes(routes, 'https://books.example'),
    createMetricsRoute(createMetrics()),
  ];
  const having = (...abilities: readonly string[]) => served.filter(({ ability }) => abilities.includes(ability));

  it('is nothing on the routes of a closed list alone', () => {
    expect(PUBLIC).to.include.members(having('public').map(nameOf));
  });

  it('is nothing but a signature on the routes of a closed list alone', () => {
    expect(SIGNED).to.include.members(having('signed').map(nameOf));
  });

  it('is a key of the other side only on routes of the other side', () => {
    for (const { path } of having('bridge', 'operator', 'provider'))
      expect(
        KEYED.some((pattern) => pattern.test(path)),
        path,
      ).to.equal(true);
  });

  it('is read for every GET and write for every other method, unless it is a session or the ability sync', () => {
    const plain = served.filter(({ ability }) => ['read', 'write', 'sync'].includes(ability));
    const wrong = plain.filter(({ ability, method, path }) =>
      SYNC.test(path) ? ability !== 'sync' : ability !== (method === 'get' ? 'read' : 'write'),
    );
    expect(wrong.map(nameOf)).to.deep.equal([]);
    expect(plain).to.have.length.above(100);
  });

  it('is sync alone for everything that synchronisation offers: no role and no demo rule stands beside it', () => {
    const sync = served.filter(({ path }) => SYNC.test(path));
    expect(sync.map(nameOf)).to.include('GET /v1/companies/{company}/sync/pull');
    for (const { ability, role, demo } of sync) expect([ability, role, demo]).to.deep.equal(['sync', 'any', 'allowed']);
  });
});

describe('The walls of the demo', () => {
  it('stand exactly where the specification puts them, and around the accounts that all share', () => {
    const differing = routes.filter((route) => (route.demo === 'blocked') !== wallsOf(route).length > 0);
    expect(differing.map(nameOf)).to.deep.equal([]);
  });

  it('leave open what the specification lets everyone try', () => {
    for (const [what, pattern] of Object.entries(TRIED)) {
      const closed = routes.filter((route) => pattern.test(nameOf(route)) && route.demo === 'blocked');
      expect(closed.map(nameOf), what).to.deep.equal([]);
    }
  });

  it('are twelve in the specification', () => {
    expect(Object.keys(WALLS)).to.have.length(13);
  });
});
