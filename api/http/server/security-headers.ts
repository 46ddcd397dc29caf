import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

type Headers = Readonly<Record<string, string>>;

/**
 * helmet's headers, computed once: they are the same for every answer. Nothing of a JSON answer may be executed or
 * framed; the documentation page brings its own policy.
 */
export function securityHeaders(baseUrl: string): Headers {
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
    // A browser must not be reported to insist on HTTPS by a service that is reached over HTTP.
    strictTransportSecurity: baseUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
    // About old plug-ins and browsers that never open a JSON API.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xDnsPrefetchControl: false,
    originAgentCluster: false,
    xXssProtection: false,
    crossOriginOpenerPolicy: false,
  });
  // Helmet only sets headers on what it is given: the recorder has all of a response that it uses.
  setHeaders({} as IncomingMessage, recorder as unknown as ServerResponse, (error?: unknown) => {
    if (error) throw error;
  });
  return headers;
}
