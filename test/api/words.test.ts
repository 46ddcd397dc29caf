import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { catalogue } from '../../api/i18n/catalogue.ts';
import { translate } from '../../api/i18n/translate.ts';
import { routes } from '../../api/routes.ts';
import { findCountryPack } from '../../domain/country-packs/index.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface ForbiddenWord {
  readonly language: string;
  readonly pattern: RegExp;
  readonly instead: string;
}

/** The second table of the glossary: a bar inside a pattern is escaped there, as Markdown wants it. */
const FORBIDDEN: readonly ForbiddenWord[] = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, language, pattern, instead] = /^\| (fr|nl|en|de) \| `(.+)` \| (.+) \|$/.exec(line) ?? [];
    if (language === undefined) return [];
    return [{ language, pattern: new RegExp(pattern!.replaceAll('\\|', '|'), 'iu'), instead: instead! }];
  });

interface Text {
  readonly language: string;
  readonly place: string;
  readonly text: string;
}

/** The second list of the glossary: words that English text for people avoids, also in comments and log lines. */
const OLD_FASHIONED = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, pattern] = /^\| `(.+)` \| .+ \|$/.exec(line) ?? [];
    return pattern === undefined ? [] : [new RegExp(pattern.replaceAll('\\|', '|'), 'iu')];
  });

/** All texts of the locale files; some files group their texts. */
function listLocaleTexts(): readonly Text[] {
  const listTexts = (value: unknown): readonly string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(listTexts);
  return LANGUAGES.flatMap((language) =>
    readdirSync(join(root, 'locales', language)).flatMap((file) =>
      listTexts(JSON.parse(readFileSync(join(root, 'locales', language, file), 'utf8'))).map((text) => ({
        language,
        place: `locales/${language}/${file}`,
        text,
      })),
    ),
  );
}

const SOURCE_FOLDERS = [
  'api',
  'cli',
  'commands',
  'configuration',
  'console',
  'database',
  'domain',
  'eventlog',
  'outside',
  'projections',
  'service',
  'stores',
  'support',
  'workers',
];

