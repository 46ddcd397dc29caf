import { countryPack } from '../country-packs/index.ts';
import { sameJson } from '../json.ts';
import { normaliseItaaNumber } from '../numbers/itaa-number.ts';
import { normaliseVatNumber } from '../numbers/vat-number.ts';
import { invalid, isRefusal, refuse, unreachable, type Decision, type Problem } from '../refusal.ts';
import { NO_LATER_FIELDS, type DetailsEvent, type FirmDetails } from './details-events.ts';
import type { Firm, FirmIdentity } from './state.ts';

/** What is known about a firm itself: its name, numbers, address and logo. */

type Needed = 'name' | 'country_code' | 'locale' | 'email';
export type NewFirmDetails = Pick<FirmDetails, Needed> & Partial<FirmDetails>;

/** Where a firm comes from. Whatever happens in the demo firm has no effect outside it. */
export type FirmSource = 'manual' | 'demo' | 'external';

export interface OpenFirm {
  readonly type: 'OpenFirm';
  readonly firmId: number;
  readonly publicToken: string;
  readonly details: NewFirmDetails;
  readonly adminId: number;
  /** The admin has an account already and must accept first. */
  readonly isAdminInvited?: boolean;
  /** Absent: opened by hand. */
  readonly source?: FirmSource;
}

export type DetailsCommand =
  | {
      type: 'UpdateFirm';
      changes: Partial<FirmDetails>;
      /** Absent: as it is. */
      requiresSecondFactor?: boolean;
      baseVersion: number | null;
    }
  | { type: 'SetFirmLogo'; file: string; baseVersion: number | null };

export function decideOpening({ firmId, publicToken, details, source }: OpenFirm): Decision<DetailsEvent> {
  const complete = normalised({ ...NO_LATER_FIELDS, ...details });
  const problems = problemsOf(complete);
  if (problems.length > 0) return invalid(problems);
  const data = { id: firmId, public_token: publicToken, ...complete, source: source ?? 'manual' };
  return [{ type: 'FirmOpened', data }];
}

export function decideDetails(command: DetailsCommand, { identity }: Firm): Decision<DetailsEvent> {
  const firm = identity!;
  if (command.baseVersion !== null && command.baseVersion !== firm.version)
    return refuse('conflict', {}, { server_version: firm.version });
  switch (command.type) {
    case 'UpdateFirm': {
      const updated = update(command.changes, firm);
      const { requiresSecondFactor: is_required = firm.requiresSecondFactor } = command;
      if (isRefusal(updated) || is_required === firm.requiresSecondFactor) return updated;
      const version = firm.version + updated.length + 1;
      return [...updated, { type: 'SecondFactorRequired', data: { version, is_required } }];
    }
    case 'SetFirmLogo': {
      if (firm.logoFile === command.file) return [];
      const data = { version: firm.version + 1, file: command.file, previous: firm.logoFile };
      return [{ type: 'FirmLogoSet', data }];
    }
    default:
      return unreachable(command);
  }
}

function update(requested: Partial<FirmDetails>, { details, version }: FirmIdentity): Decision<DetailsEvent> {
  const after = normalised({ ...details, ...requested });
  const changed = (Object.keys(details) as (keyof FirmDetails)[]).filter(
    (name) => !sameJson(after[name], details[name]),
  );
  if (changed.length === 0) return [];
  const problems = problemsOf(after);
  if (problems.length > 0) return invalid(problems);
  const data = { version: version + 1, changes: pick(after, changed), previous: pick(details, changed) };
  return [{ type: 'FirmUpdated', data }];
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
