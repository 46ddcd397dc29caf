import { ACCOUNT_TYPES } from '../accounts/account.ts';
import type { Json, JsonRecord } from '../json.ts';
import { LANGUAGES } from '../language.ts';
import { normaliseIban } from '../numbers/iban.ts';
import { normaliseVatNumber } from '../numbers/vat-number.ts';
import { toSearchable } from '../text.ts';
import type { FileColumns } from './columns.ts';
import { LABEL_CHARACTERS, type Found } from './source.ts';

/** Charts of accounts, customers and suppliers of another program. Unreadable values are omitted and reported. */

type Read = (text: string, record: Record<string, Json>) => Json | undefined;

const words =
  (meanings: Readonly<Record<string, readonly string[]>>): Read =>
  (text) => {
    const said = toSearchable(text);
    return Object.entries(meanings).find(([meaning, called]) => meaning === said || called.includes(said))?.[0];
  };
const text =
  (most: number): Read =>
  (said) =>
    said.length <= most ? said : undefined;
const matching =
  (pattern: RegExp): Read =>
  (said) =>
    pattern.test(said) ? said : undefined;

const ACCOUNT_FIELDS: Readonly<Record<string, Read>> = {
  number: text(LABEL_CHARACTERS),
  label: text(LABEL_CHARACTERS),
  type: words({
    ...Object.fromEntries(ACCOUNT_TYPES.map((type) => [type, []])),
    asset: ['actif', 'activa', 'aktiv', 'assets'],
    liability: ['passif', 'dette', 'dettes', 'passiva', 'schuld', 'liabilities', 'schulden'],
    equity: ['capitaux propres', 'fonds propres', 'eigen vermogen', 'eigenkapital'],
    expense: ['charge', 'charges', 'kost', 'kosten', 'expenses', 'aufwand'],
    income: ['produit', 'produits', 'opbrengst', 'opbrengsten', 'revenue', 'ertrag'],
    off_balance: ['hors bilan', 'buiten balans', 'off balance', 'ausserbilanziell'],
  }),
};

const THIRD_PARTY_FIELDS: Readonly<Record<string, Read>> = {
  code: text(LABEL_CHARACTERS),
  name: text(LABEL_CHARACTERS),
  type: words({
    customer: ['client', 'clients', 'c', 'klant', 'klanten', 'kunde', 'customers'],
    supplier: ['fournisseur', 'fournisseurs', 'f', 'leverancier', 'leveranciers', 'lieferant', 'suppliers', 's'],
  }),
  // Must come before the fields that depend on it.
  country: (said) => (/^[A-Za-z]{2}$/.test(said) ? said.toUpperCase() : undefined),
  vat_number: (said, { country }) =>
    normaliseVatNumber(said, typeof country === 'string' ? country : null) ?? undefined,
  enterprise_number: text(20),
  street: text(200),
  house_number: text(20),
  box: text(20),
  postal_code: text(20),
  city: text(100),
  email: (said) => (/^[^\s@<>,;]+@[^\s@<>,;]+\.[A-Za-z]{2,}$/.test(said) && said.length <= 190 ? said : undefined),
  phone: text(40),
  language: words(Object.fromEntries(LANGUAGES.map((language) => [language, []]))),
  ibans: (said) => {
    const read = said.split(/[,;|]/).map((one) => normaliseIban(one.trim()));
    return read.every((one) => one !== null) ? read : undefined;
  },
  bic: matching(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/),
  payment_days: (said) => (/^\d{1,3}$/.test(said) && Number(said) <= 365 ? Number(said) : undefined),
  notes: text(5_000),
};

export const MASTER_KEYS = { accounts: 'number', third_parties: 'code' } as const;

/** Reads one record. Null if its key is missing. */
export function readMasterData(
  fields: readonly string[],
  { kind, at }: FileColumns & { readonly kind: 'accounts' | 'third_parties' },
  report: (found: Found) => void,
): JsonRecord | null {
  const known = kind === 'accounts' ? ACCOUNT_FIELDS : THIRD_PARTY_FIELDS;
  const record: Record<string, Json> = {};
  for (const [name, read] of Object.entries(known)) {
    const place = at[name];
    const said = place && fields[place.index];
    if (!place || said === undefined || said === '') continue;
    const value = read(said, record);
    if (value !== undefined) record[name] = value;
    else
      report({
        severity: 'warning',
        code: 'migration_value_left_out',
        column: place.name,
        params: { value: said.slice(0, 40) },
      });
  }
  const key = MASTER_KEYS[kind];
  if (record[key] !== undefined) return record;
  report({ severity: 'error', code: 'migration_field_empty', column: at[key]?.name ?? key });
  return null;
}
