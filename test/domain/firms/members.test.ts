import { expect } from 'chai';
import fc from 'fast-check';
import type { DomainEvent } from '../../../domain/event.ts';
import { firm, type FirmCommand } from '../../../domain/firm.ts';
import { FIRM_ROLES, type CompanyRole, type FirmRole, type MemberFields } from '../../../domain/firms/member-events.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { details, year2026 } from '../../support/company-file-samples.ts';
import { refused, refusedAt } from '../../support/given.ts';
import { ADMIN, assigned, attached, changed, given, NOW, opened, registeredFile, token } from './samples.ts';

const ANNE = 11;
const BERT = 12;
const files = [1, 2, 3].map(registeredFile);

const attach = (userId: number, role: FirmRole, companyTokens: readonly string[] | null = null) =>
  ({ type: 'AttachMember', userId, role, companyTokens, now: NOW }) as const;
const change = (userId: number, changes: MemberFields, baseVersion: number | null = null) =>
  ({ type: 'ChangeMember', userId, changes, baseVersion, now: NOW }) as const;
const detach = (userId: number, baseVersion: number | null = null) =>
  ({ type: 'DetachMember', userId, baseVersion }) as const;

interface Assignment {
  readonly by?: number | null;
  readonly all?: boolean;
  readonly role?: CompanyRole;
}
const assign = (userId: number, companies: readonly number[], { by = ADMIN, all = false, role }: Assignment = {}) =>
  ({
    type: 'AssignCompanies',
    userId,
    allCompanies: all,
    companyTokens: companies.map(token),
    role: role ?? null,
    assignedBy: by,
    baseVersion: null,
  }) as const;

