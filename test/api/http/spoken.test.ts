import { expect } from 'chai';
import { z } from 'zod';
import { buildOpenApiDocument } from '../../../api/documentation/openapi.ts';
import { buildErrorBody, buildProblemDetails } from '../../../api/http/reply/errors.ts';
import { FIELD_NAMES, MEMBER_NAMES } from '../../../api/i18n/field-names.ts';
import { formatFieldPath } from '../../../api/i18n/field-label.ts';
import { translate } from '../../../api/i18n/translate.ts';
import { routes } from '../../../api/routes.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { refuseInvalid, refuse } from '../../../domain/refusal.ts';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

function fieldsOf(schema: Schema | undefined): string[] {
  if (typeof schema !== 'object') return [];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [name, ...fieldsOf(member)]);
  const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [...own, ...parts.flatMap(fieldsOf), ...Object.values(schema.$defs ?? {}).flatMap(fieldsOf)];
}

const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

describe('Fields, amounts and dates in messages', () => {
  it('have a name in every language for every field of a request', () => {
    const nameless = routes.flatMap(({ method, path, body, query }) =>
      [body, query]
        .flatMap((schema) => (schema ? fieldsOf(schemaOf(schema)) : []))
        .filter((name) => !FIELD_NAMES.has(name))
        .map((name) => `${method} ${path}: ${name}`),
    );
    expect(nameless, 'give them a line in api/i18n/field-names.ts').to.deep.equal([]);
    for (const [name, labels] of [...FIELD_NAMES, ...MEMBER_NAMES])
      for (const language of LANGUAGES)
        expect(labels[language], `${name} in ${language}`).to.be.a('string').and.not.equal('');
  });

  it('are said as a person would, counted from one', () => {
    expect(formatFieldPath('lines.0.amount', 'fr')).to.equal('ligne 1, montant');
    expect(formatFieldPath('lines.0.amount', 'nl')).to.equal('lijn 1, bedrag');
    expect(formatFieldPath('lines.0.amount', 'en')).to.equal('line 1, amount');
    expect(formatFieldPath('lines.0.amount', 'de')).to.equal('Zeile 1, Betrag');
    // A key is shown as it was sent, not counted.
    expect(formatFieldPath('manual.61.amount', 'en')).to.equal('amounts added by hand 61, amount');
    const labels = { period: { fr: '1er trimestre 2026', nl: '', en: 'Quarter 1 of 2026', de: '' } };
    expect(buildErrorBody(refuse('earlier_period_open', { labels }), 'en').message).to.include('Quarter 1 of 2026');
    expect(formatFieldPath('entries.3.lines.11.third_party_id', 'fr')).to.equal('écriture 4, ligne 12, tiers');
    expect(formatFieldPath('fiscal_year.starts_on', 'de')).to.equal('Geschäftsjahr, Anfangsdatum');
    expect(formatFieldPath('2.name', 'en')).to.equal('element 3, name');
    expect(formatFieldPath('brand_new', 'fr')).to.equal('brand_new');
    expect(formatFieldPath('X-Base-Version', 'nl')).to.equal('X-Base-Version');
  });

  it('keep the language of the sentence: labels inside are in the same one', () => {
    const labels = { period: { fr: '1er trimestre 2026', nl: '1e kwartaal 2026', en: 'Quarter 1', de: '1. Quartal' } };
    for (const code of ['earlier_period_open', 'later_period_validated', 'later_declaration_validated'])
      for (const language of LANGUAGES) {
        const { message } = buildErrorBody(refuse(code, { labels }), language);
        for (const other of LANGUAGES)
          expect(message.includes(labels.period[other]), `${code} ${language} ${other}`).to.equal(other === language);
      }
    // A box is named by its number on the form, in every language.
    for (const language of LANGUAGES) expect(formatFieldPath('manual.54', language)).to.match(/ 54$/);
  });

  it('say amounts and dates of a sentence in its language', () => {
    const params = { total: '1234.50', amount: '12.00' };
    expect(LANGUAGES.map((language) => translate('budget_periods_sum', language, params))).to.satisfy(
      (texts: string[]) => texts.every((text) => /1(\u00a0|[.,])234[.,]50/.test(text) && !text.includes('1234.50')),
    );
    const document = { number: 'F-1', date: '2026-05-05' };
    for (const language of LANGUAGES)
      expect(translate('document_already_exists', language, document)).to.not.contain('2026-05-05');
  });

  it('tell places in a file as the file counts them', () => {
    expect(formatFieldPath('lines.2.iban', 'fr', true)).to.equal('ligne 2, IBAN');
    expect(formatFieldPath('lines.2.iban', 'nl', true)).to.equal('regel 2, IBAN');
    expect(formatFieldPath('columns.3', 'en', true)).to.equal('column 3');
    expect(formatFieldPath('columns.number', 'en', true)).to.equal('number');
    expect(formatFieldPath('files.0', 'fr', true)).to.equal('fichier 1');
  });

  it('write amounts as the language does', () => {
    const params = { debit: '1234567.50', credit: '-1234.56' };
    const said = LANGUAGES.map((language) => translate('entry_unbalanced', language, params).replace(/^.*: /, ''));
    expect(said).to.deep.equal([
      'débit 1\u00a0234\u00a0567,50, crédit -1\u00a0234,56.',
      'debet 1.234.567,50, credit -1.234,56.',
      'debit 1,234,567.50, credit -1,234.56.',
      'Soll 1.234.567,50, Haben -1.234,56.',
    ]);
    expect(translate('customers_in_credit', 'nl', { count: 2, amount: '1000.00' })).to.equal(
      '2 klanten hebben een creditsaldo: 1.000,00.',
    );
  });

  it('write dates as the language does', () => {
    const said = (date: string) => LANGUAGES.map((language) => translate('fiscal_year_not_over', language, { date }));
    expect(said('2026-05-05')).to.deep.equal([
      'L’exercice court jusqu’au 5 mai 2026.',
      'Het boekjaar loopt tot en met 5 mei 2026.',
      'The fiscal year runs until 5 May 2026.',
      'Das Geschäftsjahr läuft bis zum 5. Mai 2026.',
    ]);
    expect(said('2027-03-01')[0]).to.equal('L’exercice court jusqu’au 1er mars 2027.');
  });
});

