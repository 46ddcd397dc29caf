import { expect } from 'chai';
import { answerJson, type Manner } from '../../support/http-server.ts';
import { INVOICE, REGISTER_ANSWER, useDirectories } from '../../support/directories.ts';
import { useService, type TestFirm } from '../../support/service.ts';
import { expectStatus, type Answer, type AnswerBody } from '../../support/client.ts';

describe('Look-ups in public registers', () => {
  const directories = useDirectories();
  const service = useService({ environment: directories.environment });
  let firm: TestFirm;
  before(async () => {
    firm = await service.newFirm();
  });
  afterEach(() => directories.reset());

  const looked = (path: string) => firm.client.get(`/v1/lookup/${path}`);
  const ENTERPRISE = {
    country: 'BE',
    enterprise_number: '0477472701',
    name: 'Boulangerie Été',
    vat_number: null,
    legal_form_code: '610',
    legal_form: 'Société à responsabilité limitée',
    street: 'Rue Haute',
    house_number: '12',
    box: '3',
    postal_code: '1000',
    city: 'Bruxelles',
    latitude: null,
    longitude: null,
    nace_codes: [
      { code: '10711', classification: 'MAIN' },
      { code: '47242', classification: 'SECO' },
    ],
  };
  const failed = ({ status, body, text }: Answer<AnswerBody>) => {
    expect(status, text).to.be.oneOf([404, 422, 503]);
    return [status, body.code, ...Object.keys(body.errors ?? {})];
  };

  it('find an enterprise by its number, however it is written', async () => {
    for (const written of ['0477.472.701', 'BE0477472701', '0477472701?country=BE']) {
      const body = await expectStatus(looked(`companies/${written}`), 200);
      const { peppol_identifiers, ...sheet } = body;
      expect(sheet).to.deep.equal(ENTERPRISE);
      expect(peppol_identifiers).to.include('0208:0477472701');
    }
    expect(directories.register.requests.at(-1)!.url).to.equal('/enterprises/BE/0477472701');
    const french = await looked('companies/FR44732829320');
    expect(french.body).to.include({ country: 'FR', enterprise_number: '732829320' });
    const fromLuxembourg = await looked('companies/B123456');
    expect(fromLuxembourg.body).to.include({ country: 'LU', enterprise_number: 'B123456' });
  });

  it('search by name, in one country or in all', async () => {
    const body = await expectStatus(looked('companies?q=boulangerie&country=BE'), 200);
    expect(body.data).to.deep.equal([{ ...ENTERPRISE, peppol_identifiers: ['0208:0477472701', '9925:be0477472701'] }]);
    expect(directories.register.requests.at(-1)!.url).to.equal('/enterprises?q=boulangerie&country=BE');
    await looked('companies?q=%C3%A9t%C3%A9');
    expect(directories.register.requests.at(-1)!.url).to.equal('/enterprises?q=%C3%A9t%C3%A9');
    const many = Array.from({ length: 50 }, () => ({ country: 'BE', number: '0477472701', ...REGISTER_ANSWER }));
    directories.register.behave(answerJson({ results: many }));
    expect((await looked('companies?q=boulangerie')).body.data).to.have.length(20);
  });

  it('ask VIES once a day for the same question', async () => {
    const asked = () => directories.vies.requests.length;
    const first = await expectStatus(looked('vat/BE%200477.472.701?requester=BE0403170701'), 200);
    const { checked_at, ...answer } = first;
    expect(checked_at).to.be.a('string');
    expect(answer).to.deep.equal({
      vat_number: 'BE0477472701',
      country: 'BE',
      is_valid: true,
      name: 'SRL BOULANGERIE ETE',
      address: 'RUE HAUTE 12\n1000 BRUXELLES',
      consultation_number: 'WAPIAAAAXk1234',
    });
    const before = asked();
    const again = await looked('vat/BE0477472701?requester=BE0403170701');
    expect([asked(), again.body]).to.deep.equal([before, first]);
    await looked('vat/BE0477472701');
    expect(asked()).to.equal(before + 1);
    await service.core.pool.query(`UPDATE ops.vat_lookups SET asked_at = asked_at - interval '25 hours'`);
    await looked('vat/BE0477472701');
    expect(asked()).to.equal(before + 2);
  });

  it('tell whether the Peppol network knows a participant', async () => {
    const body = await expectStatus(looked('peppol/0208:0477472701'), 200);
    expect(body).to.deep.include({ participant_id: '0208:0477472701', is_registered: true });
    expect(body.document_types).to.deep.equal([{ scheme: 'busdox-docid-qns', id: INVOICE, document: 'Invoice' }]);
    directories.names.behave('no such name');
    expect((await looked('peppol/0208:0403170701')).body).to.deep.equal({
      participant_id: '0208:0403170701',
      is_registered: false,
      document_types: [],
    });
  });

  it('refuse what is no number, and say what is missing', async () => {
    expect(failed(await looked('companies/123'))).to.deep.equal([422, 'validation_failed', 'number']);
    expect(failed(await looked('companies/0477472701?country=FR'))).to.deep.equal([422, 'validation_failed', 'number']);
    expect(failed(await looked('companies?q=a'))).to.deep.equal([422, 'validation_failed', 'q']);
    expect(failed(await looked('companies?q=bakery&country=US'))).to.deep.equal([422, 'validation_failed', 'country']);
    expect(failed(await looked('vat/0477472702'))).to.deep.equal([422, 'validation_failed', 'number']);
    expect(failed(await looked('vat/BE0477472701?requester=1'))).to.deep.equal([422, 'validation_failed', 'requester']);
    expect(failed(await looked('vat/GB980780684'))).to.deep.equal([422, 'vat_number_not_in_vies', 'number']);
    expect(failed(await looked('peppol/nobody'))).to.deep.equal([422, 'validation_failed', 'participant']);
  });

  it('say so when nobody is there, when nobody can tell, and when nothing can be understood', async () => {
    const broken: Manner = answerJson({ results: 'none' });
    directories.register.behave(answerJson({}, 404));
    expect(failed(await looked('companies/0477472701'))).to.deep.equal([404, 'not_found']);
    directories.register.behave(broken);
    expect(failed(await looked('companies/0477472701'))).to.deep.equal([503, 'register_unavailable']);
    expect(failed(await looked('companies?q=boulangerie'))).to.deep.equal([503, 'register_unavailable']);
    directories.vies.behave(answerJson({ errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }));
    expect(failed(await looked('vat/BE0403170701'))).to.deep.equal([503, 'vies_unavailable']);
    directories.vies.behave(answerJson({ valid: false }));
    // What nobody could tell was not kept.
    expect((await looked('vat/BE0403170701')).body).to.include({ is_valid: false, name: null });
  });

  it('are counted by user and day', async () => {
    await service.core.pool.query(`UPDATE ops.lookup_counts SET asked = 500`);
    const { status, body, headers } = await looked('companies/0477472701');
    expect([status, body.code]).to.deep.equal([429, 'lookup_quota_reached']);
    expect(Number(headers.get('retry-after'))).to.be.within(1, 86_400);
    // What is known already costs nothing.
    await expectStatus(looked('vat/BE0403170701'), 200);
    const other = await service.newMember(firm, 'encoder');
    await other.client.ok('/v1/lookup/companies/0477472701');
    await service.core.pool.query(`UPDATE ops.lookup_counts SET day = day - 1`);
    await expectStatus(looked('companies/0477472701'), 200);
  });
});

describe('Look-ups without registers', () => {
  const service = useService();

  it('say that none is named', async () => {
    const { client } = await service.newFirm();
    for (const [path, code] of [
      ['companies?q=boulangerie', 'register_not_configured'],
      ['companies/0477472701', 'register_not_configured'],
      ['vat/BE0477472701', 'vies_not_configured'],
      ['peppol/0208:0477472701', 'peppol_not_configured'],
    ] as const) {
      await client.refused(503, { code: code }).get(`/v1/lookup/${path}`);
    }
  });
});
