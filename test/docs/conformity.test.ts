import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { findTestProblem } from '../support/test-titles.ts';
import { builtRoutes, comparable, conformity, page, ROUTES_PROVED_BY } from './conformity.ts';

/** What a row must be there for, written down apart from the table. */
const NUMBERED = { general: 11, pagination: 3, authentication: 12, delivery: 9, versioning: 4 };
const NAMED = {
  request_headers:
    'Authorization Accept-Language X-Client-Mutation-Id X-Base-Version X-Operation-Id X-Device-Id X-Device-Name X-Occurred-At X-Origin',
  response_headers:
    'X-Operation-Id X-Trashed X-Idempotent-Replay X-Export-Fingerprint Content-Disposition X-RateLimit-Limit X-RateLimit-Remaining Retry-After Deprecation',
  statuses: '200 201 202 204 401 403 404 409 422 429 503',
  codes:
    'token_ability_missing session_token_required demo_mode token_limit_reached user_limit_reached company_limit_reached webhook_url_refused webhook_limit_reached period_locked conflict demo_unavailable',
};
const LIMITS = 22;
/** Those that the specification itself names, and those that were agreed on besides. */
const ROUTES_AT_LEAST = 315;

/** Subjects that are no group of routes, by a route without which they are not there. */
const OTHER_SUBJECTS: Readonly<Record<string, string>> = {
  'the demo': 'POST /v1/auth/demo',
};

describe('The table of conformity', () => {
  const rowsOf = (key: string) => conformity.sections.find((section) => section.key === key)?.rows ?? [];
  const rows = conformity.sections.flatMap((section) => section.rows);
  const built = new Set(builtRoutes.map(({ name }) => comparable(name)));

  it('has a row for every numbered rule, header, status code, error code and limit', () => {
    for (const [key, count] of Object.entries(NUMBERED))
      expect(rowsOf(key).map(({ id }) => id)).to.deep.equal(
        Array.from({ length: count }, (_, index) => `${key} ${index + 1}`),
      );
    for (const [key, names] of Object.entries(NAMED))
      for (const name of names.split(' '))
        expect(rowsOf(key).some(({ id }) => id.split(/[ ,]/)[0] === name), `${key}: ${name}`).to.equal(true);
    expect(rowsOf('limits')).to.have.length(LIMITS);
  });

  it('names a test or a subject in every row, and only tests that exist', () => {
    const proofs = [...rows, ...conformity.departures];
    expect(proofs.filter(({ tests = [], waits_for }) => tests.length === 0 && waits_for === undefined)).to.deep.equal([]);
    const named = [
      ROUTES_PROVED_BY,
      ...proofs.flatMap(({ tests = [] }) => tests),
      ...Object.values(conformity.areas).flat(),
    ];
    expect(named.map(findTestProblem).filter((problem) => problem !== null)).to.deep.equal([]);
  });

  it('waits for nothing that is built', () => {
    const over = Object.values(conformity.routes_to_come)
      .flat()
      .filter((name) => built.has(comparable(name)));
    expect(over, 'built: take them out of routes_to_come').to.deep.equal([]);
    for (const { says, waits_for } of [...rows, ...conformity.departures]) {
      if (waits_for === undefined || waits_for === 'the subjects of the routes below') continue;
      for (const subject of waits_for.split(', ')) {
        const route = OTHER_SUBJECTS[subject];
        const waits = route === undefined ? subject in conformity.routes_to_come : !built.has(route);
        expect(waits, `${subject} is built: name the test that proves “${says}”`).to.equal(true);
      }
    }
  });

  it('has every route, built or to come, in a group that is proved', () => {
    const coming = Object.values(conformity.routes_to_come).flat().map(comparable);
    expect(new Set([...built, ...coming])).to.have.property('size').that.is.at.least(ROUTES_AT_LEAST);
    const groups = new Set(builtRoutes.map(({ area }) => area));
    expect(Object.keys(conformity.areas)).to.have.members([...groups]);
  });

  it('is told in docs/conformity.md', () => {
    const place = new URL('../../docs/conformity.md', import.meta.url);
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(place, page());
    expect(readFileSync(place, 'utf8'), 'npm run docs:conformity').to.equal(page());
  });
});
