import { expect } from 'chai';
import { FEATURES, PLANS } from '../../../domain/licence/plans.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { useService } from '../../support/service.ts';

interface PriceList {
  readonly currency: string;
  readonly vat_included: boolean;
  readonly plans: readonly {
    readonly code: string;
    readonly label: string;
    readonly description: string;
    readonly users: number | null;
    readonly companies: number | null;
    readonly price: { readonly monthly: string; readonly yearly: string };
    readonly features: readonly { readonly code: string; readonly label: string }[];
  }[];
}

describe('GET /v1/pricing', () => {
  const service = useService();
  const priceList = (headers?: Record<string, string>, query = '') =>
    service.anonymous.get<PriceList>(`/v1/pricing${query}`, headers);

  for (const language of LANGUAGES) {
    it(`shows every plan in ${language}, without a token`, async () => {
      const { status, headers, body } = await priceList({ 'Accept-Language': language });
      expect(status).to.equal(200);
      expect(headers.get('content-language')).to.equal(language);
      expect(body).to.deep.equal({
        currency: 'EUR',
        vat_included: false,
        plans: PLANS.map(({ code, label, description, users, companies, storage, price, features }) => ({
          code,
          label: label[language],
          description: description[language],
          users,
          companies,
          storage_gigabytes: storage,
          price,
          features: features.map((feature) => ({ code: feature, label: FEATURES[feature][language] })),
        })),
      });
    });
  }

  it('takes the language from the query first, and French when none is asked for', async () => {
    expect((await priceList({ 'Accept-Language': 'nl' }, '?lang=de')).body.plans[0]!.label).to.equal('Kostenlos');
    expect((await priceList({ 'Accept-Language': 'nl' }, '?lang=xx')).body.plans[0]!.label).to.equal('Gratis');
    expect((await priceList({ 'Accept-Language': 'es' })).body.plans[0]!.label).to.equal('Gratuit');
  });

  it('may be kept by anyone, for each language by itself, and need not be sent again', async () => {
    const french = await priceList({ 'Accept-Language': 'fr' });
    expect(french.headers.get('cache-control')).to.equal('public, max-age=3600');
    expect(french.headers.get('vary')).to.contain('Accept-Language');
    const tag = french.headers.get('etag')!;
    const again = await priceList({ 'Accept-Language': 'fr', 'If-None-Match': tag });
    expect([again.status, again.text]).to.deep.equal([304, '']);
    const dutch = await priceList({ 'Accept-Language': 'nl', 'If-None-Match': tag });
    expect(dutch.status).to.equal(200);
    expect(dutch.headers.get('etag')).to.not.equal(tag);
  });
});
