import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

type Headers = Readonly<Record<string, string>>;

/**
 * Headers of helmet, computed once because they are the same for every response. Nothing in a JSON response may be
 * executed or framed; the documentation page has its own policy.
 */
export function buildSecurityHeaders(baseUrl: string): Headers {
  const headers: Record<string, string> = {};
  const recorder = {
    setHeader: (name: string, value: string) => void (headers[name] = value),
    removeHeader: (name: string) => void delete headers[name],
  };
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    // A service reached over HTTP must not tell browsers to insist on HTTPS.
    strictTransportSecurity: baseUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
    // For old plug-ins and browsers that never open a JSON API.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    originAgentCluster: false,
    xXssProtection: false,
    crossOriginOpenerPolicy: false,
  });
  // Helmet only sets headers: the recorder implements everything it uses of a response.
  setHeaders({} as IncomingMessage, recorder as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}
