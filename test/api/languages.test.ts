import { expect } from 'chai';
import { routes } from '../../api/routes.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { useService, type TestCompany, type TestFirm } from '../support/service.ts';

describe('The language of an answer', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;

  before(async () => {
    firm = await service.newFirm({ locale: 'nl', userLocale: null });
    file = await service.newCompany(firm.client);
  });

  const UNAUTHENTICATED = {
    fr: /^Vous n’êtes pas identifié/,
    nl: /^U bent niet aangemeld/,
    en: /^You are not signed in/,
    de: /^Sie sind nicht angemeldet/,
  };

  it('is the one that `lang` asks for, on every route', async () => {
    for (const { method, path, ability } of routes) {
      const place = path.replace(/\{\w+\}/g, '1');
      for (const lang of LANGUAGES) {
        const other = lang === 'fr' ? 'de' : 'fr';
        const { status, body, headers } = await service.anonymous.request(
          method.toUpperCase(),
          `${place}?lang=${lang}`,
          { headers: { 'Accept-Language': other } },
        );
        expect(headers.get('content-language'), `${method} ${path} (${status})`).to.equal(lang);
        expect(headers.get('vary')).to.include('Accept-Language');
        if (status === 401) expect(body.message).to.match(UNAUTHENTICATED[lang]);
        else expect(status === 401, `${method} ${path}`).to.equal(!['public', 'signed', 'bridge'].includes(ability));
      }
    }
  });

  const unknown = '/v1/companies/AAAAAAAAAAAA';
  const MISSING = { fr: 'Introuvable.', nl: 'Niet gevonden.', en: 'Not found.', de: 'Nicht gefunden.' };
  const expectLanguage = async (
    client: TestFirm['client'],
    query: string,
    header: string | null,
    expected: keyof typeof MISSING,
  ) => {
    const headers: Record<string, string> = header === null ? { 'Accept-Language': '' } : { 'Accept-Language': header };
    const { body, headers: answered } = await client.get(`${unknown}${query}`, headers);
    expect(body.message).to.equal(MISSING[expected]);
    expect(answered.get('content-language')).to.equal(expected);
  };

  it('is else that of the header, else that of the firm', async () => {
    await expectLanguage(firm.client, '?lang=de', 'en', 'de');
    await expectLanguage(firm.client, '', 'en', 'en');
    await expectLanguage(firm.client, '', 'es, en-GB;q=0.5, de;q=0.4', 'en');
    await expectLanguage(firm.client, '', 'es', 'nl');
    await expectLanguage(firm.client, '', null, 'nl');
    await expectLanguage((await service.newUser({ locale: null })).client, '', null, 'fr');
  });

  it('does not become another by a `lang` that is none of ours', async () => {
    for (const lang of ['es', 'FR', '', 'fr,nl', '%00', 'x'.repeat(5_000)])
      await expectLanguage(firm.client, `?lang=${lang}`, 'en', 'en');
    await expectLanguage(firm.client, '?lang=de&lang=en', 'nl', 'en');
  });

  it('is first of all the one that the user has chosen', async () => {
    const { client } = await service.newMember(firm, 'reviewer', { locale: 'de' });
    await expectLanguage(client, '?lang=fr', 'en', 'de');
    await client.expect(200).patch('/v1/auth/me', { locale: 'en' });
    await expectLanguage(client, '?lang=fr', 'nl', 'en');
    await client.expect(200).patch('/v1/auth/me', { locale: null });
    await expectLanguage(client, '?lang=fr', 'nl', 'fr');
  });

  it('is that of errors by field too', async () => {
    const messages = await Promise.all(
      LANGUAGES.map(async (lang) => {
        const body = await firm.client.refused(422).post(`${file.path}/entries?lang=${lang}`, {});
        return body.errors.journal_id![0];
      }),
    );
    expect(new Set(messages).size).to.equal(4);
  });
});
