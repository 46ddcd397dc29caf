import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isCalendarDate } from '../api/http/reply/time.ts';
import { createLicenceId, signLicence } from '../commands/licence/key.ts';
import type { LicenceTerms } from '../domain/licence/licence.ts';
import { PLAN_CODES, findPlan, type Allowance } from '../domain/licence/plans.ts';
import { runScript, UserMistake } from './script.ts';

/** Signs a licence and prints its key. Needs neither the service nor its database. */

const USAGE = `npm run licence:issue -- --plan ${PLAN_CODES.filter((code) => code !== 'free').join('|')} [--firm TOKEN] [--users N] [--companies N]
    [--valid-from YYYY-MM-DD] [--valid-until YYYY-MM-DD] [--key-file FILE]
  The private key comes from --key-file, or from LICENCE_PRIVATE_KEY_FILE or LICENCE_PRIVATE_KEY.`;

await runScript(async () => {
  const values = readOptions();
  const terms = buildTerms(values);
  process.stdout.write(`${signLicence(terms, await readPrivateKey(values['key-file']))}\n`);
});

function readOptions() {
  const text = { type: 'string' } as const;
  const options = { plan: text, firm: text, users: text, companies: text, 'key-file': text } as const;
  try {
    return parseArgs({ options: { ...options, 'valid-from': text, 'valid-until': text } }).values;
  } catch (error) {
    throw new UserMistake(`${(error as Error).message}\n  ${USAGE}`);
  }
}

function buildTerms(values: ReturnType<typeof readOptions>): LicenceTerms {
  const plan = findPlan(values.plan ?? '');
  if (!plan || plan.code === 'free') throw new UserMistake(`A plan is required:\n  ${USAGE}`);
  if (values.firm !== undefined && !/^[A-Za-z0-9]{12}$/.test(values.firm))
    throw new UserMistake('The firm must be given by its public token of 12 characters');
  const issuedAt = new Date().toISOString();
  const validFrom = parseDate('valid-from', values['valid-from']) ?? issuedAt.slice(0, 10);
  const validUntil = parseDate('valid-until', values['valid-until']);
  if (validUntil !== null && validUntil < validFrom)
    throw new UserMistake('The licence would end before it begins: --valid-until is before --valid-from');
  return {
    id: createLicenceId(),
    plan: plan.code,
    firm: values.firm ?? null,
    users: parseAllowance('users', values.users, plan.users),
    companies: parseAllowance('companies', values.companies, plan.companies),
    valid_from: validFrom,
    valid_until: validUntil,
    issued_at: issuedAt,
  };
}

function parseAllowance(name: string, text: string | undefined, ofPlan: Allowance): Allowance {
  if (text === undefined) return ofPlan;
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UserMistake(`--${name} must be a number from 1 to 999999`);
  return Number(text);
}

function parseDate(name: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!isCalendarDate(text)) throw new UserMistake(`--${name} must be a date in the form YYYY-MM-DD`);
  return text;
}

async function readPrivateKey(file: string | undefined): Promise<KeyObject> {
  const from = file ?? process.env['LICENCE_PRIVATE_KEY_FILE'];
  const pem = from ? await readFile(from, 'utf8').catch(throwUnreadable) : process.env['LICENCE_PRIVATE_KEY'];
  if (!pem) throw new UserMistake(`A private key is required:\n  ${USAGE}`);
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Reported below: details about the text of a private key must not be printed.
  }
  throw new UserMistake('This is not an Ed25519 private key: generate one with npm run licence:keys');
}

function throwUnreadable(error: Error): never {
  throw new UserMistake(`The private key cannot be read: ${error.message}`);
}
