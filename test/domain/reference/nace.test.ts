import { expect } from 'chai';
import fc from 'fast-check';
import { LANGUAGES } from '../../../domain/language.ts';
import { nace2025 } from '../../../domain/reference/nace/2025/index.ts';
import { NACE_LEVELS, readNace } from '../../../domain/reference/nace/nace.ts';
import { foldText, buildNaceIndex, searchNace } from '../../../domain/reference/nace/search.ts';

const byCode = new Map(nace2025.map((code) => [code.code, code]));

describe('NACE-BEL 2025', () => {
  it('has as many codes of each level as were published', () => {
    const counts = NACE_LEVELS.map((level) => nace2025.filter((code) => code.level === level).length);
    expect(counts).to.deep.equal([22, 87, 287, 651, 977]);
    expect(byCode.size).to.equal(22 + 87 + 287 + 651 + 977);
  });

  it('puts every code under one of the level above, which its code begins with', () => {
    for (const { code, level, parent } of nace2025) {
      if (level === 'section') {
        expect(parent, code).to.equal(null);
        continue;
      }
      const above = byCode.get(parent!)!;
      expect(NACE_LEVELS.indexOf(above.level), code).to.equal(NACE_LEVELS.indexOf(level) - 1);
      if (level !== 'division') expect(code.startsWith(above.code), code).to.equal(true);
    }
  });

  it('leaves no code above the subclasses without one below it', () => {
    const parents = new Set(nace2025.map(({ parent }) => parent));
    const childless = nace2025.filter(({ code, level }) => level !== 'subclass' && !parents.has(code));
    expect(childless).to.deep.equal([]);
  });

  it('comes in the order in which it is printed: every code right behind what is before it', () => {
    const sections = nace2025.filter(({ level }) => level === 'section').map(({ code }) => code);
    expect(sections.join('')).to.equal('ABCDEFGHIJKLMNOPQRSTUV');
    const numbered = nace2025.filter(({ level }) => level !== 'section').map(({ code }) => code);
    expect(numbered).to.deep.equal([...numbered].sort());
  });

  it('writes codes as they are printed', () => {
    const form = { section: /^[A-V]$/, division: /^\d\d$/, group: /^\d\d\.\d$/, class: /^\d\d\.\d\d$/ };
    for (const { code, level } of nace2025) {
      expect(code).to.match(level === 'subclass' ? /^\d\d\.\d{3}$/ : form[level]);
    }
  });

  it('names every code in every language', () => {
    for (const { code, labels } of nace2025) {
      for (const language of LANGUAGES) {
        const label = labels[language];
        expect(label.trim(), code).to.equal(label).and.not.equal('');
        expect(label, `${code}: apostrophes are typographic`).to.not.contain("'");
        expect(label, code).to.not.match(/ {2}|[|\n]/);
      }
    }
  });

  it('has the names of the official publications', () => {
    expect(byCode.get('01.12')!.labels).to.deep.equal({
      fr: 'Culture du riz',
      nl: 'Teelt van rijst',
      en: 'Growing of rice',
      de: 'Anbau von Reis',
    });
    const inFrench = (code: string) => byCode.get(code)!.labels.fr;
    expect(inFrench('69.201')).to.match(/expert/i);
    expect(byCode.get('K')!.labels.en).to.match(/computer programming/i);
    expect(byCode.get('69.20')!.labels.en).to.match(/accounting, bookkeeping and auditing/i);
    // The automobile trade of Rev. 2 has lost its division.
    expect(byCode.has('45')).to.equal(false);
  });
});

