import { expect } from 'chai';
import fc from 'fast-check';
import { MAX_INTEGRATION_TOKENS, type AcceptInvitation } from '../../../domain/identity/account.ts';
import { user, type UserCommand } from '../../../domain/user.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import { givenFor, refused, refusedAt } from '../../support/given.ts';

const given = givenFor(user);
const NOW = '2026-03-01T10:00:00.000Z';
const person = {
  id: 7,
  name: 'Ann',
  email: 'ann@example.be',
  password_id: 'password one',
  locale: null,
  is_platform_admin: false,
};
type Kind = 'session' | 'integration';
const token = (id: number, kind: Kind = 'session', expires_at: string | null = null) => ({
  id,
  kind,
  name: 'web',
  secret_hash: 'abc',
  abilities: ['read'] as const,
  expires_at,
});
const registered = { type: 'UserRegistered', data: person };
const issued = (id: number, kind: Kind = 'session', expiresAt: string | null = null) => ({
  type: 'TokenIssued',
  data: token(id, kind, expiresAt),
});
const revoked = (id: number) => ({ type: 'TokenRevoked', data: { id } });
const passwordChanged = { type: 'PasswordChanged', data: { password_id: 'password two' } };
const openSession = (id: number, verifiedPassword: string | null, endedSessions: number[] = []): UserCommand => ({
  type: 'OpenSession',
  token: token(id),
  verifiedPassword,
  endedSessions,
});
const issueToken = (id: number): UserCommand => ({ type: 'IssueToken', token: token(id, 'integration'), now: NOW });

const accept = (
  linkId: number,
  by: AcceptInvitation['by'],
  makesPlatformAdmin = false,
  firmId: number | null = null,
): UserCommand => ({
  type: 'AcceptInvitation',
  linkId,
  makesPlatformAdmin,
  firmId,
  by,
});
const claim = {
  proof: 'claim',
  anew: null,
  means: 'handed_over',
  verifiedPassword: null,
  passwordId: 'password two',
  profile: { name: 'Anne', locale: 'nl' },
} as const;
const openedByFirm = { type: 'UserRegistered', data: { ...person, opened_by_firm_id: 3 } };
const claimed = (link_id: number) => ({ type: 'AccountClaimed', data: { link_id, means: 'handed_over' } });

describe('an account that a firm has opened', () => {
  const events = [openedByFirm, issued(1), issued(2, 'integration')];
  const renamed = { type: 'ProfileChanged', data: { name: 'Anne', locale: 'nl' } };

  it('is claimed once, and loses every password, session and token that it had', () => {
    given(...events)
      .when(accept(9, claim))
      .then([claimed(9), passwordChanged, renamed, revoked(1), revoked(2)]);
    given(...events, claimed(9), passwordChanged)
      .when(accept(9, claim))
      .then(refused('not_found'));
    given(...events, claimed(9), passwordChanged)
      .when(accept(10, claim))
      .then(refused('not_found'));
  });

  it('loses what a stranger may have put before it: another authenticator, and a wish for another address', () => {
    const enabled = { type: 'SecondFactorEnabled', data: {} };
    const disabled = { type: 'SecondFactorDisabled', data: {} };
    const request = { request_id: 'r', email: 'evil@example.com', expires_at: NOW };
    const wished = { type: 'EmailChangeRequested', data: request };
    const bare = { ...claim, profile: {} };
    given(openedByFirm, enabled)
      .when(accept(9, bare))
      .then([claimed(9), passwordChanged, disabled]);
    given(openedByFirm, enabled)
      .when({ type: 'ResetPassword', linkId: 9, passwordId: 'password two' })
      .then([
        { type: 'AccountClaimed', data: { link_id: 9, means: 'mailed' } },
        disabled,
        { type: 'PasswordChanged', data: { password_id: 'password two', link_id: 9 } },
      ]);
    given(openedByFirm, wished, claimed(9), passwordChanged)
      .when({ type: 'ConfirmEmail', requestId: 'r', email: 'evil@example.com' })
      .then(refused('link_outdated'));
  });

  describe('and that was claimed through a link of another firm', () => {
    const through = (link_id: number, firm_id: number) => ({
      type: 'AccountClaimed',
      data: { link_id, means: 'handed_over', proven_to_firm_id: firm_id },
    });
    const bare = { ...claim, profile: {} };
    const anew = { ...bare, anew: 9 };
    const [own, other] = [3, 4];
    const taken = [openedByFirm, through(9, other), passwordChanged, issued(1)];

    it('says to whom alone the person was proven, unless the earlier password was known as well', () => {
      given(openedByFirm)
        .when(accept(9, bare, false, other))
        .then([through(9, other), passwordChanged]);
      given(openedByFirm)
        .when(accept(9, { ...bare, verifiedPassword: person.password_id }, false, other))
        .then([claimed(9), passwordChanged]);
      given(openedByFirm)
        .when(accept(9, { ...bare, verifiedPassword: 'an earlier one' }, false, other))
        .then(refusedAt(['current_password', 'password_incorrect']));
    });

    it('is claimed anew once, through a link of the firm that opened it', () => {
      given(...taken)
        .when(accept(10, anew, false, own))
        .then([through(10, own), passwordChanged, revoked(1)]);
      given(...taken, through(10, own), passwordChanged)
        .when(accept(11, { ...bare, anew: 10 }, false, other))
        .then(refused('not_found'));
      given(...taken)
        .when(accept(10, { ...bare, anew: 8 }, false, own))
        .then(refused('not_found'));
    });

    it('is not, once the person was proven to that firm too, or by mail', () => {
      given(...taken, { type: 'InvitationAccepted', data: { link_id: 10, firm_id: own } })
        .when(accept(11, anew, false, own))
        .then(refused('not_found'));
      given(...taken, { type: 'PasswordChanged', data: { password_id: 'password three', link_id: 10 } })
        .when(accept(11, anew, false, own))
        .then(refused('not_found'));
    });
  });

  it('is not accepted for with the password that the firm knows', () => {
    given(...events)
      .when(accept(9, { proof: 'password', verifiedPassword: person.password_id }))
      .then(refused('not_found'));
  });

  it('becomes a platform admin with the claim, when that is what the link is for', () => {
    given(openedByFirm)
      .when(accept(9, { ...claim, profile: {} }, true))
      .then([claimed(9), passwordChanged, { type: 'PlatformAdminAppointed', data: {} }]);
  });
});

