import type { FirmMirrorEvent } from '../../domain/bridge/bridge-events.ts';
import type { FirmEvent } from '../../domain/firm.ts';
import type { LicenceEvent } from '../../domain/licence/licence.ts';
import type { WebhookEvent } from '../../domain/webhooks/webhook-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { streamId } from '../support/provenance.ts';
import type { Subject } from '../support/subject.ts';
import { projectFirm } from './projector.ts';
import { firms, members, registrations } from './tables.ts';

const firm = (_data: unknown, stored: RecordedEvent) => [{ table: firms, key: [streamId(stored)] }];
const member = ({ user_id }: { user_id: number }, stored: RecordedEvent) => [
  { table: members, key: [streamId(stored), user_id] },
];
const registration = ({ company_id }: { company_id: number }) => [{ table: registrations, key: [company_id] }];

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
    FirmUpdated: firm,
    FirmLogoSet: firm,
    SecondFactorRequired: firm,
    MemberJoined: member,
    MemberInvitedAgain: member,
    MemberChanged: member,
    MemberCompaniesAssigned: member,
    MemberDetached: member,
    CompanyFileRecoded: registration,
    CompanyFileSetAside: registration,
    CompanyFileTakenBack: registration,
  },
} satisfies Subject<Exclude<FirmEvent, LicenceEvent | WebhookEvent | FirmMirrorEvent>>;
