import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isCalendarDate } from '../../api/http/reply/time.ts';
import { createLicenceId, signLicence } from '../../commands/licence/key.ts';
import type { LicenceTerms } from '../../domain/licence/licence.ts';
import { findPlan, type Allowance } from '../../domain/licence/plans.ts';
import { printResult, UserMistake, WrongUsage, WrongValue } from '../script.ts';

export interface LicenceValues {
  readonly plan: string;
  readonly firm: string | undefined;
  readonly users: string | undefined;
  readonly companies: string | undefined;
  readonly 'valid-from': string | undefined;
  readonly 'valid-until': string | undefined;
  readonly 'key-file': string | undefined;
  readonly json: boolean;
}

/** Signs a licence and prints its key. Needs neither the service nor its database. */
export async function issueLicence(values: LicenceValues): Promise<void> {
  const terms = buildTerms(values);
  const key = signLicence(terms, await readPrivateKey(values['key-file']));
  printResult(values.json, { key, ...terms }, key);
}

function buildTerms(values: LicenceValues): LicenceTerms {
  const plan = findPlan(values.plan);
  if (!plan || plan.code === 'free') throw new WrongUsage('A plan is required');
  if (values.firm !== undefined && !/^[A-Za-z0-9]{12}$/.test(values.firm))
    throw new WrongValue('The firm must be given by its public token of 12 characters');
  const issuedAt = new Date().toISOString();
  const validFrom = parseDate('valid-from', values['valid-from']) ?? issuedAt.slice(0, 10);
  const validUntil = parseDate('valid-until', values['valid-until']);
  if (validUntil !== null && validUntil < validFrom)
    throw new WrongValue('The licence would end before it begins: --valid-until is before --valid-from');
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
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new WrongValue(`--${name} must be a number from 1 to 999999`);
  return Number(text);
}

function parseDate(name: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!isCalendarDate(text)) throw new WrongValue(`--${name} must be a date in the form YYYY-MM-DD`);
  return text;
}

async function readPrivateKey(file: string | undefined): Promise<KeyObject> {
  const from = file ?? process.env['LICENCE_PRIVATE_KEY_FILE'];
  const pem = from ? await readFile(from, 'utf8').catch(throwUnreadable) : process.env['LICENCE_PRIVATE_KEY'];
  if (!pem)
    throw new WrongUsage('A private key is required: use --key-file, LICENCE_PRIVATE_KEY_FILE or LICENCE_PRIVATE_KEY');
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
