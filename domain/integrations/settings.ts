import { addDays } from '../dates.ts';
import type { Json, JsonRecord } from '../json.ts';
import type { Problem } from '../refusal.ts';
import type { CatalogueEntry, CatalogueField } from './catalogue.ts';
import { checkSaleMapping } from './mapping.ts';

/** Validation of integration settings against the catalogue. */

const MAX_TEXT = 255;

/** Fills omitted settings with the defaults of the catalogue. */
export function completeIntegrationSettings({ fields }: CatalogueEntry, settings: JsonRecord): JsonRecord {
  const missing = fields.filter(({ name, default: usual }) => usual !== undefined && settings[name] === undefined);
  return { ...settings, ...Object.fromEntries(missing.map(({ name, default: usual }) => [name, usual])) };
}

/** Separates settings from secrets. Unknown names count as settings, where validation refuses them. */
export function separateSecrets(
  { fields }: CatalogueEntry,
  given: JsonRecord,
): { readonly settings: JsonRecord; readonly secrets: JsonRecord } {
  const secret = new Set(fields.filter(({ is_secret }) => is_secret).map(({ name }) => name));
  const entries = Object.entries(given);
  return {
    settings: Object.fromEntries(entries.filter(([name]) => !secret.has(name))),
    secrets: Object.fromEntries(entries.filter(([name]) => secret.has(name))),
  };
}

/** Settings that decide where the secrets are sent, besides hosts and URLs. */
const TRANSPORT_SETTINGS: ReadonlySet<string> = new Set(['port', 'security']);

/** Whether secrets would be sent to another address or with other transport security than before. */
export function isDestinationChanged(entry: CatalogueEntry, before: JsonRecord, after: JsonRecord): boolean {
  const [old, requested] = [completeIntegrationSettings(entry, before), completeIntegrationSettings(entry, after)];
  return entry.fields.some(
    ({ name, kind }) =>
      (kind === 'host' || kind === 'url' || TRANSPORT_SETTINGS.has(name)) && old[name] !== requested[name],
  );
}

/** `secrets`: the names of the stored secrets. */
export function checkIntegrationSettings(
  entry: CatalogueEntry,
  settings: JsonRecord,
  secrets: readonly string[],
): readonly Problem[] {
  const { key, fields } = entry;
  const known = new Map(fields.map((field) => [field.name, field]));
  const problems: Problem[] = Object.keys(settings)
    .filter((name) => known.get(name)?.is_secret !== false)
    .map((name) => ({ code: 'integration_setting_unknown', field: toFieldPath(name), params: { name } }));
  for (const field of fields) {
    const { name, is_secret, is_required } = field;
    const value = settings[name];
    if (is_secret ? !secrets.includes(name) : value === undefined) {
      if (is_required) problems.push({ code: 'required', field: toFieldPath(name) });
    } else if (!is_secret) problems.push(...checkValue(field, value!));
  }
  // SFTP needs a password or a private key.
  if (key === 'sftp_files' && !secrets.includes('password') && !secrets.includes('identity'))
    problems.push({ code: 'integration_password_or_identity', field: toFieldPath('password') });
  return problems;
}

/** Checks the form of submitted secrets. Whether they work shows only when they are used. */
export function checkIntegrationSecrets({ fields }: CatalogueEntry, secrets: JsonRecord): readonly Problem[] {
  return fields.flatMap((field) => {
    const value = secrets[field.name];
    return value === undefined || value === null ? [] : checkText(field, value, false);
  });
}

export const toFieldPath = (name: string): string => `settings.${name}`;
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const UNUSABLE = /\0|\p{Cs}/u;
const HOST =
  /^(?=.{1,253}$)(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?)*\.?)$/iu;
const URL_START = /^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i;
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/;

function checkValue(field: CatalogueField, value: Json): readonly Problem[] {
  const { name, kind, choices, max = MAX_TEXT } = field;
  const reportProblem = (code: string, params?: Problem['params']): readonly Problem[] => [
    { code, field: toFieldPath(name), ...(params && { params }) },
  ];
  switch (kind) {
    case 'boolean':
      return typeof value === 'boolean' ? [] : reportProblem('not_a_boolean');
    case 'integer':
      if (typeof value !== 'number' || !Number.isInteger(value)) return reportProblem('not_an_integer');
      if (value < 1) return reportProblem('number_too_small', { min: 1 });
      return value > max ? reportProblem('number_too_large', { max }) : [];
    case 'choice':
      return choices?.some((one) => one === value)
        ? []
        : reportProblem('not_one_of', { values: (choices ?? []).join(', ') });
    case 'date':
      return typeof value === 'string' && DAY.test(value) && addDays(value, 0) === value
        ? []
        : reportProblem('not_a_date');
    case 'mapping':
      return checkSaleMapping(value, toFieldPath(name));
    default: {
      const problems = checkText(field, value, true);
      if (problems.length > 0 || typeof value !== 'string') return problems;
      if (kind === 'host' && !HOST.test(value)) return reportProblem('integration_host_invalid');
      if (kind === 'url' && !URL_START.test(value)) return reportProblem('integration_url_invalid');
      return name === 'fingerprint' && !FINGERPRINT.test(value) ? reportProblem('integration_fingerprint_invalid') : [];
    }
  }
}

function checkText(
  { name, max = MAX_TEXT, is_required }: CatalogueField,
  value: Json,
  isLine: boolean,
): readonly Problem[] {
  const reportProblem = (code: string, params?: Problem['params']): readonly Problem[] => [
    { code, field: toFieldPath(name), ...(params && { params }) },
  ];
  if (typeof value !== 'string') return reportProblem('not_text');
  if (value === '' && (is_required || !isLine)) return reportProblem('required');
  if (value.length > max) return reportProblem('text_too_long', { max });
  if (UNUSABLE.test(value)) return reportProblem('unusable_characters');
  return isLine && CONTROL.test(value) ? reportProblem('hidden_characters') : [];
}
