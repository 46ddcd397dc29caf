import { buildDnsName } from '../../outside/peppol/locator.ts';
import { answerJson, startHttpServer, answerText, type Manner, type TestHttpServer } from './http-server.ts';
import { startNameServer, type TestNameServer } from './name-server.ts';

/** VIES, a public register and the Peppol network on this machine. By default they know every number. */
export interface TestDirectories {
  readonly vies: TestHttpServer;
  readonly register: TestHttpServer;
  /** Publisher (SMP) of participants. */
  readonly publisher: TestHttpServer;
  readonly names: TestNameServer;
  /** Back to how they were at the start. */
  reset(): void;
  /** Settings with which the service finds them. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export const SML_DOMAIN = 'sml.peppol.example';
export const REGISTER_KEY = 'key-of-the-register';

export const VIES_ANSWER = {
  countryCode: 'BE',
  vatNumber: '0477472701',
  requestDate: '2026-03-15T10:00:00.000Z',
  valid: true,
  requestIdentifier: 'WAPIAAAAXk1234',
  name: 'SRL BOULANGERIE ETE',
  address: 'RUE HAUTE 12\n1000 BRUXELLES',
};

export const REGISTER_ANSWER = {
  name: 'Boulangerie Été',
  legal_form_code: '610',
  legal_form: 'Société à responsabilité limitée',
  address: { street: 'Rue Haute', house_number: '12', box: '3', postal_code: '1000', city: 'Bruxelles', country: 'BE' },
  nace_codes: [{ code: '10711', classification: 'MAIN' }, { code: '47242' }],
};

/** By number, or by name where the question has a query. */
const answerAsRegister: Manner = (request, response) =>
  answerJson(
    request.url.includes('?')
      ? { results: [{ country: 'BE', number: '0477472701', ...REGISTER_ANSWER }] }
      : REGISTER_ANSWER,
  )(request, response);

export const INVOICE =
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1';

export const buildServiceGroup = (identifier: string, types: readonly string[] = [INVOICE]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<smp:ServiceGroup xmlns:smp="http://busdox.org/serviceMetadata/publishing/1.0/" xmlns:ids="http://busdox.org/transport/identifiers/1.0/">
  <ids:ParticipantIdentifier scheme="iso6523-actorid-upis">${identifier}</ids:ParticipantIdentifier>
  <smp:ServiceMetadataReferenceCollection>
${types
  .map(
    (type) =>
      `    <smp:ServiceMetadataReference href="https://smp.example/iso6523-actorid-upis%3A%3A${encodeURIComponent(identifier)}/services/${encodeURIComponent(`busdox-docid-qns::${type}`)}"/>`,
  )
  .join('\n')}
  </smp:ServiceMetadataReferenceCollection>
</smp:ServiceGroup>`;

/** Publishes every participant that is requested. */
const answerAsPublisher: Manner = (request, response) => {
  const identifier = decodeURIComponent(request.url.split('/').at(-1)!).replace('iso6523-actorid-upis::', '');
  answerText(buildServiceGroup(identifier), 200, { 'Content-Type': 'application/xml' })(request, response);
};

export async function startDirectories(): Promise<TestDirectories> {
  const [vies, register, publisher] = [await startHttpServer(), await startHttpServer(), await startHttpServer()];
  const names = await startNameServer();
  const reset = (): void => {
    vies.behave(answerJson(VIES_ANSWER));
    register.behave(answerAsRegister);
    publisher.behave(answerAsPublisher);
    names.behave([{ regexp: `!.*!${publisher.url}/smp!` }]);
  };
  reset();
  return {
    vies,
    register,
    publisher,
    names,
    reset,
    environment: {
      VIES_URL: `${vies.url}/rest-api`,
      REGISTER_URL: `${register.url}/enterprises/`,
      REGISTER_KEY,
      PEPPOL_PROVIDER: 'loopback',
      PA_PROVIDER: 'loopback',
      PEPPOL_SML_DOMAIN: SML_DOMAIN,
      PEPPOL_DNS_SERVER: names.address,
      PEPPOL_ALLOWED_HOSTS: publisher.host,
    },
    async close() {
      await Promise.all([vies.close(), register.close(), publisher.close(), names.close()]);
    },
  };
}

/** Started before the service of a block, which `environment` is for, and closed behind it. */
export function useDirectories(): TestDirectories {
  const holder = { environment: {} } as { environment: Record<string, string> } & TestDirectories;
  before('start VIES, the register and the Peppol network', async () => {
    const { environment, ...started } = await startDirectories();
    Object.assign(holder, started);
    Object.assign(holder.environment, environment);
  });
  after('close VIES, the register and the Peppol network', () => holder.close());
  return holder;
}

/** The name under which the network knows an identifier. */
export const getDnsName = (identifier: string): string => buildDnsName(identifier, SML_DOMAIN);
