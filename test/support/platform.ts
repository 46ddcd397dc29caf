import type { ServerResponse } from 'node:http';
import { startHttpServer, type Manner, type ReceivedRequest, type TestHttpServer } from './http-server.ts';

/** A stand-in for the external fiduciary platform. By default it follows the contract of docs/bridge.md. */
export interface TestPlatform {
  readonly server: TestHttpServer;
  readonly url: string;
  /** Settings of the service for this platform. */
  readonly environment: Readonly<Record<string, string>>;
  readonly people: Map<string, { password: string; user: ReceivedFields; firms: readonly string[] }>;
  readonly firms: Map<string, ReceivedFields>;
  readonly companies: Map<string, ReceivedFields>;
  /** Pages of documents by company file; the cursor is the number of the next one. */
  readonly documents: Map<string, readonly (readonly unknown[])[]>;
  /** The documents pushed so far by reference. A document that is pushed again replaces the first. */
  readonly pushed: Map<string, ReceivedFields>;
  /** Instead of what follows from the above; null: as above. */
  instead(manner: Manner | null): void;
  close(): Promise<void>;
}

export type ReceivedFields = Readonly<Record<string, unknown>>;

export const KEY = 'our-key-to-the-platform';

export async function startPlatform(): Promise<TestPlatform> {
  const people: TestPlatform['people'] = new Map();
  const firms: TestPlatform['firms'] = new Map();
  const companies: TestPlatform['companies'] = new Map();
  const documents: TestPlatform['documents'] = new Map();
  const pushed: TestPlatform['pushed'] = new Map();
  let replaced: Manner | null = null;

  const chooseAnswer = (request: ReceivedRequest): readonly [number, unknown] => {
    if (request.headers.authorization !== `Bearer ${KEY}`) return [401, { message: 'Who are you?' }];
    const { pathname, searchParams } = new URL(request.url, 'http://platform');
    if (pathname === '/api/credentials/check') return [200, checkCredentials(JSON.parse(request.body) as Credentials)];
    const [, kind, id, part] = /^\/api\/(firms|companies)\/([^/]+)(\/documents)?$/.exec(pathname) ?? [];
    if (kind === 'firms') return firms.has(id!) ? [200, firms.get(id!)] : [404, {}];
    if (kind !== 'companies') return [404, {}];
    if (part === undefined) return companies.has(id!) ? [200, companies.get(id!)] : [404, {}];
    if (request.method === 'POST') return acceptDocument(JSON.parse(request.body) as ReceivedFields);
    const page = Number(searchParams.get('after') ?? '0');
    const pages = documents.get(id!) ?? [];
    return [200, { documents: pages[page] ?? [], cursor: String(page + 1), has_more: page + 1 < pages.length }];
  };

  interface Credentials {
    readonly email: string;
    readonly password: string;
  }

  function checkCredentials({ email, password }: Credentials): unknown {
    const person = people.get(email.toLowerCase());
    if (!person || person.password !== password) return { is_valid: false };
    return { is_valid: true, user: person.user, firms: person.firms };
  }

  function acceptDocument(document: ReceivedFields): readonly [number, unknown] {
    const reference = String(document['reference']);
    const isNew = !pushed.has(reference);
    pushed.set(reference, document);
    return [isNew ? 201 : 200, { document_id: `ext-${reference}`, token: `tok-${reference}`, locked: true }];
  }

  const server = await startHttpServer((request: ReceivedRequest, response: ServerResponse) => {
    if (replaced) return replaced(request, response);
    const [status, body] = chooseAnswer(request);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  const url = `${server.url}/api`;
  return {
    server,
    url,
    environment: { BRIDGE_URL: url, BRIDGE_KEY: KEY },
    people,
    firms,
    companies,
    documents,
    pushed,
    instead: (manner) => void (replaced = manner),
    close: () => server.close(),
  };
}