describe('a forgotten password', () => {
  const reset = (linkId: number): UserCommand => ({ type: 'ResetPassword', linkId, passwordId: 'password two' });
  const changed = { type: 'PasswordChanged', data: { password_id: 'password two', link_id: 9 } };

  it('is replaced once by a link, and every session and token ends', () => {
    given(registered, issued(1), issued(2, 'integration'))
      .when(reset(9))
      .then([changed, revoked(1), revoked(2)]);
    given(registered, changed).when(reset(9)).then(refused('not_found'));
  });

  it('claims an account that a firm has opened', () => {
    given(openedByFirm)
      .when(reset(9))
      .then([{ type: 'AccountClaimed', data: { link_id: 9, means: 'mailed' } }, changed]);
  });
});

describe('a second factor', () => {
  const enabled = { type: 'SecondFactorEnabled', data: {} };
  const disabled = { type: 'SecondFactorDisabled', data: {} };

  it('is put in force and removed once', () => {
    given(registered).when({ type: 'EnableSecondFactor' }).then([enabled]);
    given(registered, enabled).when({ type: 'EnableSecondFactor' }).then([]);
    given(registered, enabled).when({ type: 'DisableSecondFactor' }).then([disabled]);
    given(registered, enabled, disabled).when({ type: 'DisableSecondFactor' }).then([]);
  });
});

describe('an account of one’s own', () => {
  const accepted = { type: 'InvitationAccepted', data: { link_id: 9 } };
  const byPassword = { proof: 'password', verifiedPassword: person.password_id } as const;

  it('accepts with its password, and cannot be claimed by anyone', () => {
    given(registered, issued(1)).when(accept(9, byPassword)).then([accepted]);
    given(registered).when(accept(9, claim)).then(refused('not_found'));
    given(registered)
      .when(accept(9, { ...byPassword, verifiedPassword: 'an earlier one' }))
      .then(refusedAt(['password', 'password_incorrect']));
  });

  it('records nothing when the same link comes again', () => {
    given(registered, accepted).when(accept(9, byPassword)).then([]);
  });
});

