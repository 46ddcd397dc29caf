import {
  shape,
  type DataOfEvent,
  type EventCatalogue,
  type EventOf,
  type ObjectOfShapes,
  type TypeOf,
} from '../event.ts';
import { LANGUAGES } from '../language.ts';
import type { FirmRole } from './member-events.ts';

/** Details of the firm itself: name, numbers, address and logo. */

const LATER_FIELDS = [
  'phone',
  'website',
  'address',
  'postal_code',
  'city',
  'enterprise_number',
  'vat_number',
  'itaa_number',
  'itaa_status',
  'itaa_quality',
] as const;

const firstFields = {
  name: shape.text,
  country_code: shape.text,
  locale: shape.oneOf(...LANGUAGES),
  email: shape.optionalText,
};
/** The names of all firm details. */
export const FIRM_FIELDS = [
  'name',
  'country_code',
  'locale',
  'email',
  ...LATER_FIELDS,
] as const satisfies readonly (keyof FirmDetails)[];

/** Fields added later. Older events lack them, which means that they are empty. */
const laterFields = shape.texts(...LATER_FIELDS);
const changes = shape.object({}, { ...firstFields, ...laterFields });

export type FirmDetails = ObjectOfShapes<typeof firstFields & typeof laterFields>;

const FILE = '^[0-9a-f]{64}\\.[a-z]+$';

const signOnSettings = shape.object({
  /** Key of a provider in the configuration of the service. */
  provider: shape.text,
  /** The firm is visible only to sessions that were opened through the provider. */
  required: shape.flag,
  /** Name of the claim that decides the role. Null: roles are managed by the firm. */
  claim: shape.optionalText,
  /** Role by value of the claim; `*` stands for all other values. */
  roles: shape.objectOf<Readonly<Record<string, FirmRole>>>(),
  /** People with a role are added to the team when they first sign in. */
  create_members: shape.flag,
});

export type SignOnSettings = TypeOf<typeof signOnSettings>;

export const detailsEvents = {
  FirmOpened: {
    version: 1,
    meaning: 'An accounting firm was opened.',
    schema: shape.object({ id: shape.id, public_token: shape.text, ...firstFields, source: shape.text }, laterFields),
  },
  FirmUpdated: {
    version: 1,
    meaning: 'Details of the firm changed. The event has the earlier values too.',
    schema: shape.object({ version: shape.positive, changes, previous: changes }),
  },
  SecondFactorRequired: {
    version: 1,
    meaning:
      'The firm is visible only to members whose account requires a second factor or, if not required, to every member again.',
    schema: shape.object({ version: shape.positive, is_required: shape.flag }),
  },
  MemberAcceptanceRequired: {
    version: 1,
    meaning:
      'People with an account become members only when they accept an invitation or, if not required, at once if they have the verified e-mail domain of the inviting administrator.',
    schema: shape.object({ version: shape.positive, is_required: shape.flag }),
  },
  SignOnConfigured: {
    version: 1,
    meaning:
      'The firm chose or changed its single sign-on: provider, roles by claim, new members, and whether passwords still open the firm. Absent settings mean none. The event has the earlier settings too.',
    schema: shape.object(
      { version: shape.positive },
      {
        sso: signOnSettings,
        previous: signOnSettings,
      },
    ),
  },
  FirmLogoSet: {
    version: 1,
    meaning:
      'The logo of the firm was set or replaced. The image is in the file storage, under the hash of its content.',
    schema: shape.object({
      version: shape.positive,
      file: shape.matching(FILE),
      previous: shape.optionalMatching(FILE),
    }),
  },
} satisfies EventCatalogue;

export type DetailsEvent = EventOf<typeof detailsEvents>;
export type OpenedFirm = DataOfEvent<typeof detailsEvents, 'FirmOpened'>;

export const NO_LATER_FIELDS = Object.fromEntries(LATER_FIELDS.map((name) => [name, null])) as Record<
  (typeof LATER_FIELDS)[number],
  null
>;

/** Returns all details of the event. Missing ones are null. */
export function toFirmDetails({ id: _id, public_token: _token, source: _source, ...details }: OpenedFirm): FirmDetails {
  return { ...NO_LATER_FIELDS, ...details };
}
