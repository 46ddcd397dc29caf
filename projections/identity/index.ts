import type { UserEvent } from '../../domain/identity/user-events.ts';
import type { RecordedEvent } from '../../eventlog/port.ts';
import { streamId } from '../support/provenance.ts';
import type { Subject } from '../support/subject.ts';
import { projectUser } from './projector.ts';
import { tokens, users } from './tables.ts';

const user = (_data: unknown, stored: RecordedEvent) => [{ table: users, key: [streamId(stored)] }];

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
    ProfileChanged: user,
    UserMirrored: user,
    PasswordChanged: user,
    EmailChangeRequested: user,
    EmailConfirmed: user,
    SecondFactorEnabled: user,
    SecondFactorDisabled: user,
    AccountClaimed: user,
    InvitationAccepted: user,
    PlatformAdminAppointed: user,
    TokenRevoked: ({ id }) => [{ table: tokens, key: [id] }],
  },
} satisfies Subject<UserEvent>;
