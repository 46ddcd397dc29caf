import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Provider from 'oidc-provider';
import type { JWK } from 'oidc-provider';

/** A real OpenID Connect provider on this machine. Whoever comes is signed in as the person that the test names. */
export interface TestIdentityProvider {
  readonly issuer: string;
  /** Settings of the service for this provider, under a key in upper case. */
  environment(key: string, more?: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  /** Claims of the person who signs in next. */
  person: Readonly<Record<string, unknown>> & { readonly sub: string };
  /** Once the address of the service is known. */
  serve(serviceUrl: string, keys: readonly string[]): void;
  /** Replaces the signing key. */
  rotateKeys(): void;
  /** True: the next person refuses at the provider. */
  denies: boolean;
  /** Requested paths, without queries. */
  readonly requests: string[];
  close(): Promise<void>;
}

const CLIENT_ID = 'grandlivre';
const CLIENT_SECRET = 'a-secret-of-the-provider-for-tests';

export async function startIdentityProvider(): Promise<TestIdentityProvider> {
  let provider: Provider | null = null;
  let served: { readonly serviceUrl: string; readonly keys: readonly string[] } | null = null;
  const requests: string[] = [];
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Readonly<Record<string, unknown>>>();
  // The package is a module that the bundle of all tests can only import at run time.
  const { default: ProviderOfPackage } = await import('oidc-provider');

  const open = (): void => {
    const { serviceUrl, keys } = served!;
    provider = createProvider(ProviderOfPackage, issuer, people, {
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      redirect_uris: keys.map((key) => `${serviceUrl}/v1/auth/oidc/${key}/callback`),
      post_logout_redirect_uris: [`${serviceUrl}/console`],
    });
  };
  const idp: TestIdentityProvider = {
    issuer,
    environment: (key, more = {}) => ({
      [`OIDC_${key}_ISSUER`]: issuer,
      [`OIDC_${key}_CLIENT_ID`]: CLIENT_ID,
      [`OIDC_${key}_CLIENT_SECRET`]: CLIENT_SECRET,
      ...Object.fromEntries(Object.entries(more).map(([name, value]) => [`OIDC_${key}_${name}`, value])),
    }),
    person: { sub: 'nobody' },
    serve(serviceUrl, keys) {
      served = { serviceUrl, keys };
      open();
    },
    rotateKeys: open,
    denies: false,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!.split('?')[0]!;
    requests.push(path);
    if (provider === null) return void response.writeHead(503).end();
    if (!path.startsWith('/interaction/')) return provider.callback()(request, response);
    const { sub, ...claims } = idp.person;
    people.set(sub, claims);
    const result = idp.denies ? { error: 'access_denied' } : { login: { accountId: sub, remember: false } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  return idp;
}

function createProvider(
  ProviderOfPackage: typeof Provider,
  issuer: string,
  people: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
  client: { client_id: string; client_secret: string; redirect_uris: string[]; post_logout_redirect_uris: string[] },
): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: `${Math.random()}` } as JWK;
  const provider = new ProviderOfPackage(issuer, {
    clients: [{ ...client, id_token_signed_response_alg: 'ES256', token_endpoint_auth_method: 'client_secret_basic' }],
    jwks: { keys: [key] },
    cookies: { keys: ['of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'locale', 'groups', 'tenant'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    // Consent is given in advance.
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client!.clientId,
        accountId: context.oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.on('server_error', (_context, error) => process.stderr.write(`identity provider: ${error.stack}\n`));
  return provider;
}

/** A browser without pages: it keeps cookies and follows redirects, one at a time. */
export function createVisitor() {
  const jars = new Map<string, Map<string, string>>();
  const visit = async (address: string): Promise<{ status: number; location: string | null; text: string }> => {
    const { origin } = new URL(address);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(set)) jar.delete(name!);
      else jar.set(name!, value!);
    }
    const location = response.headers.get('location');
    return {
      status: response.status,
      location: location === null ? null : new URL(location, address).href,
      text: await response.text(),
    };
  };
  return {
    visit,
    /** Follows redirects until one leads to an address that begins so, which is returned unvisited. */
    async follow(start: string, until: string): Promise<string> {
      let address = start;
      for (let step = 0; step < 10; step += 1) {
        if (address.startsWith(until)) return address;
        const { location, status, text } = await visit(address);
        if (location === null) throw new Error(`${address} answers ${status} ${text.slice(0, 300)}`);
        address = location;
      }
      throw new Error(`Too many redirects, the last to ${address}`);
    },
  };
}