describe('Reading NACE', () => {
  const NAMES = 'fr|nl|en|de';
  const NONE = '|||';
  const readText = (text: string) =>
    readNace([['code', 'fr', 'nl', 'en', 'de'], ...text.split('\n').map((line) => line.split('|'))]);

  it('gives groups and classes without finer codes one below', () => {
    const codes = readText(`A|${NAMES}\n01|${NAMES}\n01.1|${NAMES}\n01.2|${NONE}\n01.21|${NONE}\n01.211|f|n|e|d`);
    expect(codes.map(({ code, parent }) => [code, parent])).to.deep.equal([
      ['A', null],
      ['01', 'A'],
      ['01.1', '01'],
      ['01.10', '01.1'],
      ['01.100', '01.10'],
      ['01.2', '01'],
      ['01.21', '01.2'],
      ['01.211', '01.21'],
    ]);
    expect(codes[4]!.labels).to.deep.equal({ fr: 'fr', nl: 'nl', en: 'en', de: 'de' });
    expect(codes[6]!.labels.fr).to.equal('fr');
    expect(codes[7]!.labels.fr).to.equal('f');
  });

  const wrong = {
    'a code that comes twice': `A|${NAMES}\n01|${NAMES}\n01|${NAMES}`,
    'a code of no level': `A|${NAMES}\n012|${NAMES}`,
    'a code without parent': `A|${NAMES}\n01.1|${NAMES}`,
    'a missing name': `A|fr|nl|en`,
    'an empty name': `A|fr|nl||de`,
    'a name too many': `A|fr|nl|en|de|it`,
    'a section without names': `A|${NONE}`,
  };
  for (const [what, text] of Object.entries(wrong)) {
    it(`fails on ${what}`, () => expect(() => readText(text)).to.throw());
  }
});

describe('Searching NACE', () => {
  const french = buildNaceIndex(nace2025, 'fr');
  const german = buildNaceIndex(nace2025, 'de');
  const found = (query: string, most = 10, index = french) => searchNace(index, query, most).map(({ code }) => code);

  it('finds by the beginning of a code, with or without its dot', () => {
    expect(found('01.1', 3)).to.deep.equal(['01.1', '01.11', '01.110']);
    expect(found('011', 3)).to.deep.equal(['01.1', '01.11', '01.110']);
    expect(found('62').every((code) => code.startsWith('62'))).to.equal(true);
    expect(found('69201', 1)).to.deep.equal(['69.201']);
    expect(found('c', 1)).to.deep.equal(['C']);
    expect(found('99.999')).to.deep.equal([]);
    expect(found('100000')).to.deep.equal([]);
  });

  it('finds words whatever their order, capitals and accents', () => {
    const plain = found('culture du riz');
    expect(plain.slice(0, 2)).to.deep.equal(['01.12', '01.120']);
    expect(found('RIZ culture')).to.include('01.12');
    expect(found('cereales')).to.deep.equal(found('CÉRÉALES')).and.not.be.empty;
    expect(found('backereien', 5, german)).to.deep.equal(found('Bäckereien', 5, german));
    expect(found('oeufs')).to.deep.equal(found('œufs')).and.not.be.empty;
  });

  it('ranks the beginning of the name before words inside it, and whole words before parts', () => {
    const names = (query: string) => searchNace(french, query, 500).map(({ labels }) => foldText(labels.fr));
    const fish = names('pêche');
    const firstOther = fish.findIndex((name) => !name.startsWith('peche'));
    expect(firstOther).to.be.above(0);
    expect(fish.slice(firstOther).some((name) => name.startsWith('peche'))).to.equal(false);
    const art = names('art');
    const lastWord = art.findLastIndex((name) => /(?<![a-z0-9])art/.test(name));
    expect(art.slice(0, lastWord + 1).every((name) => /(?<![a-z0-9])art/.test(name))).to.equal(true);
    expect(art.length).to.be.above(lastWord + 1);
  });

  it('finds nothing for signs alone, and stops at the limit', () => {
    for (const query of ['', '  ', '%', '.*', '()', '---']) expect(found(query), query).to.deep.equal([]);
    expect(found('de', 7)).to.have.length(7);
  });

  it('finds every code first by itself, and by its name', () => {
    fc.assert(
      fc.property(fc.constantFrom(...nace2025), fc.constantFrom(...LANGUAGES), (code, language) => {
        const index = buildNaceIndex([code, ...nace2025.filter((other) => other !== code).slice(0, 200)], language);
        expect(searchNace(buildNaceIndex(nace2025, language), code.code, 1)).to.deep.equal([code]);
        expect(searchNace(index, code.labels[language], 3)).to.include(code);
      }),
      { numRuns: 40 },
    );
  });

  it('is not thrown off by any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (query) => {
        expect(searchNace(french, query, 5).length).to.be.at.most(5);
      }),
    );
  });
});
