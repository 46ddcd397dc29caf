import { expect } from 'chai';
import fc from 'fast-check';
import { MOST_PATTERN, compilePattern } from '../../../domain/bank-rules/pattern.ts';

function found(source: string, text: string): boolean {
  const pattern = compilePattern(source);
  if (typeof pattern === 'string') throw new Error(`${source}: ${pattern}`);
  return pattern(text);
}

describe('patterns of bank rules', () => {
  const CASES: readonly (readonly [source: string, found: readonly string[], not: readonly string[]])[] = [
    ['loyer', ['Loyer mars', 'LOYER'], ['loyé', 'lo yer']],
    ['^loyer', ['loyer mars'], ['le loyer']],
    ['mars$', ['loyer mars'], ['mars 2026']],
    ['contrat \\d{4}-\\d{2}', ['CONTRAT 1234-56 x'], ['contrat 123-456']],
    ['facture|invoice|factuur', ['Uw Factuur 12'], ['note 12']],
    ['(?:abc)+d', ['abcabcd'], ['abcab']],
    ['a.c', ['a-c', 'aéc'], ['ac']],
    ['[^0-9]5$', ['x5'], ['55', '5']],
    ['[A-F]{2,3}!', ['fe!', 'ABC!'], ['g!', 'a!']],
    ['\\bsa\\b', ['Dupont SA', 'sa'], ['essai', 'salle']],
    ['\\Bsa', ['essai'], ['sa']],
    ['électricité', ['ELECTRICITE mars', 'Électricité'], ['electrique']],
    ['straße', ['STRASSE', 'straße'], ['strase']],
    ['\\+\\+\\+\\d{3}/', ['+++123/4567/89012+++'], ['123/4567']],
    ['x*?y??z', ['z', 'xxyz'], ['x']],
    ['(a|b|)c', ['c', 'bc'], ['a']],
    ['a{0}b', ['b'], ['a']],
    ['[-x]', ['-', 'x'], ['y']],
    ['[x-]', ['-'], ['y']],
    ['[\\d\\s]k', ['5k', ' k'], ['ak']],
    ['', ['', 'anything'], []],
  ];
  for (const [source, taken, not] of CASES)
    it(`find /${source}/ where it is`, () => {
      for (const text of taken) expect(found(source, text), text).to.equal(true);
      for (const text of not) expect(found(source, text), text).to.equal(false);
    });

  it('say what is wrong with them', () => {
    const malformed = [
      '(',
      ')',
      'a)',
      '[',
      '[a',
      '*',
      'a**',
      'a{2}{3}',
      '+a',
      'a{',
      'a{,3}',
      'a{3,2}',
      '\\',
      '[z-a]',
      '{2}',
      '(?:a',
      '[]',
    ];
    for (const source of malformed) expect(compilePattern(source), source).to.equal('pattern_malformed');
    const unsupported = ['(a)\\1', '(?=a)', '(?!a)', '(?<=a)b', '(?<name>a)', '\\k', '\\p{L}', '\\u0041', '[ß]', '\\é'];
    for (const source of unsupported) expect(compilePattern(source), source).to.equal('pattern_unsupported');
    const large = ['a{101}', '(a{50}){50}', 'x'.repeat(MOST_PATTERN + 1), '((((){90}){90}){90}){90}', '((a{9}){9}){9}'];
    for (const source of large) expect(compilePattern(source), source).to.equal('pattern_too_large');
  });

  it('follow each way once: what makes others run for years is done by counting', () => {
    // Each of them doubles its work with every character more where ways are tried one after the other.
    for (const source of ['(a+)+$', '(a|aa)+$', '(a|a)*$', '(.*)*$b', '(a*)*$', '((a?){20}a{20})+$', '(\\w+\\s?)*$!'])
      expect(typeof compilePattern(source), source).to.equal('function');
    expect(found('(a+)+$', `${'a'.repeat(3_999)}!`)).to.equal(false);
    expect(found('(a|aa)+$', `${'a'.repeat(3_999)}!`)).to.equal(false);
    expect(found('^(a?){30}a{30}$', 'a'.repeat(30))).to.equal(true);
    expect(found('^(\\w+\\s?)*!$', 'word '.repeat(700))).to.equal(false);
  });

  it('agree with the engine of the language on what both take', () => {
    const part = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w', '\\b', '^', '$', '(a|b)', '(ab)', '(a|)');
    const times = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}');
    const source = fc
      .array(fc.tuple(part, times), { maxLength: 6 })
      .map((parts) => parts.map(([one, many]) => (/^(\^|\$|\\b)$/.test(one) ? one : `${one}${many}`)).join(''));
    const text = fc.array(fc.constantFrom('a', 'b', '1', ' ', '-'), { maxLength: 8 }).map((all) => all.join(''));
    fc.assert(
      fc.property(source, text, (pattern, within) => {
        expect(found(pattern, within), `/${pattern}/ in "${within}"`).to.equal(new RegExp(pattern, 'u').test(within));
      }),
      { numRuns: 300 },
    );
  });

  it('never fail on what is no pattern', () => {
    const soup = fc.array(fc.constantFrom(...'ab()[]{}*+?|^$.\\-,1d9é'), { maxLength: 40 }).map((all) => all.join(''));
    fc.assert(
      fc.property(soup, (source) => {
        const pattern = compilePattern(source);
        if (typeof pattern !== 'string') pattern('ab1 -é');
      }),
      { numRuns: 300 },
    );
  });
});
