import { expect } from 'chai';
import fc from 'fast-check';
import type { DomainEvent } from '../../../domain/event.ts';
import { firm, type Firm, type FirmCommand } from '../../../domain/firm.ts';
import {
  getAllowedCompanies,
  getAllowedRecipients,
  getAllowedUsers,
  getLicenceStatus,
  type Licence,
} from '../../../domain/licence/licence.ts';
import { FREE_PLAN } from '../../../domain/licence/plans.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { details, year2026 } from '../../support/company-file-samples.ts';
import { givenFor, refused } from '../../support/given.ts';
import { buildLicence } from '../../support/licences.ts';

const given = givenFor(firm);
const TOKEN = 'firm00000001';
const NOW = '2026-11-15T12:00:00.000Z';
const opened: DomainEvent[] = [
  {
    type: 'FirmOpened',
    data: {
      id: 1,
      public_token: TOKEN,
      name: 'Fiduciaire',
      country_code: 'BE',
      locale: 'fr',
      email: null,
      source: 'manual',
    },
  },
  { type: 'MemberAttached', data: { user_id: 7, role: 'admin', all_companies: true, is_active: true } },
];
const activated = (terms: Licence) => ({ type: 'LicenceActivated', data: terms }) as unknown as DomainEvent;
const released = (id: string): DomainEvent => ({ type: 'LicenceReleased', data: { id } });
const activate = (terms: Licence, now = NOW): FirmCommand => ({
  type: 'ActivateLicence',
  licence: terms,
  firmToken: TOKEN,
  now,
});
const register = (companyId: number, now = NOW): FirmCommand => ({
  type: 'RegisterCompanyFile',
  companyId,
  publicToken: `token${String(companyId).padStart(7, '0')}`,
  request: { details: { ...details, code: `C${companyId}` }, fiscalYear: year2026, banks: [] },
  now,
});
const registered = (companyId: number): DomainEvent => ({
  type: 'CompanyFileRegistered',
  data: {
    company_id: companyId,
    public_token: `token${String(companyId).padStart(7, '0')}`,
    code: `C${companyId}`,
    request: {},
  },
});
const files = (count: number) => Array.from({ length: count }, (_, index) => registered(index + 1));
const free = FREE_PLAN.companies!;

describe('the licence of a firm', () => {
  it('is activated with its terms, and once', () => {
    const terms = buildLicence();
    given(opened)
      .when(activate(terms))
      .then([activated(terms)]);
    given(opened, activated(terms)).when(activate(terms)).then([]);
  });

  it('takes the place of an earlier one', () => {
    const [earlier, later] = [buildLicence(), buildLicence()];
    given(opened, activated(earlier))
      .when(activate(later))
      .then([activated(later)]);
  });

  it('may be for this firm alone, and then serves no other', () => {
    const own = buildLicence({ firm: TOKEN });
    given(opened)
      .when(activate(own))
      .then([activated(own)]);
    given(opened)
      .when(activate(buildLicence({ firm: 'firm00000002' })))
      .then(refused('licence_of_other_firm', { field: 'key' }));
  });

  it('is refused outside its time, whose first and last day count', () => {
    const terms = buildLicence({ valid_from: '2026-11-01', valid_until: '2026-11-30' });
    given(opened)
      .when(activate(terms, '2026-10-31T23:59:59.999Z'))
      .then(refused('licence_not_yet_valid', { field: 'key' }));
    given(opened)
      .when(activate(terms, '2026-12-01T00:00:00.000Z'))
      .then(refused('licence_expired', { field: 'key' }));
    for (const now of ['2026-11-01T00:00:00.000Z', '2026-11-30T23:59:59.999Z'])
      given(opened)
        .when(activate(terms, now))
        .then([activated(terms)]);
  });

  it('is released, once', () => {
    const terms = buildLicence();
    given(opened, activated(terms))
      .when({ type: 'ReleaseLicence' })
      .then([released(terms.id)]);
    given(opened, activated(terms), released(terms.id)).when({ type: 'ReleaseLicence' }).then([]);
    given(opened).when({ type: 'ReleaseLicence' }).then([]);
  });

  it('is nothing to a firm that is not open', () => {
    given().when(activate(buildLicence())).then(refused('not_found'));
    given().when({ type: 'ReleaseLicence' }).then(refused('not_found'));
  });

  it('has a status that follows the day', () => {
    const terms = buildLicence({ valid_from: '2026-02-01', valid_until: '2026-02-28' });
    expect(getLicenceStatus(null, NOW)).to.equal('free');
    expect(getLicenceStatus(terms, '2026-01-31T12:00:00Z')).to.equal('pending');
    expect(getLicenceStatus(terms, '2026-02-14T12:00:00Z')).to.equal('active');
    expect(getLicenceStatus(terms, '2026-03-01T00:00:00Z')).to.equal('expired');
    expect(getLicenceStatus(buildLicence({ valid_until: null }), '2999-01-01T00:00:00Z')).to.equal('active');
  });

  it('allows what it says while it is valid, and never less than the free plan', () => {
    const terms = buildLicence({ users: 60, companies: 700, valid_until: '2026-11-30' });
    expect([getAllowedUsers(terms, NOW), getAllowedCompanies(terms, NOW)]).to.deep.equal([60, 700]);
    const later = '2026-12-01T00:00:00Z';
    expect([getAllowedUsers(terms, later), getAllowedCompanies(terms, later)]).to.deep.equal([FREE_PLAN.users, free]);
    expect([getAllowedUsers(null, NOW), getAllowedCompanies(null, NOW)]).to.deep.equal([FREE_PLAN.users, free]);
    const small = buildLicence({ users: 1, companies: 1 });
    expect([getAllowedUsers(small, NOW), getAllowedCompanies(small, NOW)]).to.deep.equal([FREE_PLAN.users, free]);
    const any = buildLicence({ users: null, companies: null });
    expect([getAllowedUsers(any, NOW), getAllowedCompanies(any, NOW)]).to.deep.equal([Infinity, Infinity]);
  });
});

