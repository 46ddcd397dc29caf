import { resolve } from 'node:path';
import { VERSION } from '../support/version.ts';
import { DEFAULT_DATA_DIR, type Config } from '../configuration/config.ts';

/** Message printed to the terminal when the service is listening. */
export function formatGreeting(url: string, config: Config, seconds: string): string {
  return `
Grandlivre is listening on ${url} (version ${VERSION}, started in ${seconds} s)

  Documentation   ${url}/docs
  For auditors    ${url}/console
${config.demo ? '' : DEMO_IS_OFF}  Open a firm     ${formatSettings(config)}npm run firm:create -- --name "My firm" --email you@example.com
                  (asks for a language and a password)
  Sign in         curl -s ${url}/v1/auth/login -H 'Content-Type: application/json' \\
                    -d '{"email":"you@example.com","password":"…"}'

`;
}

const DEMO_IS_OFF = `  Demo            off (set DEMO=on to offer it)\n`;

/** Printed when the demo is ready, a few seconds after the service starts listening. */
export const formatDemoLine = (url: string, isThere: boolean): string =>
  isThere
    ? `  Try the demo    ${url}/docs#demo\n\n`
    : `  The demo could not be loaded; see the log for the reason. Everything else works.\n\n`;

/** Settings that a tool in another terminal needs to find the same data. */
function formatSettings({ dataDir, databaseUrl, eventStoreUrl }: Config): string {
  const settings = [
    ['DATA_DIR', dataDir === resolve(DEFAULT_DATA_DIR) ? null : dataDir],
    ['DATABASE_URL', databaseUrl],
    ['EVENTSTORE_URL', eventStoreUrl],
  ] as const;
  return settings
    .flatMap(([name, value]) => (value === null ? [] : [`${name}=${quoteValue(withoutPassword(value))} `]))
    .join('');
}

const quoteValue = (value: string): string =>
  /^[\w@%+=:,./~-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;

/** The output may be stored, so the password is replaced; the operator puts it back. */
const withoutPassword = (value: string): string => value.replace(/(\/\/[^/@:]*):[^/]*@/, '$1:PASSWORD@');
