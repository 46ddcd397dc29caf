import { on, plainSlice, type Subject } from '../subject.ts';
import { decideUser } from './account.ts';
import { evolveUser, noTokens, packTokens, unpackTokens, type Account, type User } from './state.ts';
import { userEvents } from './user-events.ts';

/** A person who can sign in: account, password, e-mail address and tokens. */
export const identity = {
  events: userEvents,
  decide: {
    RegisterUser: decideUser,
    OpenSession: decideUser,
    IssueToken: decideUser,
    RevokeToken: decideUser,
    ChangeProfile: decideUser,
    MirrorUser: decideUser,
    ChangePassword: decideUser,
    RequestEmailChange: decideUser,
    ConfirmEmail: decideUser,
    CancelEmailChange: decideUser,
    ResetPassword: decideUser,
    EnableSecondFactor: decideUser,
    DisableSecondFactor: decideUser,
    LinkSignOn: decideUser,
    UnlinkSignOn: decideUser,
    AcceptInvitation: decideUser,
    JoinAccount: decideUser,
    EraseAccount: decideUser,
    AppointPlatformAdmin: decideUser,
  },
  evolve: [on(userEvents, evolveUser)],
  slices: {
    account: plainSlice<Account | null>(null),
    tokens: { initial: noTokens, pack: packTokens, unpack: unpackTokens },
  },
} satisfies Subject<User>;
