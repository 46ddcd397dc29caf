import { shape, type DataOfEvent, type EventCatalogue, type EventOf, type ObjectOfShapes } from '../event.ts';
import { LANGUAGES } from '../language.ts';

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
