import { z } from 'zod';
import type { SignOnProviderSettings } from '../outside/sign-on/settings.ts';
import { isLoopback, printable } from './kinds.ts';

/** Providers of single sign-on: the variables `OIDC_<KEY>_…`, where KEY names the provider. */

const VARIABLE = /^OIDC_([A-Z][A-Z0-9]{0,19})_([A-Z][A-Z_]*)$/;
const MOST_PROVIDERS = 20;
const PUBLIC_TOKEN = /^[A-Za-z0-9]{12}$/;
/** Schemes that run code or read files instead of opening a page or an app. */
const UNSAFE_SCHEMES = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:']);

const parseUrl = (value: string): URL | null => (URL.canParse(value) ? new URL(value) : null);
const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[(.*)\]$/, '$1')));

const issuer = z.string().refine((value) => {
  const url = parseUrl(value);
  return url !== null && isSecure(url) && url.username + url.password + url.search + url.hash === '';
}, 'must start with https:// (http:// only on this machine) and have no user name, query or fragment, such as https://login.example.com');

const redirect = (value: string): boolean => {
  const url = parseUrl(value);
  if (url === null || UNSAFE_SCHEMES.has(url.protocol) || url.hash !== '' || url.username !== '') return false;
  return url.protocol === 'http:' ? isSecure(url) : true;
};

const splitList = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const redirects = z
  .string()
  .transform(splitList)
  .refine(
    (given) => given.every(redirect),
    'must be addresses separated by commas, such as https://app.example.com/signed-in,grandlivre://signed-in',
  );

const scopes = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter((one) => one !== ''))
  .refine(
    (given) => given.every((one) => /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(one)),
    'must be scopes separated by spaces, such as groups',
  );

const firms = z.string().transform((value, context): Record<string, string> => {
  const pairs = splitList(value).map((pair) => /^(.{1,200})=([A-Za-z0-9]{12})$/.exec(pair));
  if (pairs.length > 0 && pairs.every((pair) => pair !== null))
    return Object.fromEntries(pairs.map(([, name, token]) => [name!.trim(), token!]));
  context.issues.push({
    code: 'custom',
    input: value,
    message: 'must be values with the public token of their firm, such as north=AbCdEfGh1234,south=JkLmNoPq5678',
  });
  return z.NEVER;
});

const claimName = z.string().regex(/^[\x21-\x7e]{1,200}$/, 'must be the name of a claim, such as tenant');

const Provider = z.object({
  ISSUER: issuer,
  CLIENT_ID: printable,
  CLIENT_SECRET: printable,
  NAME: z
    .string()
    .regex(/^[^\p{Cc}]{1,60}$/u, 'must be at most 60 characters on one line, such as Microsoft')
    .optional(),
  REDIRECTS: redirects.default([]),
  SCOPES: scopes.default([]),
  TRUST_EMAIL: z.enum(['on', 'off'], 'must be on or off').default('off'),
  FIRM: z
    .string()
    .regex(PUBLIC_TOKEN, 'must be the public token of a firm: 12 letters and digits, such as AbCdEfGh1234')
    .optional(),
  FIRM_CLAIM: claimName.optional(),
  FIRMS: firms.optional(),
  LOGOUT_REDIRECT: z
    .string()
    .refine(redirect, 'must be an address, such as https://books.example.com/console')
    .optional(),
});

const EXAMPLES: Readonly<Record<string, string>> = {
  ISSUER: 'https://login.example.com',
  CLIENT_ID: 'grandlivre',
  CLIENT_SECRET: 'the secret that the provider issued',
};

export const SIGN_ON_SUFFIXES = Object.keys(Provider.shape);

/** The providers, and one line for each invalid value. Secrets are never part of a line. */
export function readSignOn(environment: Readonly<Record<string, string | undefined>>): {
  readonly providers: readonly SignOnProviderSettings[];
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const groups = new Map<string, Record<string, string>>();
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith('OIDC_') || value === undefined || value === '') continue;
    const [, key, suffix] = VARIABLE.exec(name) ?? [];
    if (key === undefined || !SIGN_ON_SUFFIXES.includes(suffix!)) problems.push(describeUnknown(name));
    else groups.set(key, { ...groups.get(key), [suffix!]: value });
  }
  const providers = [...groups].flatMap(([key, given]) => readProvider(key, given, problems) ?? []);
  if (groups.size > MOST_PROVIDERS)
    problems.push(`OIDC_<KEY>_ISSUER may be set for at most ${MOST_PROVIDERS} providers`);
  return { providers, problems };
}

const describeUnknown = (name: string): string =>
  `${name} is not a setting: use OIDC_<KEY>_ followed by ${SIGN_ON_SUFFIXES.join(', ')}, with a key of letters and digits, such as OIDC_ACME_ISSUER`;

function readProvider(
  key: string,
  given: Readonly<Record<string, string>>,
  problems: string[],
): SignOnProviderSettings | null {
  const prefix = `OIDC_${key}_`;
  const parsed = Provider.safeParse(given);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) {
      const suffix = String(path[0]);
      const value = given[suffix];
      if (value === undefined)
        problems.push(
          `${prefix}${suffix} is missing: OIDC_${key} needs it, such as ${prefix}${suffix}=${EXAMPLES[suffix]}`,
        );
      else problems.push(`${prefix}${suffix} ${message}${suffix === 'CLIENT_SECRET' ? '' : ` (it is "${value}")`}`);
    }
    return null;
  }
  const { data } = parsed;
  if (data.FIRM !== undefined && data.FIRM_CLAIM !== undefined)
    problems.push(`${prefix}FIRM and ${prefix}FIRM_CLAIM exclude each other: a provider belongs to one firm or to all`);
  if (data.FIRMS !== undefined && data.FIRM_CLAIM === undefined)
    problems.push(`${prefix}FIRMS requires ${prefix}FIRM_CLAIM: the claim whose values it lists, such as tenant`);
  return {
    key: key.toLowerCase(),
    name: data.NAME ?? key,
    issuer: data.ISSUER,
    clientId: data.CLIENT_ID,
    clientSecret: data.CLIENT_SECRET,
    redirects: data.REDIRECTS,
    scopes: data.SCOPES,
    trustsEmail: data.TRUST_EMAIL === 'on',
    firm: data.FIRM ?? null,
    firmClaim: data.FIRM_CLAIM ?? null,
    firms: data.FIRMS ?? null,
    logoutRedirect: data.LOGOUT_REDIRECT ?? null,
  };
}
