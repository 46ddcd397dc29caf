import { expect } from 'chai';
import { dictionary } from '@zxcvbn-ts/language-common';
import { COMMON_PASSWORDS } from '../../commands/identity/common-passwords.ts';
import { SHORTEST_PASSWORD } from '../../stores/identity/password-hashing.ts';

describe('Common passwords', () => {
  it('are those of the 10 000 commonest that are long enough to be chosen', () => {
    const commonest = dictionary['passwords-common'].slice(0, 10_000);
    expect(commonest.slice(0, 4)).to.deep.equal(['123456', 'password', '12345678', 'qwerty']);
    const long = commonest.filter((password) => [...password].length >= SHORTEST_PASSWORD);
    expect([...COMMON_PASSWORDS]).to.deep.equal(long);
  });
});
