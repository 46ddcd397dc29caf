import { user } from '../../../domain/identity/user.ts';
import { givenFor, refused } from '../../support/given.ts';

const given = givenFor(user);
const person = {
  id: 7,
  name: 'Ann',
  email: 'ann@example.be',
  password_hash: '$argon2id$',
  locale: null,
  is_platform_admin: false,
};
const token = (id: number, kind: 'session' | 'integration' = 'session') => ({
  id,
  kind,
  name: 'web',
  secret_hash: 'abc',
  abilities: ['read'],
  expires_at: null,
});
const registered = { type: 'UserRegistered', data: person };
const issued = (id: number) => ({ type: 'TokenIssued', data: token(id) });

describe('users', () => {
  it('register once', () => {
    given().when({ type: 'RegisterUser', details: person }).then([registered]);
    given(registered).when({ type: 'RegisterUser', details: person }).then([]);
  });

  it('get tokens, of which each is revoked once', () => {
    given(registered)
      .when({ type: 'IssueToken', token: token(1) })
      .then([issued(1)]);
    given(registered, issued(1), issued(2))
      .when({ type: 'RevokeToken', tokenId: 1 })
      .then([{ type: 'TokenRevoked', data: { id: 1 } }]);
    given(registered, issued(1), { type: 'TokenRevoked', data: { id: 1 } })
      .when({ type: 'RevokeToken', tokenId: 1 })
      .then([]);
    given(registered, issued(1)).when({ type: 'RevokeToken', tokenId: 2 }).then([]);
  });

  it('that are not registered have no tokens', () => {
    given()
      .when({ type: 'IssueToken', token: token(1) })
      .then(refused('not_found'));
    given().when({ type: 'RevokeToken', tokenId: 1 }).then(refused('not_found'));
  });
});
