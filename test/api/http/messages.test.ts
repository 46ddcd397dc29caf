import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { IntlMessageFormat } from 'intl-messageformat';
import { STATUSES } from '../../../api/http/reply/errors.ts';
import type { MessageKey } from '../../../api/i18n/catalogue.ts';
import { catalogue, isMessageKey } from '../../../api/i18n/catalogue.ts';
import * as subjects from '../../../api/i18n/subjects.ts';
import { translate } from '../../../api/i18n/translate.ts';
import { LANGUAGES } from '../../../domain/language.ts';

/** Names of the arguments of a message, also those inside plurals. */
function placeholders(message: string, language: string): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const {
      type,
      value: name,
      options,
    } = value as { type?: number; value?: unknown; options?: Record<string, { value: unknown }> };
    if (typeof name === 'string' && type !== 0) found.add(name);
    for (const option of Object.values(options ?? {})) visit(option.value);
  };
  visit(new IntlMessageFormat(message, language).getAst());
  return [...found].sort();
}

/** Codes that the sources refuse with, where they are spelled out. */
function codesInSources(folder: string): string[] {
  const root = fileURLToPath(new URL(`../../../${folder}`, import.meta.url));
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.flatMap((name) => {
    const source = readFileSync(join(root, name), 'utf8');
    const refusals = [...source.matchAll(/\b(?:refuse|refusal)\(\s*'([a-z0-9_]+)'/g)];
    const problems = [...source.matchAll(/\{\s*code: '([a-z0-9_]+)',\s*(?:field|params)\b/g)];
    return [...refusals, ...problems].map(([, code]) => code!);
  });
}

describe('messages', () => {
  const keys = Object.keys(catalogue) as MessageKey[];

  it('have one home each', () => {
    const all = Object.values(subjects).flatMap((subject) => Object.keys(subject));
    expect(
      all.filter((key, index) => all.indexOf(key) !== index),
      'keys that two subjects define',
    ).to.deep.equal([]);
    expect(all).to.have.length(new Set(all).size);
    expect(all).to.have.members(keys);
  });

  it('are in the catalogue, whichever folder they are written in', () => {
    const api = fileURLToPath(new URL('../../../api', import.meta.url));
    const listed = readFileSync(join(api, 'i18n', 'subjects.ts'), 'utf8');
    const files = readdirSync(api, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /(^|[/-])messages\.ts$/.test(name) && name !== 'i18n/messages.ts');
    expect(files).to.include('ledger/messages.ts');
    expect(
      files.filter((name) => !listed.includes(`'../${name}'`)),
      'files of messages that api/i18n/subjects.ts does not list',
    ).to.deep.equal([]);
  });

  for (const key of keys) {
    it(`say ${key} in every language with the same placeholders`, () => {
      const expected = placeholders(catalogue[key].en, 'en');
      for (const language of LANGUAGES) {
        const message: string = catalogue[key][language];
        expect(message.trim(), language).to.equal(message).and.not.equal('');
        expect(message, 'a plain apostrophe quotes in MessageFormat').to.not.contain("'");
        expect(placeholders(message, language), language).to.deep.equal(expected);
        const params = Object.fromEntries(expected.map((name) => [name, 7]));
        expect(translate(key, language, params)).to.not.match(/[{}]/);
      }
      expect(new Set(LANGUAGES.map((language) => catalogue[key][language])).size).to.equal(LANGUAGES.length);
    });
  }

  it('exist for every code with a status', () => {
    for (const code of Object.keys(STATUSES)) expect(isMessageKey(code), code).to.equal(true);
  });

  it('exist for every code that the sources refuse with', () => {
    const codes = [...codesInSources('domain'), ...codesInSources('commands'), ...codesInSources('api')];
    expect(codes).to.include('not_found');
    expect([...new Set(codes)].filter((code) => !isMessageKey(code))).to.deep.equal([]);
  });

  it('fall back to a sentence that names an unknown code', () => {
    expect(translate('brand_new_rule', 'en')).to.equal('The request was refused (brand_new_rule).');
    for (const key of ['constructor', '__proto__', 'toString']) expect(translate(key, 'fr')).to.contain(key);
  });

  it('count like the language does', () => {
    expect(translate('text_too_long', 'fr', { field: 'x', max: 1 })).to.equal(
      'Le champ « x » ne peut dépasser 1 caractère.',
    );
    expect(translate('text_too_long', 'fr', { field: 'x', max: 2 })).to.equal(
      'Le champ « x » ne peut dépasser 2 caractères.',
    );
  });

  it('survive a forgotten parameter', () => {
    expect(translate('entry_unbalanced', 'en', { debit: '1.00' })).to.equal(
      'The entry does not balance: debit 1.00, credit credit.',
    );
    expect(translate('rate_limited', 'en')).to.be.a('string').and.contain('Too many requests');
  });
});
