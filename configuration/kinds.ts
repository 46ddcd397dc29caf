import type { KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import { parsePublicKey } from '../commands/licence/key.ts';
import { findAddressProblem } from '../eventlog/eventstoredb/address.ts';
import { isHost } from '../outside/http/destination.ts';

/** Types of configuration values with their error messages. */

export const port = z.coerce
  .number('must be a port number')
  .int('must be a port number')
  .min(0, 'must be a port number')
  .max(65_535, 'must be a port number');
export const url = (...schemes: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && schemes.includes(new URL(value).protocol),
      `must be an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
    );

/** Addresses of databases, separated by commas. */
export const databaseUrls = z.string().transform((value, context): string[] => {
  const urls = value.split(',').map((one) => one.trim());
  if (urls.every((one) => URL.canParse(one) && /^postgres(ql)?:$/.test(new URL(one).protocol))) return urls;
  context.issues.push({
    code: 'custom',
    input: value,
    message: 'must be addresses that start with postgres:// or postgresql://, separated by commas',
  });
  return z.NEVER;
});

/** Reports the problem without the address, which contains a password. */
export const eventStore = z.string().superRefine((value, context) => {
  const problem = findAddressProblem(value);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

export const licenceKeys = z.string().transform((value, context): KeyObject[] => {
  try {
    return value.split(',').map((key) => parsePublicKey(key.trim()));
  } catch {
    context.issues.push({ code: 'custom', input: value, message: 'must be the output of npm run licence:keys' });
    return z.NEVER;
  }
});

/** `Name <address>` or just an address, on one line. */
export const sender = z
  .string()
  .refine(
    (value) => /^(?:[^<>\p{Cc}]{1,100}<[^\s<>@]{1,64}@[^\s<>@]{1,190}>|[^\s<>@]{1,64}@[^\s<>@]{1,190})$/u.test(value),
    'must be an e-mail address, or a name with one in angle brackets',
  );

/** Paths are appended to it, and signatures cover scheme and host, so anything else would be lost. */
export const baseUrl = url('http:', 'https:')
  .refine((value) => {
    if (!URL.canParse(value)) return true; // already reported
    const { username, password, pathname, search, hash } = new URL(value);
    return username + password + search + hash === '' && pathname === '/' && !/[?#@]/.test(value);
  }, 'must be scheme and host only, such as https://books.example.com, without user name, path and query')
  .transform((value) => new URL(value).origin);

/** Base address of an external service; paths are appended to it. */
export const serviceUrl = url('http:', 'https:').refine((value) => {
  if (!URL.canParse(value)) return true; // already reported
  const { username, password, search, hash } = new URL(value);
  return username + password + search + hash === '';
}, 'must be an address without user name, query and fragment');

/** User credentials are sent there, so plain HTTP is allowed on this machine only. */
export const secretsUrl = serviceUrl.refine(
  (value) => !URL.canParse(value) || new URL(value).protocol === 'https:' || isLoopback(getHostname(value)),
  'must start with https:// unless it is on this machine, because passwords are sent there',
);

export const domainName = z
  .string()
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i, 'must be a domain name');

export const nameServer = z.string().refine((value) => {
  const [, six, four, port = '53'] = /^(?:\[([0-9a-f:]+)\]|([0-9.]+)):(\d{1,5})$/i.exec(value) ?? [];
  return isIP(six ?? four ?? value) !== 0 && Number(port) >= 1 && Number(port) <= 65_535;
}, 'must be an IP address, optionally with a port');

export const printable = z.string().regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces');

export const hostList = z.string().transform((value, context): string[] => {
  const names = value
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  if (names.every(isHost)) return names;
  context.issues.push({ code: 'custom', input: value, message: 'must be host names separated by commas' });
  return z.NEVER;
});

const PARAMETER = /^[a-z0-9_.-]{1,64}\*?$/i;

export const parameterNames = z.string().transform((value, context): string[] => {
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.every((name) => PARAMETER.test(name))) return names;
  const message = 'must be names of query parameters separated by commas; a name may end with *';
  context.issues.push({ code: 'custom', input: value, message });
  return z.NEVER;
});

/** Scheme, host and port. Native apps have special schemes, such as `capacitor://localhost`. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/(?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

export const origins = z.string().transform((value, context): readonly string[] | '*' => {
  const given = value
    .split(',')
    .map((origin) => origin.trim().toLowerCase().replace(/\/$/, ''))
    .filter((origin) => origin !== '');
  if (given.includes('*') && given.length === 1) return '*';
  // As browsers send them: without the default port of the scheme.
  if (given.every((origin) => ORIGIN.test(origin) && URL.canParse(origin)))
    return given.map((origin) => (/^https?:/.test(origin) ? new URL(origin).origin : origin));
  context.issues.push({
    code: 'custom',
    input: value,
    message: 'must be origins such as https://app.example.com separated by commas, or just *',
  });
  return z.NEVER;
});

export const metricsAddress = z.string().transform((value, context): { host: string; port: number } | 'off' => {
  if (value === 'off') return 'off';
  const [, six, other, digits = ''] = /^(?:\[([0-9a-f:]+)\]|([a-z0-9.-]+)):(\d{1,5})$/i.exec(value) ?? [];
  const host = six ?? other;
  if (host !== undefined && Number(digits) <= 65_535) return { host, port: Number(digits) };
  context.issues.push({ code: 'custom', input: value, message: 'must be a host with a port, or off' });
  return z.NEVER;
});

/** Collector of traces. It is chosen by the operator and often runs on the same machine, so any host is allowed. */
export const otlpEndpoint = z
  .string()
  .refine(
    (value) => serviceUrl.safeParse(value).success,
    'must be the HTTP address of a collector without user name and query, such as http://127.0.0.1:4318',
  );

/** As the standard writes them: `name=value`, separated by commas, values URL-encoded. */
export const otlpHeaders = z.string().transform((value, context): Readonly<Record<string, string>> => {
  const pairs = value.split(',').map((pair) => /^\s*([A-Za-z0-9-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(pair));
  const headers = pairs.flatMap((pair) => (pair === null ? [] : [[pair[1]!, decodeHeader(pair[2]!)] as const]));
  if (headers.length === pairs.length && headers.every(([, text]) => text !== null))
    return Object.fromEntries(headers) as Record<string, string>;
  const message = 'must be headers such as api-key=secret, separated by commas';
  context.issues.push({ code: 'custom', input: value, message });
  return z.NEVER;
});

function decodeHeader(value: string): string | null {
  try {
    const text = decodeURIComponent(value);
    return /^[\x20-\x7e]*$/.test(text) ? text : null;
  } catch {
    return null;
  }
}

/** The port where Prometheus usually expects instrumented programs. */
export const DEFAULT_METRICS = { host: '127.0.0.1', port: 9464 };

export const days = z.coerce
  .number('must be a number of days')
  .positive('must be a number of days')
  .max(3_650, 'must be at most 3650');

function getHostname(address: string): string {
  return new URL(address).hostname.replace(/^\[(.*)\]$/, '$1');
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}
