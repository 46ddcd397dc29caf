import { daysLater } from '../dates.ts';
import type { Json, JsonRecord } from '../json.ts';
import type { Problem } from '../refusal.ts';
import type { CatalogueEntry, CatalogueField } from './catalogue.ts';
import { mappingProblems } from './mapping.ts';

/** The settings of an integration, held against what the catalogue asks for. */

const MAX_TEXT = 255;

/** With what is left out as the catalogue has it. */
export function completedSettings({ fields }: CatalogueEntry, settings: JsonRecord): JsonRecord {
  const missing = fields.filter(({ name, default: usual }) => usual !== undefined && settings[name] === undefined);
  return { ...settings, ...Object.fromEntries(missing.map(({ name, default: usual }) => [name, usual])) };
}

/** Settings and secrets apart, as the catalogue tells them; what it does not know counts as a setting, and is refused there. */
export function partedSettings(
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

/** `secrets`: the names of those that are there. */
export function settingsProblems(
  entry: CatalogueEntry,
  settings: JsonRecord,
  secrets: readonly string[],
): readonly Problem[] {
  const { key, fields } = entry;
  const known = new Map(fields.map((field) => [field.name, field]));
  const problems: Problem[] = Object.keys(settings)
    .filter((name) => known.get(name)?.is_secret !== false)
    .map((name) => ({ code: 'integration_setting_unknown', field: at(name), params: { name } }));
  for (const field of fields) {
    const { name, is_secret, is_required } = field;
    const value = settings[name];
    if (is_secret ? !secrets.includes(name) : value === undefined) {
      if (is_required) problems.push({ code: 'required', field: at(name) });
    } else if (!is_secret) problems.push(...valueProblems(field, value!));
  }
  // One of the two opens the door.
  if (key === 'sftp_files' && !secrets.includes('password') && !secrets.includes('identity'))
    problems.push({ code: 'integration_password_or_identity', field: at('password') });
  return problems;
}

/** What is wrong with a secret that was sent; whether it opens anything shows when it is used. */
export function secretProblems({ fields }: CatalogueEntry, secrets: JsonRecord): readonly Problem[] {
  return fields.flatMap((field) => {
    const value = secrets[field.name];
    return value === undefined || value === null ? [] : textProblems(field, value, false);
  });
}

const at = (name: string): string => `settings.${name}`;
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const UNUSABLE = /\0|\p{Cs}/u;
const HOST =
  /^(?=.{1,253}$)(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?)*\.?)$/iu;
const URL_START = /^https?:\/\/[^\s/?#@]+(?:[/?#]\S*)?$/i;
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/;

function valueProblems(field: CatalogueField, value: Json): readonly Problem[] {
  const { name, kind, choices, max = MAX_TEXT } = field;
  const wrong = (code: string, params?: Problem['params']): readonly Problem[] => [
    { code, field: at(name), ...(params && { params }) },
  ];
  switch (kind) {
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong('not_a_boolean');
    case 'integer':
      if (typeof value !== 'number' || !Number.isInteger(value)) return wrong('not_an_integer');
      if (value < 1) return wrong('number_too_small', { min: 1 });
      return value > max ? wrong('number_too_large', { max }) : [];
    case 'choice':
      return choices?.some((one) => one === value) ? [] : wrong('not_one_of', { values: (choices ?? []).join(', ') });
    case 'date':
      return typeof value === 'string' && DAY.test(value) && daysLater(value, 0) === value ? [] : wrong('not_a_date');
    case 'mapping':
      return mappingProblems(value, at(name));
    default: {
      const problems = textProblems(field, value, true);
      if (problems.length > 0 || typeof value !== 'string') return problems;
      if (kind === 'host' && !HOST.test(value)) return wrong('integration_host_invalid');
      if (kind === 'url' && !URL_START.test(value)) return wrong('integration_url_invalid');
      return name === 'fingerprint' && !FINGERPRINT.test(value) ? wrong('integration_fingerprint_invalid') : [];
    }
  }
}

function textProblems(
  { name, max = MAX_TEXT, is_required }: CatalogueField,
  value: Json,
  isLine: boolean,
): readonly Problem[] {
  const wrong = (code: string, params?: Problem['params']): readonly Problem[] => [
    { code, field: at(name), ...(params && { params }) },
  ];
  if (typeof value !== 'string') return wrong('not_text');
  if (value === '' && (is_required || !isLine)) return wrong('required');
  if (value.length > max) return wrong('text_too_long', { max });
  if (UNUSABLE.test(value)) return wrong('unusable_characters');
  return isLine && CONTROL.test(value) ? wrong('hidden_characters') : [];
}
