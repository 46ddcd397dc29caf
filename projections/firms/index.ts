import type { FirmMirrorEvent } from '../../domain/bridge/bridge-events.ts';
import type { FirmEvent } from '../../domain/firm.ts';
import type { LicenceEvent } from '../../domain/licence/licence.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { getStreamId } from '../support/provenance.ts';
import type { Subject } from '../support/subject.ts';
import { projectFirm } from './projector.ts';
import { firms, members, registrations } from './tables.ts';

const getFirmKeys = (_data: unknown, stored: RecordedEvent) => [{ table: firms, key: [getStreamId(stored)] }];
const getMemberKeys = ({ user_id }: { user_id: number }, stored: RecordedEvent) => [
  { table: members, key: [getStreamId(stored), user_id] },
];
const getRegistrationKeys = ({ company_id }: { company_id: number }) => [{ table: registrations, key: [company_id] }];

export const subject = {
  tables: [firms, members, registrations],
  project: {
    FirmOpened: projectFirm,
    FirmUpdated: projectFirm,
    FirmLogoSet: projectFirm,
    SecondFactorRequired: projectFirm,
    MemberAttached: projectFirm,
    MemberJoined: projectFirm,
    MemberInvitedAgain: projectFirm,
    MemberChanged: projectFirm,
    MemberCompaniesAssigned: projectFirm,
    MemberDetached: projectFirm,
    CompanyFileRegistered: projectFirm,
    CompanyFileRecoded: projectFirm,
    CompanyFileSetAside: projectFirm,
    CompanyFileTakenBack: projectFirm,
  },
  needs: {
    FirmUpdated: getFirmKeys,
    FirmLogoSet: getFirmKeys,
    SecondFactorRequired: getFirmKeys,
    MemberJoined: getMemberKeys,
    MemberInvitedAgain: getMemberKeys,
    MemberChanged: getMemberKeys,
    MemberCompaniesAssigned: getMemberKeys,
    MemberDetached: getMemberKeys,
    CompanyFileRecoded: getRegistrationKeys,
    CompanyFileSetAside: getRegistrationKeys,
    CompanyFileTakenBack: getRegistrationKeys,
  },
} satisfies Subject<Exclude<FirmEvent, LicenceEvent | WebhookEvent | FirmMirrorEvent>>;
