import { shape, type EventCatalogue } from '../event.ts';
import type { Language } from '../language.ts';
import type { SettingValues } from './settings.ts';

export const VAT_REGIMES = ['monthly', 'quarterly', 'franchise', 'exempt', 'unit'] as const;
export const NACE_CLASSIFICATIONS = ['MAIN', 'SECO', 'ANCI'] as const;

export interface CompanyDetails {
  readonly code: string;
  readonly name: string;
  readonly country_pack: string;
  readonly legal_form: string | null;
  readonly legal_form_code: string | null;
  readonly enterprise_number: string | null;
  readonly vat_number: string | null;
  readonly vat_regime: (typeof VAT_REGIMES)[number];
  readonly locale: Language;
  readonly address: string | null;
  readonly street: string | null;
  readonly house_number: string | null;
  readonly box: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string;
  readonly latitude: string | null;
  readonly longitude: string | null;
  readonly nace_codes: readonly { readonly code: string; readonly classification: string }[];
  readonly main_nace_code: string | null;
  readonly logo_url: string | null;
}

export type CompanyIdentity = CompanyDetails & {
  readonly id: number;
  readonly public_token: string;
  readonly firm_id: number | null;
  readonly owner_id: number | null;
  readonly currency: string;
  readonly settings: SettingValues;
  readonly source: string;
};

/** What can be changed later: the country's set-up and the currency are chosen for good. */
export type CompanyChanges = Partial<
  Omit<CompanyDetails, 'country_pack'> & {
    readonly is_active: boolean;
    /** Names of uploaded images; an uploaded logo takes the place of a linked one. */
    readonly logo_file: string | null;
    readonly icon_file: string | null;
    /** When the public register was last asked for the identity. */
    readonly company_sheet_at: string | null;
  }
>;

export type CompanyEvent =
  | { type: 'CompanyFileOpened'; data: CompanyIdentity }
  | { type: 'CompanyFileUpdated'; data: { version: number; changes: CompanyChanges; previous: CompanyChanges } }
  | {
      type: 'CompanySettingsChanged';
      data: { version: number; changes: SettingValues; previous: SettingValues };
    }
  | { type: 'CompanyFileTrashed'; data: { version: number } }
  | { type: 'CompanyFileRestored'; data: { version: number } };

const nullable = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, shape.optionalText]));

const details = {
  code: shape.text,
  name: shape.text,
  vat_regime: shape.oneOf(...VAT_REGIMES),
  locale: shape.oneOf('fr', 'nl', 'en', 'de'),
  country: shape.text,
  ...nullable('legal_form', 'legal_form_code', 'enterprise_number', 'vat_number', 'address', 'street', 'house_number'),
  ...nullable('box', 'postal_code', 'city', 'latitude', 'longitude', 'main_nace_code', 'logo_url'),
  nace_codes: shape.list(shape.object({ code: shape.text, classification: shape.oneOf(...NACE_CLASSIFICATIONS) })),
};
const changeable = { ...details, is_active: shape.flag, ...nullable('logo_file', 'icon_file', 'company_sheet_at') };
const someDetails = shape.object(changeable, Object.keys(changeable));
const version = { version: shape.positive };

export const companyEvents = {
  CompanyFileOpened: {
    version: 1,
    meaning: 'A company file was opened, in a firm or standing alone.',
    schema: shape.object({
      id: shape.id,
      public_token: shape.text,
      firm_id: shape.reference,
      owner_id: shape.reference,
      country_pack: shape.oneOf('BE', 'FR', 'LU'),
      currency: shape.text,
      ...details,
      settings: shape.anyObject,
      source: shape.text,
    }),
  },
  CompanyFileUpdated: {
    version: 1,
    meaning: 'The identity of the company changed; the earlier values are told too.',
    schema: shape.object({ ...version, changes: someDetails, previous: someDetails }),
  },
  CompanySettingsChanged: {
    version: 1,
    meaning: 'Settings of the company file got other values, each under its dotted path.',
    schema: shape.object({ ...version, changes: shape.anyObject, previous: shape.anyObject }),
  },
  CompanyFileTrashed: {
    version: 1,
    meaning: 'The company file went to the recycle bin; nobody sees it until it is restored.',
    schema: shape.object(version),
  },
  CompanyFileRestored: {
    version: 1,
    meaning: 'The company file came back from the recycle bin.',
    schema: shape.object(version),
  },
} satisfies EventCatalogue;
