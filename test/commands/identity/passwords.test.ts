import { expect } from 'chai';
import {
  setPasswordCost,
  hashPassword,
  isCorrectPassword,
  PasswordsOverloaded,
} from '../../../stores/identity/password-hashing.ts';
import {
  deriveTokenSecret,
  hashSecret,
  isMatchingSecret,
  createTokenSecret,
} from '../../../stores/identity/secrets.ts';
import { readCpuTime } from '../../support/cpu.ts';
import { useAdvisedPasswords } from '../../support/service.ts';

describe('Passwords', () => {
  useAdvisedPasswords();

  it('are kept as argon2id hashes, each with a salt of its own', async () => {
    const [one, other] = await Promise.all([hashPassword('a long password'), hashPassword('a long password')]);
    expect(one).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).to.not.equal(other);
    expect(await isCorrectPassword('a long password', one)).to.equal(true);
    expect(await isCorrectPassword('a long password ', one)).to.equal(false);
    expect(await isCorrectPassword('A long password', one)).to.equal(false);
  });

  it('are the same however an accent was typed', async () => {
    const hash = await hashPassword('caf\u00e9 \u00e0 volont\u00e9');
    expect(await isCorrectPassword('cafe\u0301 a\u0300 volonte\u0301', hash)).to.equal(true);
    expect(await isCorrectPassword('cafe a volonte', hash)).to.equal(false);
  });

  it('never match for someone who has none, and that takes as long', async () => {
    const hash = await hashPassword('a long password');
    const kinds = [hash, undefined, 'none', ''];
    const times = kinds.map(() => [] as number[]);
    // In turn, so that whatever else the machine does slows all of them alike.
    for (let round = 0; round < 9; round += 1) {
      for (const [index, known] of kinds.entries()) {
        const startedAt = readCpuTime();
        expect(await isCorrectPassword('wrong', known)).to.equal(false);
        times[index]!.push(readCpuTime() - startedAt);
      }
    }
    const [wrong, ...others] = times.map((measured) => Math.min(...measured));
    for (const time of others) expect(time / wrong!).to.be.within(0.5, 2);
    for (const known of [undefined, 'none', '', '$2b$10$abcdefghijklmnopqrstuv'])
      expect(await isCorrectPassword('', known)).to.equal(false);
  });

  it('are compared a few at a time, and turned away when too many wait', async () => {
    // All wait before the first is done, however long one takes.
    setPasswordCost('least');
    const hash = await hashPassword('a long password');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 150 }, () => isCorrectPassword('a long password', hash)),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused.length).to.be.within(45, 50);
    expect(refused.every(({ reason }) => reason instanceof PasswordsOverloaded)).to.equal(true);
    expect(outcomes.every((outcome) => outcome.status === 'rejected' || outcome.value)).to.equal(true);
    expect(await isCorrectPassword('a long password', hash)).to.equal(true);
  });
});

describe('Secrets of tokens', () => {
  it('are 40 letters and digits, and only their hash is compared', () => {
    const secret = createTokenSecret();
    expect(secret).to.match(/^[A-Za-z0-9]{40}$/);
    expect(isMatchingSecret(secret, hashSecret(secret))).to.equal(true);
    expect(isMatchingSecret(createTokenSecret(), hashSecret(secret))).to.equal(false);
  });

  it('that are derived are the same for the same key, and look like any other', () => {
    const seen = new Set<string>();
    for (let index = 0; index < 2_000; index += 1) {
      const secret = deriveTokenSecret(Buffer.from(`key ${index}`));
      expect(secret).to.match(/^[A-Za-z0-9]{40}$/);
      expect(deriveTokenSecret(Buffer.from(`key ${index}`))).to.equal(secret);
      seen.add(secret);
    }
    expect(seen.size).to.equal(2_000);
    expect(new Set([...seen].join('')).size).to.equal(62);
  });
});
