import { expect } from 'chai';
import fc from 'fast-check';
import type { ToldMember } from '../../../domain/bridge/team.ts';
import { firm, type FirmCommand } from '../../../domain/firm.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { refused } from '../../support/given.ts';
import { ADMIN, given, NOW, opened as ownFirm, registeredFile, token } from '../firms/samples.ts';

const EXTERNAL = 'f-1';
const ANNE = 11;
const BERT = 12;

type Mirror = Extract<FirmCommand, { type: 'MirrorFirm' }>;

const member = (userId: number, more: Partial<ToldMember> = {}): ToldMember => ({
  userId,
  externalId: `p-${userId}`,
  role: 'encoder',
  isActive: true,
  mustAccept: false,
  allCompanies: true,
  companyTokens: [],
  ...more,
});
const mirror = (more: Partial<Mirror> = {}): Mirror => ({
  type: 'MirrorFirm',
  externalId: EXTERNAL,
  revision: null,
  isPartner: false,
  told: { name: 'Cabinet' },
  team: null,
  opening: { firmId: 3, publicToken: 'aB3dE6gH9jKl', language: 'fr' },
  now: NOW,
  ...more,
});
const openedBy = (more: Partial<Mirror> = {}) => given().when(mirror(more)).events;
const typesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

describe('a firm of the external platform', () => {
  it('is opened from what the platform says, and linked to it', () => {
    const events = openedBy({ told: { name: 'Cabinet', locale: 'nl', city: 'Gent' }, isPartner: true, revision: 4 });
    expect(typesOf(events)).to.deep.equal(['FirmOpened', 'FirmMirrored']);
    expect(events[0]!.data).to.include({ name: 'Cabinet', locale: 'nl', city: 'Gent', source: 'external' });
    expect(events[1]!.data).to.deep.include({ external_id: EXTERNAL, is_partner: true, revision: 4, refused: [] });
  });

  it('without a name is not opened; a firm of our own is never linked', () => {
    given()
      .when(mirror({ told: {} }))
      .then(refused('firm_without_name'));
    given(ownFirm).when(mirror()).then(refused('firm_not_linked'));
    given(openedBy())
      .when(mirror({ externalId: 'f-2' }))
      .then(refused('firm_not_linked'));
  });

  it('stays as it is when the platform says the same again', () => {
    const told = { name: 'Cabinet', city: 'Gent' };
    given(openedBy({ told, revision: 4 }))
      .when(mirror({ told, revision: 4 }))
      .then([]);
    given(openedBy({ told }))
      .when(mirror({ told: { name: 'Cabinet' } }))
      .then([]);
  });

  it('takes what the platform has changed since, and leaves what was changed here', () => {
    const history = openedBy({ told: { name: 'Cabinet', city: 'Gent', phone: '1' } });
    const changes = { city: 'Brugge', phone: '2' };
    const here = given(history).when({ type: 'UpdateFirm', changes, baseVersion: null }).events;
    const [updated] = given(history, here).when(mirror({ told: { name: 'Cabinet', city: 'Gent', phone: '3' } })).events;
    expect(updated!.data['changes']).to.deep.equal({ phone: '3' });
    const [emptied] = given(history).when(mirror({ told: { name: 'Cabinet', city: null } })).events;
    expect(emptied!.data['changes']).to.deep.equal({ city: null });
  });

  it('takes the rest where one thing cannot be taken, and says which', () => {
    const events = given(openedBy()).when(
      mirror({ told: { name: 'Cabinet', vat_number: 'BE 1', city: 'Gent' } }),
    ).events;
    expect(typesOf(events)).to.deep.equal(['FirmUpdated', 'FirmMirrored']);
    expect(events[0]!.data['changes']).to.deep.equal({ city: 'Gent' });
    expect(events[1]!.data['refused']).to.deep.equal([
      { resource: 'firms', external_id: EXTERNAL, field: 'vat_number', code: 'vat_number_invalid' },
    ]);
  });

  it('does not go back to what a late message says', () => {
    given(openedBy({ revision: 5 }))
      .when(mirror({ revision: 4, told: { name: 'Earlier' }, team: { members: [], ofPlatform: [] } }))
      .then([]);
  });
});

