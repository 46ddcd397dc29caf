import { expect } from 'chai';
import { countryPacks } from '../../../domain/country-packs/index.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import type { Client } from '../../support/client.ts';
import { useService } from '../../support/service.ts';

interface PackAnswer {
  readonly code: string;
  readonly name: string;
  readonly currency: string;
  readonly number_formats: Readonly<Record<'enterprise_number' | 'vat_number', { example: string; stored: string }>>;
  readonly vat_regimes: readonly { code: string; label: string }[];
  readonly vat_rates: readonly string[];
  readonly vat_codes: readonly { code: string; label: string; rate: string; boxes: Record<string, unknown> }[];
  readonly boxes: readonly { box: string; label: string }[];
  readonly journals: readonly { code: string; label: string; type: string }[];
  readonly declarations: readonly { kind: string; label: string; regimes: readonly string[] }[];
  readonly legal_forms: readonly { code: string; country: string }[];
  readonly charts: readonly { variant: string; accounts_count: number; postable_accounts_count: number }[];
  readonly annual_accounts: readonly { code: string; label: string }[];
}

describe('Country packs', () => {
  const service = useService();
  let client: Client;
  before(async () => {
    client = (await service.newUser({ locale: 'en' })).client;
  });

  it('are listed with their currency and VAT regimes', async () => {
    const body = await client.ok<{ code: string; currency: string; vat_regimes: string[] }[]>('/v1/country-packs');
    expect(body.map(({ code }) => code)).to.have.members(['BE', 'FR', 'LU']);
    for (const pack of body) {
      expect(pack).to.have.all.keys('code', 'currency', 'vat_regimes');
      const known = countryPacks.find(({ code }) => code === pack.code)!;
      expect(pack.currency).to.equal('EUR');
      expect(pack.vat_regimes).to.deep.equal(known.vatRegimes.map(({ code }) => code)).and.not.be.empty;
    }
  });

  for (const pack of countryPacks) {
    it(`tell ${pack.code} in full, in every language`, async () => {
      const regimes: string[] = [];
      for (const language of LANGUAGES) {
        const { status, body, headers } = await client.get<PackAnswer>(
          `/v1/country-packs/${pack.code}?lang=${language}`,
        );
        expect(status).to.equal(200);
        expect(headers.get('content-language')).to.equal(language);
        expect(body).to.include({ code: pack.code, currency: pack.currency });
        for (const [key, format] of Object.entries(body.number_formats)) {
          expect(format.example, key).to.be.a('string').and.not.equal('');
          expect(format.stored, key).to.match(/^[A-Z0-9]+$/);
        }
        expect(body.vat_regimes.map(({ code }) => code)).to.deep.equal(pack.vatRegimes.map(({ code }) => code));
        expect(body.vat_regimes[0]!.label).to.equal(pack.vatRegimes[0]!.labels[language]);
        expect(body.vat_codes).to.have.length(pack.vatCodes.length);
        expect(body.vat_codes[0]!.label).to.equal(pack.vatCodes[0]!.labels[language]);
        expect(body.vat_rates.map(Number)).to.deep.equal([...body.vat_rates.map(Number)].sort((a, b) => b - a));
        expect(new Set(body.vat_rates)).to.deep.equal(new Set(body.vat_codes.map(({ rate }) => rate)));
        expect(body.boxes.map(({ box }) => box)).to.deep.equal(pack.boxes.map(({ box }) => box));
        expect(body.journals.map(({ code }) => code)).to.deep.equal(pack.journals.map(({ code }) => code));
        expect(body.declarations.map(({ kind }) => kind)).to.deep.equal(pack.declarations.map(({ kind }) => kind));
        expect(body.legal_forms.map(({ code }) => code)).to.deep.equal(pack.legalForms.map(({ code }) => code));
        expect(body.charts.map(({ variant }) => variant)).to.deep.equal(pack.charts.map(({ variant }) => variant));
        for (const chart of body.charts) {
          expect(chart.postable_accounts_count).to.be.above(100).and.below(chart.accounts_count);
        }
        expect(body.annual_accounts).to.have.length(pack.annualAccounts.length);
        regimes.push(body.vat_regimes.map(({ label }) => label).join());
      }
      expect(new Set(regimes).size).to.equal(LANGUAGES.length);
    });
  }

  it('speak the language of the caller unless told otherwise', async () => {
    const dutch = (await service.newUser({ locale: 'nl' })).client;
    expect((await dutch.get('/v1/country-packs/BE')).body.name).to.equal('België');
    expect((await dutch.get('/v1/country-packs/BE?lang=de')).body.name).to.equal('Belgien');
    const free = (await service.newUser({ locale: null })).client;
    const { body } = await free.get('/v1/country-packs/BE', { 'Accept-Language': 'fr' });
    expect(body.name).to.equal('Belgique');
  });

  it('are found whatever the capitals', async () => {
    await client.expect(200).get('/v1/country-packs/lu');
  });

  it('are not found where there is none', async () => {
    for (const code of ['NL', 'BEL', 'constructor', '__proto__', '%20']) {
      expect((await client.get(`/v1/country-packs/${code}`)).status, code).to.equal(404);
    }
  });

  it('refuse a language that is not spoken', async () => {
    await client.refused(422, ['lang']).get('/v1/country-packs/BE?lang=it');
  });

  it('need not be sent again while they stay the same', async () => {
    const first = await client.get('/v1/country-packs/BE');
    const etag = first.headers.get('etag')!;
    expect(first.headers.get('cache-control')).to.equal('private, max-age=300');
    expect(first.headers.get('vary')).to.match(/accept-language/i);
    const second = await client.get('/v1/country-packs/BE', { 'If-None-Match': etag });
    expect([second.status, second.text]).to.deep.equal([304, '']);
    expect(second.headers.get('etag')).to.equal(etag);
    await client.ok('/v1/country-packs/BE?lang=fr', { 'If-None-Match': etag });
  });
});