describe('members of a firm', () => {
  it('are attached with all files, or with exactly those that are named', () => {
    given(opened)
      .when(attach(ANNE, 'encoder'))
      .then([attached(ANNE, 'encoder')]);
    given(opened, files)
      .when(attach(ANNE, 'encoder', [token(3), token(1), token(3)]))
      .then([attached(ANNE, 'encoder', false), assigned(ANNE, 2, { companies: { 1: null, 3: null } })]);
    given(opened, files)
      .when(attach(ANNE, 'encoder', []))
      .then([attached(ANNE, 'encoder', false)]);
  });

  it('who were invited take a place, act for nobody, and join once', () => {
    const invited = {
      type: 'MemberAttached',
      data: { user_id: ANNE, role: 'admin', all_companies: true, is_active: true, is_invited: true },
    };
    const joined = { type: 'MemberJoined', data: { user_id: ANNE, version: 2 } };
    const detach = { type: 'DetachMember', userId: ADMIN, baseVersion: null } as const;
    given(opened)
      .when({ ...attach(ANNE, 'admin'), isInvited: true })
      .then([invited]);
    given(opened, invited)
      .when(detach)
      .then(refused('last_admin', { field: 'user' }));
    given(opened, invited)
      .when(assign(ADMIN, [], { by: ANNE }))
      .then(refused('role_too_low'));
    given(opened, invited).when({ type: 'JoinTeam', userId: ANNE }).then([joined]);
    given(opened, invited, joined).when({ type: 'JoinTeam', userId: ANNE }).then([]);
    given(opened, invited, joined)
      .when(detach)
      .then([{ type: 'MemberDetached', data: { user_id: ADMIN, version: 2, role: 'admin' } }]);
    given(opened, invited, joined)
      .when({ type: 'InviteAgain', userId: ANNE })
      .then([{ type: 'MemberInvitedAgain', data: { user_id: ANNE, version: 3 } }]);
    given(opened, invited).when({ type: 'InviteAgain', userId: ANNE }).then([]);
    given(opened).when({ type: 'JoinTeam', userId: ANNE }).then(refused('not_found'));
    given(opened)
      .when({ type: 'CheckNewMember', userId: ADMIN, companyTokens: null, now: NOW })
      .then(refused('member_exists', { field: 'email' }));
  });

  it('are refused with files that the firm does not have, by their place in the list', () => {
    const unknown = refusedAt(['company_tokens.1', 'company_unknown'], ['company_tokens.2', 'company_unknown']);
    const tokens = [token(1), token(9), 'constructor0'];
    given(opened, files)
      .when(attach(ANNE, 'encoder', tokens))
      .then(unknown);
    given(opened, files).when({ type: 'CheckNewMember', companyTokens: tokens, now: NOW }).then(unknown);
    given(opened, files, { type: 'CompanyFileSetAside', data: { company_id: 1 } })
      .when(attach(ANNE, 'encoder', [token(1)]))
      .then(refusedAt(['company_tokens.0', 'company_unknown']));
  });

  it('are attached once, active or not', () => {
    const exists = refused('member_exists', { field: 'email' });
    given(opened).when(attach(ADMIN, 'reviewer')).then(exists);
    given(opened, attached(ANNE, 'encoder'), changed(ANNE, 2, { is_active: false }, { is_active: true }))
      .when(attach(ANNE, 'encoder'))
      .then(exists);
  });

  it('change role and activity, with the earlier state told', () => {
    const history = [...opened, attached(ANNE, 'encoder')];
    given(history)
      .when(change(ANNE, { role: 'manager', is_active: true }))
      .then([changed(ANNE, 2, { role: 'manager' }, { role: 'encoder' })]);
    given(history)
      .when(change(ANNE, { is_active: false }))
      .then([changed(ANNE, 2, { is_active: false }, { is_active: true })]);
    given(history)
      .when(change(ANNE, { role: 'encoder' }))
      .then([]);
    given(history).when(change(ANNE, {})).then([]);
  });

  it('leave, and may come back as if they had never been there', () => {
    const history = [
      ...opened,
      ...files,
      attached(ANNE, 'encoder', false),
      assigned(ANNE, 2, { companies: { 1: null } }),
    ];
    const left: DomainEvent = { type: 'MemberDetached', data: { user_id: ANNE, version: 3, role: 'encoder' } };
    given(history).when(detach(ANNE)).then([left]);
    given(history, left).when(detach(ANNE)).then(refused('not_found'));
    given(history, left)
      .when(change(ANNE, { role: 'admin' }))
      .then(refused('not_found'));
    given(history, left)
      .when(attach(ANNE, 'reviewer'))
      .then([attached(ANNE, 'reviewer')]);
  });

  it('are unknown where they do not belong', () => {
    for (const command of [change(ANNE, { role: 'admin' }), detach(ANNE), assign(ANNE, [])])
      given(opened).when(command).then(refused('not_found'));
    for (const command of [attach(ANNE, 'admin'), change(ADMIN, {}), detach(ADMIN), assign(ADMIN, [])])
      given().when(command).then(refused('not_found'));
  });

  it('do not change under someone who has read an earlier version', () => {
    const history = [...opened, attached(ANNE, 'encoder'), changed(ANNE, 2, { role: 'manager' }, { role: 'encoder' })];
    const conflict = refused('conflict', { facts: { server_version: 2 } });
    given(history)
      .when(change(ANNE, { role: 'reviewer' }, 1))
      .then(conflict);
    given(history).when(detach(ANNE, 1)).then(conflict);
    given(history)
      .when({ ...assign(ANNE, []), baseVersion: 1 })
      .then(conflict);
    expect(given(history).when(detach(ANNE, 2)).events).to.have.length(1);
  });

  it('always include an active admin', () => {
    const helpers = [attached(ANNE, 'manager'), attached(BERT, 'admin')];
    const inactive = changed(BERT, 2, { is_active: false }, { is_active: true });
    for (const history of [
      [...opened, attached(ANNE, 'manager')],
      [...opened, ...helpers, inactive],
    ]) {
      given(history)
        .when(change(ADMIN, { role: 'manager' }))
        .then(refused('last_admin', { field: 'role' }));
      given(history)
        .when(change(ADMIN, { is_active: false }))
        .then(refused('last_admin', { field: 'is_active' }));
      given(history)
        .when(detach(ADMIN))
        .then(refused('last_admin', { field: 'user' }));
    }
    given(opened, helpers)
      .when(change(ADMIN, { role: 'manager' }))
      .then([changed(ADMIN, 2, { role: 'manager' }, { role: 'admin' })]);
    given(opened, helpers, inactive)
      .when(detach(BERT))
      .then([{ type: 'MemberDetached', data: { user_id: BERT, version: 3, role: 'admin' } }]);
  });

  it('always include an active admin, whatever is done to them in whatever order', () => {
    const user = fc.constantFrom(ADMIN, ANNE, BERT);
    const role = fc.constantFrom(...FIRM_ROLES);
    const command: fc.Arbitrary<FirmCommand> = fc.oneof(
      fc.tuple(user, role).map(([id, requested]) => attach(id, requested)),
      fc.tuple(user, role).map(([id, requested]) => change(id, { role: requested })),
      fc.tuple(user, fc.boolean()).map(([id, is_active]) => change(id, { is_active })),
      user.map((id) => detach(id)),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        let state = opened.reduce(firm.evolve, firm.initialState);
        for (const one of commands) {
          const decision = firm.decide(one, state);
          if (!isRefusal(decision)) state = decision.reduce(firm.evolve, state);
          const admins = [...state.members.values()].filter((member) => member.role === 'admin' && member.isActive);
          if (admins.length === 0) return false;
        }
        return true;
      }),
      { numRuns: 300 },
    );
  });

  it('are as many as the licence allows, counting those who are active', () => {
    const nine = Array.from({ length: 9 }, (_, index) => attached(100 + index, 'encoder'));
    const full = refused('user_limit_reached');
    given(opened, nine).when(attach(ANNE, 'encoder')).then(full);
    given(opened, nine).when({ type: 'CheckNewMember', companyTokens: null, now: NOW }).then(full);
    const away = changed(100, 2, { is_active: false }, { is_active: true });
    given(opened, nine, away)
      .when(attach(ANNE, 'encoder'))
      .then([attached(ANNE, 'encoder')]);
    given(opened, nine, away, attached(ANNE, 'encoder'))
      .when(change(100, { is_active: true }))
      .then(full);
    given(opened, nine)
      .when(change(100, { role: 'manager' }))
      .then([changed(100, 2, { role: 'manager' }, { role: 'encoder' })]);
  });
});