describe('users', () => {
  it('register once', () => {
    given().when({ type: 'RegisterUser', details: person }).then([registered]);
    given(registered).when({ type: 'RegisterUser', details: person }).then([]);
  });

  it('that are not registered can do nothing', () => {
    const commands: UserCommand[] = [
      openSession(1, null),
      issueToken(1),
      { type: 'RevokeToken', tokenId: 1 },
      { type: 'ChangeProfile', changes: { name: 'B' } },
      { type: 'ChangePassword', passwordId: 'x', verifiedPassword: null, keptTokenId: null },
      { type: 'RequestEmailChange', request: { request_id: 'r', email: 'b@example.be', expires_at: NOW } },
      { type: 'ConfirmEmail', requestId: 'r', email: null },
      { type: 'AppointPlatformAdmin' },
      accept(1, { proof: 'password', verifiedPassword: 'x' }),
    ];
    for (const command of commands) given().when(command).then(refused('not_found'));
  });

  it('change their name and language, and only what changes is told', () => {
    given(registered)
      .when({ type: 'ChangeProfile', changes: { name: 'Anne', locale: 'nl' } })
      .then([{ type: 'ProfileChanged', data: { name: 'Anne', locale: 'nl' } }]);
    const changed = { type: 'ProfileChanged', data: { name: 'Anne', locale: 'nl' } };
    given(registered, changed)
      .when({ type: 'ChangeProfile', changes: { name: 'Anne', locale: null } })
      .then([{ type: 'ProfileChanged', data: { locale: null } }]);
    given(registered, changed)
      .when({ type: 'ChangeProfile', changes: { name: 'Anne', locale: 'nl' } })
      .then([]);
    given(registered).when({ type: 'ChangeProfile', changes: {} }).then([]);
  });

  it('become platform admins once', () => {
    const appointed = { type: 'PlatformAdminAppointed', data: {} };
    given(registered).when({ type: 'AppointPlatformAdmin' }).then([appointed]);
    given(registered, appointed).when({ type: 'AppointPlatformAdmin' }).then([]);
    given({ type: 'UserRegistered', data: { ...person, is_platform_admin: true } })
      .when({ type: 'AppointPlatformAdmin' })
      .then([]);
  });
});

describe('sessions', () => {
  it('are opened with the password as it is, not with one that was changed meanwhile', () => {
    given(registered)
      .when(openSession(1, 'password one'))
      .then([issued(1)]);
    given(registered, passwordChanged)
      .when(openSession(1, 'password one'))
      .then(refusedAt(['email', 'invalid_credentials']));
    given(registered, passwordChanged)
      .when(openSession(1, 'password two'))
      .then([issued(1)]);
    given(registered, passwordChanged)
      .when(openSession(1, null))
      .then([issued(1)]);
  });

  it('make room for a new one: those named end, if they are sessions and still open', () => {
    given(registered, issued(1), issued(2), issued(3, 'integration'), revoked(2))
      .when(openSession(4, null, [1, 2, 3, 99]))
      .then([revoked(1), issued(4)]);
  });

  it('end when the password changes, all but the one that asks, and integration tokens with them', () => {
    const history = [registered, issued(1), issued(2), issued(3, 'integration'), issued(4), revoked(4)];
    given(history)
      .when({
        type: 'ChangePassword',
        passwordId: 'password two',
        verifiedPassword: 'password one',
        keptTokenId: 1,
      })
      .then([passwordChanged, revoked(2), revoked(3)]);
    given(history)
      .when({ type: 'ChangePassword', passwordId: 'password two', verifiedPassword: null, keptTokenId: null })
      .then([passwordChanged, revoked(1), revoked(2), revoked(3)]);
  });

  it('do not let two changes of the password pass that both knew the old one', () => {
    given(registered, passwordChanged)
      .when({
        type: 'ChangePassword',
        passwordId: 'password three',
        verifiedPassword: 'password one',
        keptTokenId: 1,
      })
      .then(refusedAt(['current_password', 'password_incorrect']));
  });
});

