import { expect } from 'chai';
import { LANGUAGES } from '../../../domain/language.ts';
import { FEATURES, FREE_PLAN, PLAN_CODES, PLANS, findPlan } from '../../../domain/licence/plans.ts';

describe('plans', () => {
  it('are one for each code, and found by it', () => {
    expect(PLANS.map(({ code }) => code)).to.deep.equal(PLAN_CODES);
    for (const plan of PLANS) expect(findPlan(plan.code)).to.equal(plan);
    for (const nothing of ['', 'gold', 'constructor', '__proto__']) expect(findPlan(nothing)).to.equal(undefined);
  });

  it('allow more, and cost more, from one to the next', () => {
    for (const [index, plan] of PLANS.entries()) {
      const before = PLANS[index - 1];
      if (!before) continue;
      expect(plan.users ?? Infinity, plan.code).to.be.greaterThan(before.users!);
      expect(plan.companies ?? Infinity, plan.code).to.be.greaterThan(before.companies!);
      expect(Number(plan.price.monthly), plan.code).to.be.greaterThan(Number(before.price.monthly));
      expect(plan.features, plan.code).to.include.members(
        before.features.filter((feature) => !feature.startsWith('support_')),
      );
    }
  });

  it('have prices with two decimals, and a year costs less than twelve months', () => {
    for (const { code, price } of PLANS) {
      for (const amount of Object.values(price)) expect(amount, code).to.match(/^\d+\.\d{2}$/);
      if (code !== 'free') expect(Number(price.yearly), code).to.be.lessThan(12 * Number(price.monthly));
    }
    expect(FREE_PLAN.price).to.deep.equal({ monthly: '0.00', yearly: '0.00' });
  });

  it('are named and described in every language, each in its own words', () => {
    const texts = [...PLANS.flatMap(({ label, description }) => [label, description]), ...Object.values(FEATURES)];
    for (const text of texts) {
      for (const language of LANGUAGES) expect(text[language].trim()).to.equal(text[language]).and.not.equal('');
      expect(new Set(Object.values(text)).size, text.en).to.equal(LANGUAGES.length);
    }
  });

  it('give a small firm room for nothing', () => {
    expect(FREE_PLAN.users).to.be.at.least(5);
    expect(FREE_PLAN.companies).to.be.at.least(20);
  });
});
