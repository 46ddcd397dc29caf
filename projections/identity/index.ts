import type { UserEvent } from '../../domain/identity/user-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { getStreamId } from '../support/provenance.ts';
import type { Subject } from '../support/subject.ts';
import { projectUser } from './projector.ts';
import { tokens, users } from './tables.ts';

const getUserKeys = (_data: unknown, stored: RecordedEvent) => [{ table: users, key: [getStreamId(stored)] }];

export const subject = {
  tables: [users, tokens],
  project: {
    UserRegistered: projectUser,
    ProfileChanged: projectUser,
    UserMirrored: projectUser,
    PasswordChanged: projectUser,
    EmailChangeRequested: projectUser,
    EmailConfirmed: projectUser,
    SecondFactorEnabled: projectUser,
    SecondFactorDisabled: projectUser,
    AccountClaimed: projectUser,
    InvitationAccepted: projectUser,
    PlatformAdminAppointed: projectUser,
    TokenIssued: projectUser,
    TokenRevoked: projectUser,
  },
  needs: {
    ProfileChanged: getUserKeys,
    UserMirrored: getUserKeys,
    PasswordChanged: getUserKeys,
    EmailChangeRequested: getUserKeys,
    EmailConfirmed: getUserKeys,
    SecondFactorEnabled: getUserKeys,
    SecondFactorDisabled: getUserKeys,
    AccountClaimed: getUserKeys,
    InvitationAccepted: getUserKeys,
    PlatformAdminAppointed: getUserKeys,
    TokenRevoked: ({ id }) => [{ table: tokens, key: [id] }],
  },
} satisfies Subject<UserEvent>;
