import { expect } from 'chai';
import { createKeptAnswers, isOver } from '../../console/moments/kept-answers.ts';

const answer = (body: unknown) => ({ body, headers: new Headers() });

describe('Answers that the desk keeps', () => {
  const NOW = Date.parse('2026-11-18T10:00:00Z');

  it('are those about days that are over', () => {
    expect(isOver('2026-11-16', NOW)).to.equal(true);
    // Still running somewhere, and what is known now.
    for (const moment of ['2026-11-17', '2026-11-18', '2026-11-19', undefined, '2026-11-16T12:00:00Z', 20])
      expect(isOver(moment, NOW), String(moment)).to.equal(false);
  });

  it('are given again for two minutes, unless something was written', () => {
    let now = NOW;
    const kept = createKeptAnswers(() => now);
    kept.keep('a', answer(1));
    kept.keep('b', answer(2));
    expect(kept.find('a')?.body).to.equal(1);
    expect(kept.find('c')).to.equal(null);
    now += 120_001;
    expect(kept.find('a')).to.equal(null);
    kept.keep('a', answer(3));
    expect(kept.find('a')?.body).to.equal(3);
    kept.forget();
    expect(kept.find('a')).to.equal(null);
  });

  it('are a hundred, the last ones that were asked for', () => {
    const kept = createKeptAnswers(() => NOW);
    for (let number = 0; number < 100; number += 1) kept.keep(String(number), answer(number));
    kept.find('0');
    kept.keep('100', answer(100));
    expect(kept.find('0')?.body).to.equal(0);
    expect(kept.find('1')).to.equal(null);
    expect(kept.find('2')?.body).to.equal(2);
  });
});
