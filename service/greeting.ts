import { resolve } from 'node:path';
import { DEFAULT_DATA_DIR, type Config } from '../configuration/config.ts';

/** What the service says at a terminal when it listens. */
export function greeting(url: string, config: Config, seconds: string): string {
  return `
Grandlivre is listening on ${url} (started in ${seconds} s)

  Documentation   ${url}/docs
  For auditors    ${url}/console
  Open a firm     ${settingsOf(config)}npm run firm:create -- --name "My firm" --email you@example.com
                  (asks for a password)
  Sign in         curl -s ${url}/v1/auth/login -H 'Content-Type: application/json' \\
                    -d '{"email":"you@example.com","password":"…"}'

`;
}

/** Said once the demo can be tried, which is a few seconds after the service listens. */
export const demoLine = (url: string, isThere: boolean): string =>
  isThere
    ? `  Try the demo    ${url}/docs#demo\n\n`
    : `  The demo could not be loaded: the log says why. Everything else works.\n\n`;

/** A tool in another terminal needs to be told where the data are, as the service was. */
function settingsOf({ dataDir, databaseUrl, eventStoreUrl }: Config): string {
  const settings = [
    ['DATA_DIR', dataDir === resolve(DEFAULT_DATA_DIR) ? null : dataDir],
    ['DATABASE_URL', databaseUrl],
    ['EVENTSTORE_URL', eventStoreUrl],
  ] as const;
  return settings
    .flatMap(([name, value]) => (value === null ? [] : [`${name}=${quoted(withoutPassword(value))} `]))
    .join('');
}

const quoted = (value: string): string =>
  /^[\w@%+=:,./~-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;

/** What is printed may be kept: the operator puts the password back. */
const withoutPassword = (value: string): string => value.replace(/(\/\/[^/@:]*):[^/]*@/, '$1:PASSWORD@');
