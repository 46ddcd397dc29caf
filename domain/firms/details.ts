import { countryPack } from '../country-packs/index.ts';
import { shape, type DataOfEvent, type EventCatalogue, type EventOf, type ObjectOfShapes } from '../event.ts';
import { sameJson } from '../json.ts';
import { LANGUAGES } from '../language.ts';
import { normaliseItaaNumber } from '../numbers/itaa-number.ts';
import { normaliseVatNumber } from '../numbers/vat-number.ts';
import { invalid, refuse, unreachable, type Decision, type Problem } from '../refusal.ts';

/** What is known about a firm itself: its name, numbers, address and logo. */

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
/** An event without them is of a firm without them. */
const laterFields = shape.texts(...LATER_FIELDS);
const changes = shape.object({}, { ...firstFields, ...laterFields });

export type FirmDetails = ObjectOfShapes<typeof firstFields & typeof laterFields>;

type Needed = 'name' | 'country_code' | 'locale' | 'email';
export type NewFirmDetails = Pick<FirmDetails, Needed> & Partial<FirmDetails>;

/** Where a firm comes from. Whatever happens in the demo firm has no effect outside it. */
export type FirmSource = 'manual' | 'demo';

export interface FirmIdentity {
  readonly id: number;
  readonly version: number;
  readonly source: string;
  readonly details: FirmDetails;
  /** Name of the image in the store: the hash of what it contains, and its kind. */
  readonly logoFile: string | null;
}

export interface OpenFirm {
  readonly type: 'OpenFirm';
  readonly firmId: number;
  readonly publicToken: string;
  readonly details: NewFirmDetails;
  readonly adminId: number;
  /** Absent: opened by hand. */
  readonly source?: FirmSource;
}

export type DetailsCommand =
  | { type: 'UpdateFirm'; changes: Partial<FirmDetails>; baseVersion: number | null }
  | { type: 'SetFirmLogo'; file: string; baseVersion: number | null };

const FILE = '^[0-9a-f]{64}\\.[a-z]+$';

export const detailsEvents = {
  FirmOpened: {
    version: 1,
    meaning: 'An accounting firm was opened.',
    schema: shape.object({ id: shape.id, public_token: shape.text, ...firstFields, source: shape.text }, laterFields),
  },
  FirmUpdated: {
    version: 1,
    meaning: 'Details of the firm got other values; the earlier ones are told too.',
    schema: shape.object({ version: shape.positive, changes, previous: changes }),
  },
  FirmLogoSet: {
    version: 1,
    meaning: 'The firm got a logo, or another one; the image is in the store, under the hash of what it contains.',
    schema: shape.object({
      version: shape.positive,
      file: shape.matching(FILE),
      previous: shape.optionalMatching(FILE),
    }),
  },
} satisfies EventCatalogue;

export type DetailsEvent = EventOf<typeof detailsEvents>;
type Opened = DataOfEvent<typeof detailsEvents, 'FirmOpened'>;

const EMPTY = Object.fromEntries(LATER_FIELDS.map((name) => [name, null])) as Record<
  (typeof LATER_FIELDS)[number],
  null
>;

/** All details of an event, with those that it does not tell as null. */
export function openedDetails({ id: _id, public_token: _token, source: _source, ...details }: Opened): FirmDetails {
  return { ...EMPTY, ...details };
}

export function decideOpening({ firmId, publicToken, details, source }: OpenFirm): Decision<DetailsEvent> {
  const complete = normalised({ ...EMPTY, ...details });
  const problems = problemsOf(complete);
  if (problems.length > 0) return invalid(problems);
  const data = { id: firmId, public_token: publicToken, ...complete, source: source ?? 'manual' };
  return [{ type: 'FirmOpened', data }];
}

export function decideDetails(command: DetailsCommand, firm: FirmIdentity): Decision<DetailsEvent> {
  if (command.baseVersion !== null && command.baseVersion !== firm.version)
    return refuse('conflict', {}, { server_version: firm.version });
  switch (command.type) {
    case 'UpdateFirm':
      return update(command.changes, firm);
    case 'SetFirmLogo': {
      if (firm.logoFile === command.file) return [];
      const data = { version: firm.version + 1, file: command.file, previous: firm.logoFile };
      return [{ type: 'FirmLogoSet', data }];
    }
    default:
      return unreachable(command);
  }
}

function update(wanted: Partial<FirmDetails>, { details, version }: FirmIdentity): Decision<DetailsEvent> {
  const after = normalised({ ...details, ...wanted });
  const changed = (Object.keys(details) as (keyof FirmDetails)[]).filter(
    (name) => !sameJson(after[name], details[name]),
  );
  if (changed.length === 0) return [];
  const problems = problemsOf(after);
  if (problems.length > 0) return invalid(problems);
  const data = { version: version + 1, changes: pick(after, changed), previous: pick(details, changed) };
  return [{ type: 'FirmUpdated', data }];
}

export function evolveDetails(firm: FirmIdentity | null, event: DetailsEvent): FirmIdentity | null {
  if (event.type === 'FirmOpened') {
    const { id, source } = event.data;
    return { id, version: 1, source, details: openedDetails(event.data), logoFile: null };
  }
  if (firm === null) return null;
  const { version } = event.data;
  return event.type === 'FirmUpdated'
    ? { ...firm, version, details: { ...firm.details, ...event.data.changes } }
    : { ...firm, version, logoFile: event.data.file };
}

/** How a number is read: the form in which it is kept, or null for what is none. */
type Reader = (text: string) => string | null;

/** Numbers are judged by the rules of the firm's country; where the service has none, an enterprise number is any text. */
function readersFor(country: string): Readonly<Record<'enterprise_number' | 'vat_number' | 'itaa_number', Reader>> {
  const pack = countryPack(country);
  return {
    enterprise_number: pack ? pack.enterpriseNumber.normalise : (text) => text,
    vat_number: pack ? pack.vatNumber.normalise : (text) => normaliseVatNumber(text, country),
    itaa_number: normaliseItaaNumber,
  };
}

const NUMBERS = ['enterprise_number', 'vat_number', 'itaa_number'] as const;

/** Numbers in the form in which they are kept; one that is wrong stays as it was written, for the check to find. */
function normalised(details: FirmDetails): FirmDetails {
  const readers = readersFor(details.country_code);
  const numbers = NUMBERS.map((name) => [name, details[name] && (readers[name](details[name]) ?? details[name])]);
  return { ...details, ...(Object.fromEntries(numbers) as Pick<FirmDetails, (typeof NUMBERS)[number]>) };
}

/** All numbers, also those that stay: another country makes them wrong. */
function problemsOf(details: FirmDetails): Problem[] {
  const readers = readersFor(details.country_code);
  return NUMBERS.filter((name) => details[name] !== null && readers[name](details[name]) === null).map((field) => ({
    code: `${field}_invalid`,
    field,
  }));
}

function pick(details: FirmDetails, names: readonly (keyof FirmDetails)[]): Partial<FirmDetails> {
  return Object.fromEntries(names.map((name) => [name, details[name]]));
}