describe('tokens', () => {
  it('are revoked once', () => {
    given(registered, issued(1), issued(2))
      .when({ type: 'RevokeToken', tokenId: 1 })
      .then([revoked(1)]);
    given(registered, issued(1), revoked(1)).when({ type: 'RevokeToken', tokenId: 1 }).then([]);
    given(registered, issued(1)).when({ type: 'RevokeToken', tokenId: 2 }).then([]);
  });

  it('of another kind, revoked or unknown ones are not found by whoever asks for one of a kind', () => {
    const history = [registered, issued(1), issued(2, 'integration'), issued(3, 'integration'), revoked(3)];
    given(history)
      .when({ type: 'RevokeToken', tokenId: 2, kind: 'integration' })
      .then([revoked(2)]);
    for (const tokenId of [1, 3, 4])
      given(history).when({ type: 'RevokeToken', tokenId, kind: 'integration' }).then(refused('not_found'));
    given(history).when({ type: 'RevokeToken', tokenId: 2, kind: 'session' }).then(refused('not_found'));
  });

  it('of integrations are 50 at most; sessions, revoked and expired ones take no place', () => {
    const full = [registered, ...Array.from({ length: 50 }, (_, index) => issued(index + 1, 'integration'))];
    given(full).when(issueToken(99)).then(refused('token_limit_reached'));
    given(full, revoked(20))
      .when(issueToken(99))
      .then([issued(99, 'integration')]);
    given(registered, ...full.slice(2), issued(60), issued(61))
      .when(issueToken(99))
      .then([issued(99, 'integration')]);
    given(registered, ...full.slice(2), issued(60, 'integration', NOW))
      .when(issueToken(99))
      .then([issued(99, 'integration')]);
    given(registered, ...full.slice(2), issued(60, 'integration', '2026-03-01T10:00:00.001000Z'))
      .when(issueToken(99))
      .then(refused('token_limit_reached'));
  });

  it('of integrations never become more than 50, whatever is issued and revoked', () => {
    const step = fc.oneof(
      fc.constant('issue' as const),
      fc.constant('issue' as const),
      fc.record({ revoke: fc.integer({ min: 1, max: 120 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
        let state = user.evolve(user.initialState, registered);
        const living = new Set<number>();
        let id = 0;
        for (const what of steps) {
          if (what === 'issue') id += 1;
          const command: UserCommand =
            what === 'issue' ? issueToken(id) : { type: 'RevokeToken', tokenId: what.revoke, kind: 'integration' };
          const decision = user.decide(command, state);
          const isExpected = what === 'issue' ? living.size < MAX_INTEGRATION_TOKENS : living.has(what.revoke);
          expect(isRefusal(decision)).to.equal(!isExpected);
          if (isRefusal(decision)) continue;
          for (const event of decision) state = user.evolve(state, event);
          if (what === 'issue') living.add(id);
          else living.delete(what.revoke);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('e-mail addresses', () => {
  const request = (request_id: string, email: string) => ({
    request_id,
    email,
    expires_at: '2026-03-02T10:00:00.000Z',
  });
  const requested = (id: string, email: string) => ({ type: 'EmailChangeRequested', data: request(id, email) });
  const confirmed = (request_id: string, email: string) => ({ type: 'EmailConfirmed', data: { request_id, email } });
  const confirm = (requestId: string, email: string | null): UserCommand => ({
    type: 'ConfirmEmail',
    requestId,
    email,
  });

  it('are void once the owner stops them, sets a password or resets it', () => {
    const cancelled = { type: 'EmailChangeCancelled', data: { request_id: 'a' } };
    const pending = [registered, requested('a', 'b@example.be')];
    given(...pending)
      .when({ type: 'CancelEmailChange', requestId: 'a' })
      .then([cancelled]);
    given(...pending, cancelled)
      .when({ type: 'CancelEmailChange', requestId: 'a' })
      .then([]);
    given(...pending, cancelled)
      .when(confirm('a', 'b@example.be'))
      .then(refused('link_outdated'));
    given(...pending)
      .when({ type: 'CancelEmailChange', requestId: 'other' })
      .then(refused('link_outdated'));
    given(...pending)
      .when({ type: 'ChangePassword', passwordId: 'two', verifiedPassword: null, keptTokenId: null })
      .then([{ type: 'PasswordChanged', data: { password_id: 'two' } }, cancelled]);
    given(...pending)
      .when({ type: 'ResetPassword', linkId: 4, passwordId: 'two' })
      .then([{ type: 'PasswordChanged', data: { password_id: 'two', link_id: 4 } }, cancelled]);
  });

  it('are asked for, and count when they are confirmed', () => {
    given(registered)
      .when({ type: 'RequestEmailChange', request: request('a', 'b@example.be') })
      .then([requested('a', 'b@example.be')]);
    given(registered, requested('a', 'b@example.be'))
      .when(confirm('a', 'b@example.be'))
      .then([confirmed('a', 'b@example.be')]);
  });

  it('are confirmed twice as well as once', () => {
    given(registered, requested('a', 'b@example.be'), confirmed('a', 'b@example.be')).when(confirm('a', null)).then([]);
  });

  it('are not confirmed by the link of an earlier request, nor by one that nobody made', () => {
    const later = [registered, requested('a', 'b@example.be'), requested('b', 'c@example.be')];
    given(later).when(confirm('a', 'b@example.be')).then(refused('link_outdated'));
    given(later).when(confirm('a', 'c@example.be')).then(refused('link_outdated'));
    given(later, confirmed('b', 'c@example.be')).when(confirm('a', null)).then(refused('link_outdated'));
    given(registered).when(confirm('a', null)).then(refused('link_outdated'));
  });

  it('are not confirmed when another one was known to be free', () => {
    given(registered, requested('a', 'b@example.be')).when(confirm('a', 'c@example.be')).then(refused('link_outdated'));
    given(registered, requested('a', 'b@example.be')).when(confirm('a', null)).then(refused('link_outdated'));
  });

  it('that the account has already are refused, unless nobody has vouched for them', () => {
    given(registered)
      .when({ type: 'RequestEmailChange', request: request('a', person.email) })
      .then(refusedAt(['email', 'email_unchanged']));
    for (const unproven of [{ email_verified: false }, { opened_by_firm_id: 1 }])
      given({ type: 'UserRegistered', data: { ...person, ...unproven } })
        .when({ type: 'RequestEmailChange', request: request('a', person.email) })
        .then([requested('a', person.email)]);
  });

  it('are asked for once by a request that comes again', () => {
    given(registered, requested('a', 'b@example.be'))
      .when({ type: 'RequestEmailChange', request: request('a', 'b@example.be') })
      .then([]);
  });
});

describe('an account that is joined into another', () => {
  const join = { type: 'JoinAccount', intoUserId: 9, verifiedPassword: person.password_id } as const;
  const joined = { type: 'AccountJoined', data: { into_user_id: 9 } };
  const identity = { issuer: 'https://id.example', subject: 'ann' };

  it('loses its sessions, tokens, links to providers and requested address', () => {
    given(
      openedByFirm,
      issued(1),
      issued(2, 'integration'),
      { type: 'SignOnLinked', data: identity },
      {
        type: 'EmailChangeRequested',
        data: { request_id: 'a', email: 'b@example.be', expires_at: NOW },
      },
    )
      .when(join)
      .then([
        { type: 'EmailChangeCancelled', data: { request_id: 'a' } },
        { type: 'SignOnUnlinked', data: identity },
        revoked(1),
        revoked(2),
        joined,
      ]);
  });

  it('is joined once, and nothing opens or changes it afterwards', () => {
    given(openedByFirm, joined).when(join).then([]);
    given(openedByFirm, joined)
      .when({ ...join, intoUserId: 10 })
      .then(refused('not_found'));
    given(openedByFirm, joined)
      .when(openSession(3, person.password_id))
      .then(refusedAt(['email', 'invalid_credentials']));
    given(openedByFirm, joined).when(accept(9, claim)).then(refused('not_found'));
    given(openedByFirm, joined).when(issueToken(3)).then(refused('not_found'));
    given(openedByFirm, joined)
      .when({ type: 'ChangePassword', passwordId: 'new', verifiedPassword: null, keptTokenId: null })
      .then(refused('not_found'));
  });

  it('needs the password that it has now, and no platform that checks it', () => {
    given(openedByFirm, passwordChanged)
      .when(join)
      .then(refusedAt(['password', 'account_to_join_unknown']));
    given({ type: 'UserRegistered', data: { ...person, external_id: 'x' } })
      .when(join)
      .then(refused('account_external', { field: 'password' }));
  });
});

describe('the snapshot of a user', () => {
  it('is the same user', () => {
    const { state } = given(registered, issued(1), issued(2, 'integration', NOW), revoked(1), {
      type: 'EmailChangeRequested',
      data: { request_id: 'a', email: 'b@example.be', expires_at: NOW },
    });
    const { pack, unpack } = user.snapshot;
    const restored = unpack(JSON.parse(JSON.stringify(pack(state))) as never);
    expect(restored.account).to.deep.equal(state.account);
    expect([...restored.tokens.entries()]).to.deep.equal([...state.tokens.entries()]);
  });
});
