import type { RecordedEvent } from '../../eventlog/port.ts';
import { getStreamId } from '../support/provenance.ts';
import { handleEach, type Subject } from '../support/subject.ts';
import { projectFirm, type OwnFirmEvent } from './projector.ts';
import { firms, members, registrations } from './tables.ts';
import { registerEvents } from '../../domain/firms/register-events.ts';
import { memberEvents } from '../../domain/firms/member-events.ts';
import { detailsEvents } from '../../domain/firms/details-events.ts';

const getFirmKeys = (_data: unknown, stored: RecordedEvent) => [{ table: firms, key: [getStreamId(stored)] }];
const getMemberKeys = ({ user_id }: { user_id: number }, stored: RecordedEvent) => [
  { table: members, key: [getStreamId(stored), user_id] },
];
const getReplacedKeys = (data: { user_id: number; replaced_user_id: number }, stored: RecordedEvent) =>
  [data.user_id, data.replaced_user_id].map((userId) => ({ table: members, key: [getStreamId(stored), userId] }));
const getRegistrationKeys = ({ company_id }: { company_id: number }) => [{ table: registrations, key: [company_id] }];

export const subject = {
  tables: [firms, members, registrations],
  project: handleEach({ ...detailsEvents, ...memberEvents, ...registerEvents }, projectFirm),
  needs: {
    ...handleEach(detailsEvents, getFirmKeys, { except: ['FirmOpened'] }),
    ...handleEach(memberEvents, getMemberKeys, { except: ['MemberAttached', 'MemberReplaced'] }),
    MemberReplaced: getReplacedKeys,
    ...handleEach(registerEvents, getRegistrationKeys, { except: ['CompanyFileRegistered'] }),
  },
} satisfies Subject<OwnFirmEvent>;
