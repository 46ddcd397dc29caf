import { randomUUID } from 'node:crypto';
import { answerJson, startHttpServer, type Manner, type ReceivedRequest, type TestHttpServer } from './http-server.ts';

/** An access point that follows the interface of Recommand, on this machine: companies, what they sent, and their inboxes. */
export interface TestAccessPoint {
  readonly server: TestHttpServer;
  readonly companies: Map<string, StoredCompany>;
  readonly sent: StoredDocument[];
  readonly waiting: StoredDocument[];
  /** Answers every request; null: as the interface says. */
  behave(manner: Manner | null): void;
  /** Puts a document into the inbox of a company, and gives its id. */
  arrive(companyId: string, xml: string, fields?: Partial<StoredDocument>): string;
  /** Settings with which the service finds it. */
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export interface StoredCompany {
  readonly id: string;
  enterpriseNumber: string | null;
  vatNumber: string | null;
  isSmpRecipient: boolean;
  isVerified: boolean;
  readonly identifiers: { readonly scheme: string; readonly identifier: string }[];
}

export interface StoredDocument {
  readonly id: string;
  readonly companyId: string;
  readonly senderId: string;
  readonly receiverId: string;
  readonly envelopeId: string | null;
  readonly xml: string | null;
  readonly parsed: { readonly invoiceNumber: string } | null;
  deliveryStatus: string | null;
  readonly deliveries?: readonly { readonly failure: { readonly message: string } }[];
}

export const ACCESS_POINT_KEY = 'key_of_the_tests';
export const ACCESS_POINT_SECRET = 'secret_of_the_tests';
export const WEBHOOK_SECRET = 'secret-of-the-webhook';

const AUTHORIZATION = `Basic ${Buffer.from(`${ACCESS_POINT_KEY}:${ACCESS_POINT_SECRET}`).toString('base64')}`;

export async function startAccessPoint({ isVerified = true } = {}): Promise<TestAccessPoint> {
  const companies = new Map<string, StoredCompany>();
  const sent: StoredDocument[] = [];
  const waiting: StoredDocument[] = [];
  let manner: Manner | null = null;

  const chooseAnswer = ({ method, url, body, headers }: ReceivedRequest): Manner => {
    const [path = '', query = ''] = url.replace(/^\/api\/v1/, '').split('?');
    const [first, second, third] = path.split('/').slice(1).map(decodeURIComponent);
    const asked = new URLSearchParams(query);
    const given = (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>;
    const buildSuccess = (fields: object = {}): Manner => answerJson({ success: true, ...fields });
    const buildFailure = (message: string, status = 400): Manner =>
      answerJson({ success: false, errors: { root: [message] } }, status);
    if (headers.authorization !== AUTHORIZATION) return buildFailure('Unauthorized', 401);
    if (first === 'companies' && second === undefined) {
      if (method === 'GET') return buildSuccess({ companies: [...companies.values()] });
      const company: StoredCompany = {
        id: `c_${randomUUID()}`,
        enterpriseNumber: (given['enterpriseNumber'] as string | null) ?? null,
        vatNumber: (given['vatNumber'] as string | null) ?? null,
        isSmpRecipient: given['isSmpRecipient'] === true,
        isVerified,
        identifiers:
          given['country'] === 'BE' ? [{ scheme: '0208', identifier: String(given['enterpriseNumber']) }] : [],
      };
      companies.set(company.id, company);
      return buildSuccess({ company, verificationUrl: 'https://verify.example/1' });
    }
    if (first === 'companies') {
      const company = companies.get(second!);
      if (!company) return buildFailure('Company not found', 404);
      if (third === 'identifiers' && method === 'GET') return buildSuccess({ identifiers: company.identifiers });
      if (third === 'identifiers') {
        company.identifiers.push(given as never);
        return buildSuccess({ identifier: given });
      }
      if (method === 'DELETE') companies.delete(company.id);
      if (method === 'PUT') Object.assign(company, given);
      return method === 'DELETE' ? buildSuccess() : buildSuccess({ company });
    }
    if (second === 'send') {
      const number = /<cbc:ID>([^<]+)<\/cbc:ID>/.exec(given['document'] as string)?.[1] ?? '';
      const document: StoredDocument = {
        id: `doc_${randomUUID()}`,
        companyId: first!,
        senderId: '',
        receiverId: given['recipient'] as string,
        envelopeId: `env_${randomUUID()}`,
        xml: given['document'] as string,
        deliveryStatus: 'pending',
        parsed: { invoiceNumber: number },
      };
      sent.push(document);
      return buildSuccess({ ...document, sentOverPeppol: true, sentOverEmail: false });
    }
    const without = ({ xml: _xml, ...document }: StoredDocument) => document;
    if (first === 'inbox')
      return buildSuccess({
        documents: waiting.filter(({ companyId }) => companyId === asked.get('companyId')).map(without),
      });
    if (first === 'documents' && second === undefined)
      return buildSuccess({
        documents: sent.filter(({ companyId }) => companyId === asked.get('companyId')).map(without),
      });
    const document = [...sent, ...waiting].find(({ id }) => id === second);
    if (!document) return buildFailure('Document not found', 404);
    if (third !== 'mark-as-read') return buildSuccess({ document });
    waiting.splice(waiting.indexOf(document), 1);
    return buildSuccess();
  };

  const server = await startHttpServer((request, response) =>
    (request.url.startsWith('/api/v1/') ? (manner ?? chooseAnswer(request)) : answerJson({}, 404))(request, response),
  );
  return {
    server,
    companies,
    sent,
    waiting,
    behave: (requested) => void (manner = requested),
    arrive(companyId, xml, fields = {}) {
      const id = `doc_${randomUUID()}`;
      const base = {
        id,
        companyId,
        senderId: '0208:0403019261',
        receiverId: '',
        envelopeId: `env_${id}`,
        parsed: null,
      };
      waiting.push({ ...base, xml, deliveryStatus: null, ...fields });
      return fields.id ?? id;
    },
    environment: {
      PEPPOL_PROVIDER: 'recommand',
      PEPPOL_URL: `${server.url}/api/v1/`,
      PEPPOL_KEY: ACCESS_POINT_KEY,
      PEPPOL_SECRET: ACCESS_POINT_SECRET,
      PEPPOL_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    close: () => server.close(),
  };
}