describe('the team of a firm of the external platform', () => {
  const team = (members: readonly ToldMember[], ofPlatform: readonly number[] = []) =>
    mirror({ team: { members, ofPlatform } });
  const with_ = (...members: readonly ToldMember[]) => openedBy({ team: { members, ofPlatform: [] } });

  it('is what the platform says: who comes, who changes, who goes', () => {
    const history = with_(member(ANNE, { role: 'admin' }), member(BERT));
    const events = given(history).when(team([member(BERT, { role: 'manager' })], [ANNE, BERT])).events;
    expect(events).to.deep.equal([
      { type: 'MemberDetached', data: { user_id: ANNE, version: 2, role: 'admin' } },
      {
        type: 'MemberChanged',
        data: { user_id: BERT, version: 2, changes: { role: 'manager' }, previous: { role: 'encoder' } },
      },
    ]);
    given(history)
      .when(team([member(ANNE, { role: 'admin' }), member(BERT)], [ANNE, BERT]))
      .then([]);
  });

  it('keeps whoever was added here with an account of their own', () => {
    const history = with_(member(ANNE, { role: 'admin' }));
    const attach = { type: 'AttachMember', userId: ADMIN, role: 'manager', companyTokens: null, now: NOW } as const;
    const local = given(history).when(attach).events;
    given(history, local)
      .when(team([member(ANNE, { role: 'admin' })], [ANNE]))
      .then([]);
  });

  it('is joined by accepting, where the account is not the platform’s', () => {
    const events = given(openedBy()).when(team([member(ANNE, { mustAccept: true })])).events;
    expect(events[0]!.data).to.include({ user_id: ANNE, is_invited: true });
  });

  it('sees the files that the platform names, as far as they are here', () => {
    const files = [1, 2].map(registeredFile);
    const narrow = member(ANNE, { allCompanies: false, companyTokens: [token(2), token(9)] });
    const events = given(openedBy(), files).when(team([narrow])).events;
    expect(events[1]!.data).to.deep.include({ all_companies: false, companies: [{ company_id: 2, role: null }] });
    given(openedBy(), files, events)
      .when(team([narrow], [ANNE]))
      .then([]);
    const wide = given(openedBy(), files, events).when(team([member(ANNE)], [ANNE])).events;
    expect(wide[0]!.data).to.deep.include({ all_companies: true, companies: [] });
  });

  it('takes as many as the licence has places for, and says who was left out', () => {
    const many = Array.from({ length: 40 }, (_, index) => member(100 + index));
    const events = given(openedBy()).when(team(many)).events;
    const attached = events.filter(({ type }) => type === 'MemberAttached').length;
    const { refused: left } = events.at(-1)!.data as { refused: readonly { code: string }[] };
    expect(attached + left.length).to.equal(40);
    expect(attached).to.be.above(0);
    expect(new Set(left.map(({ code }) => code))).to.deep.equal(new Set(['user_limit_reached']));
  });

  it('ends for someone whom the platform no longer names, and only in its own firms', () => {
    const history = with_(member(ANNE, { role: 'admin' }));
    const end = { type: 'EndMembership', userId: ANNE } as const;
    expect(typesOf(given(history).when(end).events)).to.deep.equal(['MemberDetached']);
    given(history)
      .when({ ...end, userId: BERT })
      .then([]);
    given(ownFirm)
      .when({ ...end, userId: ADMIN })
      .then(refused('firm_not_linked'));
  });

  it('is the same whatever it was before, and doing it twice changes nothing', () => {
    const roles = ['admin', 'manager', 'encoder', 'reviewer'] as const;
    const anyone = fc.record({
      userId: fc.integer({ min: 11, max: 14 }),
      role: fc.constantFrom(...roles),
      isActive: fc.boolean(),
      allCompanies: fc.boolean(),
      companyTokens: fc.subarray([token(1), token(2)]),
    });
    const anyTeam = fc.uniqueArray(anyone, { selector: ({ userId }) => userId, maxLength: 3 });
    const files = [1, 2].map(registeredFile);
    fc.assert(
      fc.property(fc.array(anyTeam, { minLength: 1, maxLength: 4 }), (teams) => {
        let state = given(openedBy(), files).state;
        const apply = (told: (typeof teams)[number]): number => {
          const ofPlatform = [...state.members.entries()].map(([id]) => id);
          const decision = firm.decide(
            team(
              told.map((one) => member(one.userId, one)),
              ofPlatform,
            ),
            state,
          );
          if (isRefusal(decision)) throw new Error(JSON.stringify(decision));
          for (const event of decision) state = firm.evolve(state, event);
          return decision.length;
        };
        for (const told of teams) apply(told);
        const last = teams.at(-1)!;
        expect(apply(last)).to.equal(0);
        for (const { userId, role, isActive, allCompanies } of last) {
          const now = state.members.get(userId);
          if (now) expect(now).to.include({ role, isActive, allCompanies });
          else expect(isActive).to.equal(false);
        }
        expect([...state.members.entries()].every(([id]) => last.some(({ userId }) => userId === id))).to.equal(true);
      }),
    );
  });
});