describe('Words of the OpenAPI document that have several meanings', () => {
  interface Described extends Schema {
    readonly description?: string;
    readonly enum?: readonly unknown[];
    readonly $ref?: string;
  }
  /** Every object schema that has this property. */
  function listOwners(name: string): Readonly<Record<string, Described>>[] {
    const found: Readonly<Record<string, Described>>[] = [];
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { properties } = value as { readonly properties?: Readonly<Record<string, Described>> };
      if (properties?.[name] !== undefined && typeof properties[name] === 'object') found.push(properties);
      for (const member of Object.values(value)) visit(member);
    };
    const { components, paths } = buildOpenApiDocument(routes, 'https://books.example') as Record<string, object>;
    visit([(components as { schemas: object }).schemas, paths]);
    return found;
  }
  const isAddress = (owner: object): boolean => 'street' in owner || 'postal_code' in owner;

  it('describe `box` as part of an address, of a page or of a return, by the fields beside it', () => {
    const owners = listOwners('box');
    expect([owners.some(isAddress), owners.some((owner) => !isAddress(owner))]).to.deep.equal([true, true]);
    for (const owner of owners)
      expect(owner['box']!.description, Object.keys(owner).join(', ')).to.contain(
        isAddress(owner) ? 'at the address' : 'confidence' in owner ? 'of the page' : 'of the VAT return',
      );
  });

  it('describe `level` as a reminder, a group of accounts, a line of a report or a classification', () => {
    const owners = listOwners('level');
    expect(owners).to.have.length.above(4);
    for (const { level } of owners) {
      const isClass = level!.enum?.includes('section') === true;
      expect(level!.description).to.be.a('string');
      expect(level!.description!.includes('classification'), level!.description).to.equal(isClass);
    }
  });
});

describe('Errors that a machine can read', () => {
  const refused = refuseInvalid([
    { code: 'required', field: 'lines.0.amount' },
    { code: 'account_unknown', field: 'lines.0.account' },
    { code: 'account_inactive', field: 'lines.0.account' },
  ]);

  it('have a code beside each text, under the same field and in the same order', () => {
    const body = buildErrorBody(refused, 'fr');
    expect(body.error_codes).to.deep.equal({
      'lines.0.amount': ['required'],
      'lines.0.account': ['account_unknown', 'account_inactive'],
    });
    expect(body.errors!['lines.0.amount']).to.deep.equal(['Le champ « ligne 1, montant » est obligatoire.']);
    for (const [field, texts] of Object.entries(body.errors!))
      expect(body.error_codes![field]).to.have.lengthOf(texts.length);
  });

  it('have them as problem details too', () => {
    expect(buildProblemDetails(refused, 'de', '/docs', '/v1')).to.deep.include({
      error_codes: buildErrorBody(refused, 'de').error_codes,
    });
  });

  it('have none where no field is wrong', () => {
    expect(buildErrorBody(refuse('not_found'), 'en')).to.deep.equal({ message: 'Not found.', code: 'not_found' });
  });
});
