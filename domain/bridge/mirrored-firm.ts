import { FIRM_FIELDS, type DetailsEvent, type FirmDetails } from '../firms/details-events.ts';
import { decideDetails, decideOpening } from '../firms/details.ts';
import type { MemberEvent } from '../firms/member-events.ts';
import { evolveDetails, type Firm } from '../firms/state.ts';
import { isSameJson, type JsonRecord } from '../json.ts';
import type { Language } from '../language.ts';
import { refuse, assertUnreachable, type Decision } from '../refusal.ts';
import type { FirmMirror, FirmMirrorEvent, RefusedPart, ReceivedFields, ToldByPlatform } from './bridge-events.ts';
import { endMembership, mirrorTeam, type ToldTeam } from './team.ts';
import { applyAcceptedFields, findPlatformChanges, isOutdated, mergeReceived } from './received-fields.ts';

/** Fields of a firm that the platform may set. */
export const MIRRORED_FIRM_FIELDS = FIRM_FIELDS;

export type FirmMirrorCommand =
  | ({
      readonly type: 'MirrorFirm';
      readonly isPartner: boolean;
      /** Null: not included. */
      readonly team: ToldTeam | null;
      /** For a firm that does not exist yet. */
      readonly opening: { readonly firmId: number; readonly publicToken: string; readonly language: Language } | null;
      readonly now: string;
    } & ToldByPlatform)
  /** The platform no longer lists this person in this firm. */
  | { readonly type: 'EndMembership'; readonly userId: number };

type Mirrored = DetailsEvent | MemberEvent | FirmMirrorEvent;

export function decideFirmMirror(command: FirmMirrorCommand, firm: Firm): Decision<Mirrored> {
  switch (command.type) {
    case 'EndMembership':
      return firm.mirror ? endMembership(command.userId, firm.members) : refuse('firm_not_linked');
    case 'MirrorFirm':
      return mirrorFirm(command, firm);
    default:
      return assertUnreachable(command);
  }
}

type MirrorFirm = Extract<FirmMirrorCommand, { type: 'MirrorFirm' }>;

function mirrorFirm(command: MirrorFirm, firm: Firm): Decision<Mirrored> {
  const { mirror: known, identity } = firm;
  if (identity ? known?.external_id !== command.externalId : !command.opening) return refuse('firm_not_linked');
  if (isOutdated(command.revision, known)) return [];
  const { externalId: external_id, revision, told, isPartner: is_partner, team, now } = command;
  const details = applyAcceptedFields(findPlatformChanges(told, known?.told), (changes) =>
    decideFirmDetails(changes, command, firm),
  );
  const afterDetails = details.events.reduce(evolveDetails, identity);
  if (!afterDetails) return refuse('firm_without_name');
  const members = team ? mirrorTeam(team, { ...firm, identity: afterDetails }, now) : NOTHING;
  const refused: readonly RefusedPart[] = [
    ...details.problems.map(
      ({ field, code }) => ({ resource: 'firms', external_id, field: field ?? null, code }) as const,
    ),
    ...members.refused,
  ];
  const next = {
    external_id,
    is_partner,
    told: mergeReceived(told, known?.told),
    refused: refused.length > 0 || team ? refused : (known?.refused ?? []),
    ...(revision !== null ? { revision } : known?.revision !== undefined && { revision: known.revision }),
  };
  const events = [...details.events, ...members.events];
  if (known && isSameJson(omitFirmVersion(known), next)) return events;
  return [...events, { type: 'FirmMirrored', data: { ...next, version: afterDetails.version + 1 } }];
}

const NOTHING = { events: [], refused: [] };

const omitFirmVersion = ({ version: _version, ...mirrored }: FirmMirror): JsonRecord => mirrored;

/** Opens a new firm with the required details; the other details follow. */
function decideFirmDetails(changes: ReceivedFields, { opening, told }: MirrorFirm, firm: Firm): Decision<DetailsEvent> {
  if (firm.identity || !opening) {
    const update = { type: 'UpdateFirm', changes: changes as Partial<FirmDetails>, baseVersion: null } as const;
    return decideDetails(update, firm);
  }
  const { firmId, publicToken, language } = opening;
  const details = {
    ...(changes as Partial<FirmDetails>),
    name: told['name'] ?? '',
    country_code: told['country_code'] ?? 'BE',
    locale: (told['locale'] ?? language) as Language,
    email: changes['email'] ?? null,
  };
  if (details.name === '') return [];
  return decideOpening({ type: 'OpenFirm', firmId, publicToken, details, adminId: firmId, source: 'external' });
}
