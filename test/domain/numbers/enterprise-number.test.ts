import { expect } from 'chai';
import { resolveEnterprise } from '../../../domain/numbers/enterprise-number.ts';
import { isRefusal } from '../../../domain/refusal.ts';

describe('The number of an enterprise', () => {
  const read = (text: string, country: string | null = null) => {
    const subject = resolveEnterprise(text, country);
    return isRefusal(subject) ? subject.problems[0]!.code : `${subject.country} ${subject.number}`;
  };

  for (const [text, expected] of [
    ['0477.472.701', 'BE 0477472701'],
    ['BE 0477 472 701', 'BE 0477472701'],
    ['477472701', 'BE 0477472701'],
    ['732 829 320', 'FR 732829320'],
    ['FR44732829320', 'FR 732829320'],
    ['B123456', 'LU B123456'],
    ['LU10000356', 'enterprise_number_invalid'],
    ['12', 'enterprise_number_invalid'],
    ['', 'enterprise_number_invalid'],
  ] as const)
    it(`${text} is ${expected}`, () => expect(read(text)).to.equal(expected));

  it('is asked for in the country that is named alone', () => {
    expect(read('0477472701', 'FR')).to.equal('enterprise_number_invalid');
    expect(read('732829320', 'FR')).to.equal('FR 732829320');
  });

  it('needs its country where two have such a number', () => {
    // Its check digits hold in Belgium, with a zero before them, and in France.
    const both = '400023149';
    expect(read(both)).to.equal('enterprise_country_needed');
    expect(read(both, 'BE')).to.equal(`BE 0${both}`);
  });
});