describe('company files of a member', () => {
  const team = [...opened, ...files, attached(ANNE, 'encoder'), attached(BERT, 'manager')];

  it('are replaced by those that are named, in the role given', () => {
    given(team)
      .when(assign(ANNE, [2, 1, 2], { role: 'reviewer' }))
      .then([assigned(ANNE, 2, { companies: { 1: 'reviewer', 2: 'reviewer' } })]);
    given(team, assigned(ANNE, 2, { companies: { 1: null } }))
      .when(assign(ANNE, [3]))
      .then([assigned(ANNE, 3, { companies: { 3: null } })]);
    given(team)
      .when(assign(ANNE, []))
      .then([assigned(ANNE, 2, {})]);
  });

  it('are all of them when that is asked for, with a role for all', () => {
    given(team)
      .when(assign(ANNE, [], { all: true }))
      .then([]);
    given(team)
      .when(assign(ANNE, [], { all: true, role: 'reviewer' }))
      .then([assigned(ANNE, 2, { all: true, role: 'reviewer' })]);
    given(team)
      .when(assign(ANNE, [1], { all: true }))
      .then(refusedAt(['company_tokens', 'companies_contradict']));
  });

  it('are never seen in a higher role than the one in the firm', () => {
    for (const all of [false, true])
      given(team)
        .when(assign(ANNE, all ? [] : [1], { all, role: 'manager' }))
        .then(refusedAt(['role', 'company_role_too_high']));
    expect(given(team).when(assign(ANNE, [1], { role: 'encoder' })).events).to.have.length(1);
    expect(given(team).when(assign(ADMIN, [1], { role: 'manager' })).events).to.have.length(1);
  });

  it('stay as they are when nothing differs', () => {
    given(team, assigned(ANNE, 2, { companies: { 1: 'reviewer', 2: 'reviewer' } }))
      .when(assign(ANNE, [2, 1], { role: 'reviewer' }))
      .then([]);
  });

  it('are of this firm and not in the recycle bin, where assignments stay', () => {
    given(team)
      .when(assign(ANNE, [1, 9]))
      .then(refusedAt(['company_tokens.1', 'company_unknown']));
    const aside: DomainEvent = { type: 'CompanyFileSetAside', data: { company_id: 1 } };
    given(team, assigned(ANNE, 2, { companies: { 1: null } }), aside)
      .when(assign(ANNE, [1]))
      .then(refusedAt(['company_tokens.0', 'company_unknown']));
    given(team, assigned(ANNE, 2, { companies: { 1: null } }), aside)
      .when(assign(ANNE, [2]))
      .then([assigned(ANNE, 3, { companies: { 1: null, 2: null } })]);
  });

  it('are assigned by managers to those below them, not to themselves nor to admins', () => {
    expect(given(team).when(assign(ANNE, [1], { by: BERT })).events).to.have.length(1);
    for (const target of [BERT, ADMIN])
      given(team)
        .when(assign(target, [1], { by: BERT }))
        .then(refused('role_too_low'));
    expect(given(team).when(assign(ADMIN, [1], { by: ADMIN })).events).to.have.length(1);
    expect(given(team).when(assign(BERT, [1], { by: null })).events).to.have.length(1);
  });

  it('are not handed out by managers beyond what they have themselves', () => {
    const partial = [...team, assigned(BERT, 2, { companies: { 1: null, 2: null } })];
    const away = assigned(ANNE, 2, { companies: { 1: 'reviewer', 3: 'encoder' } });
    given(partial)
      .when(assign(ANNE, [1], { by: BERT }))
      .then(refused('role_too_low')); // she sees all files: taking some away is not his to decide
    given(partial, away)
      .when(assign(ANNE, [], { by: BERT, all: true }))
      .then(refused('role_too_low'));
    given(partial, away)
      .when(assign(ANNE, [3], { by: BERT }))
      .then(refusedAt(['company_tokens.0', 'company_unknown']));
    given(partial, away)
      .when(assign(ANNE, [2], { by: BERT }))
      .then([assigned(ANNE, 3, { companies: { 2: null, 3: 'encoder' } })]);
    const narrowed = [...team, assigned(BERT, 2, { all: true, role: 'encoder' })];
    given(narrowed)
      .when(assign(ANNE, [1], { by: BERT }))
      .then(refused('role_too_low'));
    given(narrowed)
      .when(assign(ANNE, [1], { by: BERT, role: 'manager' }))
      .then(refused('role_too_low'));
    given(narrowed)
      .when(assign(ANNE, [1], { by: BERT, role: 'reviewer' }))
      .then([assigned(ANNE, 2, { companies: { 1: 'reviewer' } })]);
  });

  it('are handed out in no higher role than the manager has in each of them', () => {
    const bert = [...team, assigned(BERT, 2, { companies: { 1: 'encoder', 2: null } })];
    const away = assigned(ANNE, 2, { companies: {} });
    for (const role of [undefined, 'manager'] as const)
      given(bert, away)
        .when(assign(ANNE, [1, 2], { by: BERT, ...(role && { role }) }))
        .then(refused('role_too_low'));
    given(bert, away)
      .when(assign(ANNE, [1, 2], { by: BERT, role: 'encoder' }))
      .then([assigned(ANNE, 3, { companies: { 1: 'encoder', 2: 'encoder' } })]);
    given(bert, away)
      .when(assign(ANNE, [2], { by: BERT }))
      .then([assigned(ANNE, 3, { companies: { 2: null } })]);
  });

  it('are not assigned by someone who has left, is shut out or was demoted in the meantime', () => {
    const left: DomainEvent = { type: 'MemberDetached', data: { user_id: BERT, version: 2, role: 'manager' } };
    const inactive = changed(BERT, 2, { is_active: false }, { is_active: true });
    const demoted = changed(BERT, 2, { role: 'encoder' }, { role: 'manager' });
    for (const since of [left, inactive, demoted])
      given(team, since)
        .when(assign(ANNE, [1], { by: BERT }))
        .then(refused('role_too_low'));
  });

  it('include those that the member opens', () => {
    const register = (registeredBy?: number) =>
      ({
        type: 'RegisterCompanyFile',
        companyId: 4,
        publicToken: token(4),
        request: { details: { ...details, code: 'NEW', name: 'New' }, fiscalYear: year2026, banks: [] },
        ...(registeredBy !== undefined && { registeredBy }),
        now: NOW,
      }) as const;
    const partial = assigned(BERT, 2, { companies: { 5: 'encoder' } });
    expect(given(team, partial).when(register(BERT)).events.slice(1)).to.deep.equal([
      assigned(BERT, 3, { companies: { 4: null, 5: 'encoder' } }),
    ]);
    for (const by of [ADMIN, 999, undefined])
      expect(given(team, partial).when(register(by)).events, String(by)).to.have.length(1);
  });
});
