import {
  shape,
  type DataOfEvent,
  type EventCatalogue,
  type EventOf,
  type ObjectOfShapes,
  type TypeOf,
} from '../event.ts';
import { LANGUAGES } from '../language.ts';
import { moveDirectorsNote } from './directors-note.ts';
import type { SettingValues } from './settings.ts';

export const COUNTRY_PACKS = ['BE', 'FR', 'LU'] as const;
export const VAT_REGIMES = ['monthly', 'quarterly', 'franchise', 'exempt', 'unit', 'yearly'] as const;
export const NACE_CLASSIFICATIONS = ['MAIN', 'SECO', 'ANCI'] as const;

const details = {
  code: shape.text,
  name: shape.text,
  vat_regime: shape.oneOf(...VAT_REGIMES),
  locale: shape.oneOf(...LANGUAGES),
  country: shape.text,
  ...shape.texts('legal_form', 'legal_form_code', 'enterprise_number', 'vat_number', 'address', 'street'),
  ...shape.texts('house_number', 'box', 'postal_code', 'city', 'latitude', 'longitude', 'main_nace_code', 'logo_url'),
  nace_codes: shape.list(shape.object({ code: shape.text, classification: shape.oneOf(...NACE_CLASSIFICATIONS) })),
};

export type CompanyDetails = ObjectOfShapes<typeof details> & {
  readonly country_pack: (typeof COUNTRY_PACKS)[number];
};

/** Fields that can be changed later: country pack and currency are permanent. */
const changes = shape.object(
  {},
  {
    ...details,
    is_active: shape.flag,
    /** Names of uploaded images; an uploaded logo replaces a linked one. */
    logo_file: shape.optionalText,
    icon_file: shape.optionalText,
    /** Time of the last refresh from the public register. */
    company_sheet_at: shape.optionalText,
    /** User of the firm who is responsible for the file. */
    responsible_id: shape.reference,
  },
);

export type CompanyChanges = TypeOf<typeof changes>;

const version = { version: shape.positive };
const settings = shape.objectOf<SettingValues>();

export const companyEvents = {
  CompanyFileOpened: {
    version: 1,
    meaning: 'A company file was opened, in a firm or standalone.',
    schema: shape.object({
      id: shape.id,
      public_token: shape.text,
      firm_id: shape.reference,
      owner_id: shape.reference,
      country_pack: shape.oneOf(...COUNTRY_PACKS),
      currency: shape.text,
      ...details,
      settings,
      source: shape.text,
    }),
  },
  CompanyFileUpdated: {
    version: 1,
    meaning: 'The identity of the company changed. The event has the earlier values too.',
    schema: shape.object({ ...version, changes, previous: changes }),
  },
  CompanySettingsChanged: {
    version: 2,
    meaning: 'Settings of the company file were changed, each under its dotted path.',
    schema: shape.object({ ...version, changes: settings, previous: settings }),
    upcasters: { 1: moveDirectorsNote },
  },
  CompanyOwnerChanged: {
    version: 1,
    meaning: 'A company file without a firm belongs to another account of its owner, who joined the two accounts.',
    schema: shape.object({ ...version, owner_id: shape.id, previous_owner_id: shape.id }),
  },
  CompanyFileTrashed: {
    version: 1,
    meaning: 'The company file was moved to the recycle bin. It is hidden until it is restored.',
    schema: shape.object(version),
  },
  CompanyFileRestored: {
    version: 1,
    meaning: 'The company file was restored from the recycle bin.',
    schema: shape.object(version),
  },
} satisfies EventCatalogue;

export type CompanyEvent = EventOf<typeof companyEvents>;
export type CompanyIdentity = DataOfEvent<typeof companyEvents, 'CompanyFileOpened'>;
