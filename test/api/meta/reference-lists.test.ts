import { expect } from 'chai';
import { countryPacks } from '../../../domain/country-packs/index.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import type { Client } from '../../support/client.ts';
import { useService } from '../../support/service.ts';

interface LegalFormAnswer {
  readonly code: string;
  readonly country: string;
  readonly label: string;
  readonly abbreviation: string | null;
}

interface CountryAnswer {
  readonly code: string;
  readonly name: string;
  readonly [member: string]: unknown;
}

describe('Reference lists', () => {
  const service = useService();
  let client: Client;
  before(async () => {
    client = (await service.newUser({ locale: 'en' })).client;
  });

  describe('legal forms', () => {
    it('are those of all packs, or of one country', async () => {
      const all = await client.ok<LegalFormAnswer[]>('/v1/reference/legal-forms');
      expect(all.map(({ country, code }) => `${country} ${code}`)).to.deep.equal(
        countryPacks.flatMap((pack) => pack.legalForms.map(({ code }) => `${pack.code} ${code}`)),
      );
      for (const pack of countryPacks) {
        const { body } = await client.get<LegalFormAnswer[]>(`/v1/reference/legal-forms?country=${pack.code}`);
        expect(body.map(({ code }) => code)).to.deep.equal(pack.legalForms.map(({ code }) => code)).and.not.be.empty;
        for (const form of body) {
          expect(form).to.have.all.keys('code', 'country', 'label', 'abbreviation');
          expect(form.country).to.equal(pack.code);
        }
      }
    });

    it('are named in the language asked for', async () => {
      for (const language of LANGUAGES) {
        const { body } = await client.get<LegalFormAnswer[]>(`/v1/reference/legal-forms?country=BE&lang=${language}`);
        const first = countryPacks.find(({ code }) => code === 'BE')!.legalForms[0]!;
        expect(body[0]!.label).to.equal(first.labels[language]);
      }
    });

    it('refuse a country without a pack', async () => {
      for (const country of ['NL', 'be', 'BE,FR']) {
        const { status, body } = await client.get(`/v1/reference/legal-forms?country=${country}`);
        expect(status, country).to.equal(422);
        expect(body.errors, country).to.have.all.keys('country');
      }
    });
  });

  describe('countries', () => {
    it('are told with codes, name, membership of the Union and currency', async () => {
      const body = await client.ok<CountryAnswer[]>('/v1/reference/countries');
      expect(body).to.have.length(249);
      expect(body.find(({ code }) => code === 'BE')).to.deep.equal({
        code: 'BE',
        alpha3: 'BEL',
        numeric: '056',
        name: 'Belgium',
        is_eu: true,
        vat_prefix: 'BE',
        vat_note: null,
        currency: 'EUR',
      });
      expect(body.filter((country) => country.is_eu === true)).to.have.length(27);
    });

    it('say what is particular about a VAT prefix, in the language asked for', async () => {
      const { body } = await client.get<CountryAnswer[]>('/v1/reference/countries?lang=fr');
      const notes = body.filter((country) => country.vat_note !== null);
      expect(notes.map(({ code, name, vat_prefix }) => [code, name, vat_prefix])).to.deep.equal([
        ['GB', 'Royaume-Uni', 'XI'],
        ['GR', 'Grèce', 'EL'],
        ['MC', 'Monaco', 'FR'],
      ]);
      expect(notes[0]!.vat_note).to.contain('Irlande du Nord');
    });
  });

  describe('currencies', () => {
    it('are told with number, name and decimals', async () => {
      const body = await client.ok<{ code: string }[]>('/v1/reference/currencies?lang=nl');
      expect(body.find(({ code }) => code === 'CHF')).to.deep.equal({
        code: 'CHF',
        numeric: '756',
        name: 'Zwitserse frank',
        minor_units: 2,
        kind: 'currency',
      });
      expect(body.find(({ code }) => code === 'XAU')).to.include({ minor_units: null, kind: 'metal' });
    });
  });

  for (const path of ['legal-forms', 'countries', 'currencies', 'nace-codes?level=section', 'error-codes']) {
    const url = `/v1/reference/${path}`;
    const withLanguage = (language: string) => `${url}${url.includes('?') ? '&' : '?'}lang=${language}`;

    it(`${path} may be kept for a while, a copy for each language`, async () => {
      const etags: string[] = [];
      for (const language of LANGUAGES) {
        const { status, headers } = await client.get(withLanguage(language));
        expect(status).to.equal(200);
        expect(headers.get('content-language')).to.equal(language);
        expect(headers.get('cache-control')).to.equal('private, max-age=300');
        expect(headers.get('vary')).to.match(/accept-language/i);
        etags.push(headers.get('etag')!);
        await client.expect(304).get(withLanguage(language), { 'If-None-Match': etags.at(-1)! });
      }
      expect(new Set(etags).size).to.equal(LANGUAGES.length);
    });

    it(`${path} refuses a language that is not spoken`, async () => {
      await client.refused(422, ['lang']).get(withLanguage('it'));
    });
  }
});