/** Comments and log lines of the sources. */
function listCommentsAndLogLines(): readonly Omit<Text, 'language'>[] {
  return SOURCE_FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .flatMap((name) => {
        const source = readFileSync(join(root, folder, name), 'utf8');
        return [
          ...source.matchAll(/\/\*\*([\s\S]*?)\*\//g),
          ...source.matchAll(/^\s*\/\/ ?(.*)$/gm),
          ...source.matchAll(/\blog\.(?:info|warn|error|debug|fatal)\((?:[^()]|\([^()]*\))*?['"`]([^'"`]+)['"`]/g),
        ].map(([, text]) => ({ place: `${folder}/${name}`, text: text!.replace(/\s*\n\s*\*?\s*/g, ' ') }));
      }),
  );
}

/** Every text given by language in the sources: `fr: '…'`. */
function textsInSources(folder: string): readonly Text[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const source = readFileSync(join(root, folder, name), 'utf8');
      return [...source.matchAll(/\b(fr|nl|en|de): (?:'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`)/g)].map(
        ([, language, ...texts]): Text => ({
          language: language!,
          place: `${folder}/${name}`,
          text: texts.find((text) => text !== undefined) ?? '',
        }),
      );
    });
}

const complaints = (texts: readonly Text[]): string[] =>
  texts.flatMap(({ language, place, text }) =>
    FORBIDDEN.filter((word) => word.language === language && word.pattern.test(text)).map(
      ({ pattern, instead }) => `${place}: “${text}” (${pattern.source}: say ${instead})`,
    ),
  );

describe('The words of the service', () => {
  it('have a glossary that names what is not said in each language', () => {
    for (const language of LANGUAGES)
      expect(
        FORBIDDEN.some((word) => word.language === language),
        language,
      ).to.equal(true);
    const said: readonly (readonly [Language, string])[] = [
      ['fr', 'Cette fiduciaire n’existe pas.'],
      ['nl', 'Een derde kan niet worden samengevoegd.'],
      ['nl', 'De kolom is niet gekend.'],
      ['nl', 'Deze code is al ingenomen.'],
      ['en', 'This line is already lettered in full.'],
      ['de', 'Dieser Dritte passt nicht.'],
      ['de', 'Griechische USt-IdNrn. beginnen mit EL.'],
      ['de', 'Ein Lieferant erhält einen Steuerschlüssel.'],
    ];
    for (const [language, text] of said) expect(complaints([{ language, place: '', text }]), text).to.have.lengthOf(1);
  });

  it('are none of those in messages and labels', () => {
    // The terms of e-invoices are those of the European standard.
    const isOwnWord = ({ place }: Text): boolean => !place.includes('/e-invoicing');
    const texts = [
      ...listLocaleTexts().filter(isOwnWord),
      ...textsInSources('api'),
      ...textsInSources('domain/ledger'),
    ];
    expect(texts.length).to.be.greaterThan(Object.keys(catalogue).length * LANGUAGES.length);
    expect(complaints(texts)).to.deep.equal([]);
  });

  it('are none of those in the summaries of routes', () => {
    const texts = routes.map(({ method, path, summary }) => ({
      language: 'en',
      place: `${method} ${path}`,
      text: summary,
    }));
    expect(complaints(texts)).to.deep.equal([]);
  });

  it('avoid old-fashioned English in messages, route summaries, comments and log lines', () => {
    expect(OLD_FASHIONED).to.have.length.greaterThan(20);
    const english = listLocaleTexts().filter(({ language }) => language === 'en');
    const summaries = routes.map(({ method, path, summary }) => ({ place: `${method} ${path}`, text: summary }));
    const found = [...english, ...summaries, ...listCommentsAndLogLines()].flatMap(({ place, text }) =>
      OLD_FASHIONED.filter((pattern) => pattern.test(text)).map((pattern) => `${place}: “${text}” (${pattern.source})`),
    );
    expect(found).to.deep.equal([]);
  });

  it('call an account heading and a control account by two names', () => {
    for (const language of LANGUAGES) {
      const control = { fr: 'compte collectif', nl: 'centralisatierekening', en: 'control account', de: 'Sammelkonto' };
      const group = { fr: 'regroupement', nl: 'groepsrekening', en: 'group account', de: 'Gruppenkonto' };
      expect(translate('account_is_group', language)).to.contain(group[language]).and.not.contain(control[language]);
      for (const key of ['third_party_without_account', 'account_not_for_third_parties'])
        expect(translate(key, language)).to.contain(control[language]).and.not.contain(group[language]);
    }
  });

  it('call a box as the country does', () => {
    const said = (country: string, language: Language) =>
      translate('vat_box_unknown', language, { country, box: '99' });
    expect(said('BE', 'fr')).to.equal('La grille 99 n’existe pas dans la déclaration de TVA belge.');
    expect(said('FR', 'fr')).to.equal('La case 99 n’existe pas dans la déclaration de TVA française.');
    expect(said('LU', 'fr')).to.equal('La case 99 n’existe pas dans la déclaration de TVA luxembourgeoise.');
    expect(said('BE', 'nl')).to.equal('Rooster 99 komt niet voor in de Belgische btw-aangifte.');
    expect(said('LU', 'nl')).to.equal('Vak 99 komt niet voor in de Luxemburgse btw-aangifte.');
    expect(said('FR', 'en')).to.equal('Box 99 is not part of the French VAT return.');
    expect(said('LU', 'de')).to.equal('Feld 99 kommt in der luxemburgischen MwSt.-Erklärung nicht vor.');
    for (const country of ['FR', 'LU'])
      expect(JSON.stringify(findCountryPack(country)), country).to.not.match(/\bgrilles?\b/i);
  });

  it('call a credit note as the country does', () => {
    for (const key of Object.keys(catalogue)) {
      const said = (country: string) => translate(key, 'fr', { country });
      expect(said('FR'), key).to.not.match(/notes? de crédit/i);
      if (/avoir(s|)\b/.test(said('FR')) && said('FR') !== said('BE'))
        expect(said('BE'), key).to.match(/notes? de crédit/);
    }
    expect(translate('journal_takes_no_documents', 'fr', { country: 'FR' })).to.equal(
      'Ce journal ne reçoit ni factures ni avoirs.',
    );
    expect(JSON.stringify(findCountryPack('FR'))).to.not.match(/notes? de crédit/i);
  });
});
