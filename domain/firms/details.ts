import { findCountryPack } from '../country-packs/index.ts';
import { isSameJson } from '../json.ts';
import { normaliseItaaNumber } from '../numbers/itaa-number.ts';
import { normaliseVatNumber } from '../numbers/vat-number.ts';
import { refuseInvalid, isRefusal, refuse, assertUnreachable, type Decision, type Problem } from '../refusal.ts';
import { NO_LATER_FIELDS, type DetailsEvent, type FirmDetails, type SignOnSettings } from './details-events.ts';
import { findSignOnRefusal } from './sign-on.ts';
import type { Firm, FirmIdentity } from './state.ts';
import { findVersionConflict } from '../versions.ts';

/** Details of the firm itself: name, numbers, address and logo. */

type Needed = 'name' | 'country_code' | 'locale' | 'email';
export type NewFirmDetails = Pick<FirmDetails, Needed> & Partial<FirmDetails>;

/** Origin of a firm. Actions in the demo firm have no effect outside it. */
export type FirmSource = 'manual' | 'demo' | 'external';

export interface OpenFirm {
  readonly type: 'OpenFirm';
  readonly firmId: number;
  readonly publicToken: string;
  readonly details: NewFirmDetails;
  readonly adminId: number;
  /** The admin already has an account and must accept the invitation first. */
  readonly isAdminInvited?: boolean;
  /** Absent: opened manually. */
  readonly source?: FirmSource;
}

export type DetailsCommand =
  | {
      type: 'UpdateFirm';
      changes: Partial<FirmDetails>;
      /** Absent: unchanged. */
      requiresSecondFactor?: boolean;
      /** Absent: unchanged. */
      requiresAcceptance?: boolean;
      /** Null: without single sign-on. Absent: unchanged. The provider has been checked to exist. */
      sso?: SignOnSettings | null;
      baseVersion: number | null;
    }
  | { type: 'SetFirmLogo'; file: string; baseVersion: number | null };

export function decideOpening({ firmId, publicToken, details, source }: OpenFirm): Decision<DetailsEvent> {
  const complete = normaliseDetails({ ...NO_LATER_FIELDS, ...details });
  const problems = findProblems(complete);
  if (problems.length > 0) return refuseInvalid(problems);
  const data = { id: firmId, public_token: publicToken, ...complete, source: source ?? 'manual' };
  return [{ type: 'FirmOpened', data }];
}

export function decideDetails(command: DetailsCommand, { identity: firm }: Firm): Decision<DetailsEvent> {
  if (firm === null) return refuse('not_found');
  const conflict = findVersionConflict(firm, command.baseVersion);
  if (conflict) return conflict;
  switch (command.type) {
    case 'UpdateFirm':
      return decideFirmUpdate(command, firm);
    case 'SetFirmLogo': {
      if (firm.logoFile === command.file) return [];
      const data = { version: firm.version + 1, file: command.file, previous: firm.logoFile };
      return [{ type: 'FirmLogoSet', data }];
    }
    default:
      return assertUnreachable(command);
  }
}

function decideFirmUpdate(
  { changes, requiresSecondFactor, requiresAcceptance, sso }: Extract<DetailsCommand, { type: 'UpdateFirm' }>,
  firm: FirmIdentity,
): Decision<DetailsEvent> {
  const updated = decideUpdate(changes, firm);
  if (isRefusal(updated)) return updated;
  const refused = sso ? findSignOnRefusal(sso) : null;
  if (refused) return refused;
  const events = [...updated];
  const countVersion = (): number => firm.version + events.length + 1;
  const is_required = requiresSecondFactor ?? firm.requiresSecondFactor;
  if (is_required !== firm.requiresSecondFactor)
    events.push({ type: 'SecondFactorRequired', data: { version: countVersion(), is_required } });
  const isAcceptanceRequired = firm.requiresAcceptance ?? true;
  if (requiresAcceptance !== undefined && requiresAcceptance !== isAcceptanceRequired)
    events.push({
      type: 'MemberAcceptanceRequired',
      data: { version: countVersion(), is_required: requiresAcceptance },
    });
  const previous = firm.sso ?? null;
  if (sso !== undefined && !isSameJson(sso, previous)) {
    const data = { version: countVersion(), ...(sso && { sso }), ...(previous && { previous }) };
    events.push({ type: 'SignOnConfigured', data });
  }
  return events;
}

function decideUpdate(requested: Partial<FirmDetails>, { details, version }: FirmIdentity): Decision<DetailsEvent> {
  const after = normaliseDetails({ ...details, ...requested });
  const changed = (Object.keys(details) as (keyof FirmDetails)[]).filter(
    (name) => !isSameJson(after[name], details[name]),
  );
  if (changed.length === 0) return [];
  const problems = findProblems(after);
  if (problems.length > 0) return refuseInvalid(problems);
  const data = { version: version + 1, changes: pickDetails(after, changed), previous: pickDetails(details, changed) };
  return [{ type: 'FirmUpdated', data }];
}

/** Normalises a number to its stored form. Returns null if the number is invalid. */
type Reader = (text: string) => string | null;

/** Numbers follow the rules of the firm's country. For an unsupported country, any text is a valid enterprise number. */
function getNumberReaders(
  country: string,
): Readonly<Record<'enterprise_number' | 'vat_number' | 'itaa_number', Reader>> {
  const pack = findCountryPack(country);
  return {
    enterprise_number: pack ? pack.enterpriseNumber.normalise : (text) => text,
    vat_number: pack ? pack.vatNumber.normalise : (text) => normaliseVatNumber(text, country),
    itaa_number: normaliseItaaNumber,
  };
}

const NUMBERS = ['enterprise_number', 'vat_number', 'itaa_number'] as const;

/** Converts numbers to their stored form. An invalid number stays as entered, so that validation reports it. */
function normaliseDetails(details: FirmDetails): FirmDetails {
  const readers = getNumberReaders(details.country_code);
  const numbers = NUMBERS.map((name) => [name, details[name] && (readers[name](details[name]) ?? details[name])]);
  return { ...details, ...(Object.fromEntries(numbers) as Pick<FirmDetails, (typeof NUMBERS)[number]>) };
}

/** Checks all numbers, including unchanged ones: a change of country can make them invalid. */
function findProblems(details: FirmDetails): Problem[] {
  const readers = getNumberReaders(details.country_code);
  return NUMBERS.filter((name) => details[name] !== null && readers[name](details[name]) === null).map((field) => ({
    code: `${field}_invalid`,
    field,
  }));
}

function pickDetails(details: FirmDetails, names: readonly (keyof FirmDetails)[]): Partial<FirmDetails> {
  return Object.fromEntries(names.map((name) => [name, details[name]]));
}