describe('the number of company files', () => {
  it('ends where the free plan ends', () => {
    expect(given(opened, files(free - 1)).when(register(free)).events).to.have.length(1);
    given(opened, files(free))
      .when(register(free + 1))
      .then(refused('company_limit_reached'));
  });

  it('goes on with a licence, up to what it allows', () => {
    const terms = buildLicence({ companies: free + 2 });
    expect(given(opened, activated(terms), files(free + 1)).when(register(free + 2)).events).to.have.length(1);
    given(opened, activated(terms), files(free + 2))
      .when(register(free + 3))
      .then(refused('company_limit_reached'));
    const any = buildLicence({ companies: null });
    expect(given(opened, activated(any), files(free + 100)).when(register(free + 101)).events).to.have.length(1);
  });

  it('does not grow beyond the free plan once the licence has expired or is released; nothing is lost', () => {
    const terms = buildLicence({ valid_until: '2026-11-15' });
    expect(given(opened, activated(terms), files(free)).when(register(free + 1, NOW)).events).to.have.length(1);
    given(opened, activated(terms), files(free))
      .when(register(free + 1, '2026-11-16T00:00:00.000Z'))
      .then(refused('company_limit_reached'));
    const { state } = given(opened, activated(terms), files(free + 1), released(terms.id));
    expect(state.companies.codes.size).to.equal(free + 1);
  });

  type Step =
    | { do: 'activate'; companies: number | null; days: number }
    | { do: 'release' }
    | { do: 'register'; count: number }
    | { do: 'wait'; days: number };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      do: fc.constant('activate' as const),
      companies: fc.option(fc.integer({ min: 1, max: 2 * free }), { nil: null }),
      days: fc.integer({ min: 0, max: 10 }),
    }),
    fc.record({ do: fc.constant('release' as const) }),
    fc.record({ do: fc.constant('register' as const), count: fc.integer({ min: 1, max: free }) }),
    fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 12 }) }),
  );

  it('never passes what was valid when a file was taken up, whatever was activated, released and waited for', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let state: Firm = opened.reduce((before, event) => firm.evolve(before, event), firm.initialState);
        let day = 0;
        let taken = 0;
        // What is valid, kept apart from the decider: [number, first day without it].
        let valid: { companies: number; endsOn: number } | null = null;
        const at = (days: number) => new Date(Date.UTC(2026, 0, 1 + days, 12)).toISOString();
        const run = (command: FirmCommand): boolean => {
          const decision = firm.decide(command, state);
          if (isRefusal(decision)) return false;
          state = decision.reduce((before, event) => firm.evolve(before, event), state);
          return true;
        };
        for (const one of steps) {
          if (one.do === 'wait') day += one.days;
          if (one.do === 'release') {
            run({ type: 'ReleaseLicence' });
            valid = null;
          }
          if (one.do === 'activate') {
            const until = at(day + one.days).slice(0, 10);
            const terms = buildLicence({ companies: one.companies, valid_from: '2020-01-01', valid_until: until });
            expect(run(activate(terms, at(day)))).to.equal(true);
            valid = { companies: one.companies ?? Infinity, endsOn: day + one.days + 1 };
          }
          if (one.do === 'register') {
            for (let number = 0; number < one.count; number += 1) {
              const most = Math.max(free, valid !== null && day < valid.endsOn ? valid.companies : 0);
              const isTaken = run(register(taken + 1, at(day)));
              expect(isTaken).to.equal(taken < most);
              if (isTaken) taken += 1;
            }
          }
        }
        expect(state.companies.codes.size).to.equal(taken);
      }),
      { numRuns: 100 },
    );
  });
});

describe('The recipients of mails that a plan allows', () => {
  it('are 200 a day on the free plan and whenever the licence is not valid, and 2,000 on the others', () => {
    const terms = { plan: 'starter', valid_from: '2026-01-01', valid_until: '2026-12-31' } as const;
    expect(getAllowedRecipients(null, NOW)).to.equal(200);
    expect(getAllowedRecipients({ ...terms, plan: 'free' }, NOW)).to.equal(200);
    for (const plan of ['starter', 'professional', 'firm', 'unlimited'] as const)
      expect(getAllowedRecipients({ ...terms, plan }, NOW)).to.equal(2_000);
    expect(getAllowedRecipients({ ...terms, valid_until: '2026-11-14' }, NOW)).to.equal(200);
    expect(getAllowedRecipients({ ...terms, valid_from: '2026-11-16' }, NOW)).to.equal(200);
  });
});
