import { subject } from '../subject.ts';
import { accountRoutes } from './account.ts';
import { demoRoute } from './demo.ts';
import { emailRoutes } from './email.ts';
import { invitationRoutes } from './invitations.ts';
import { joinRoute } from './join.ts';
import { passwordResetRoutes } from './password-reset.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { messages } from './messages.ts';
import { signInRoutes } from './sign-in.ts';
import { signOnRoutes } from './sign-on.ts';
import { tokenRoutes } from './tokens.ts';

/** Sign-in, the user's own account, sessions and integration tokens. */
export const identity = subject({
  areas: { auth: 'Sign-in, your account, sessions and integration tokens.' },
  routes: [
    ...signInRoutes,
    ...signOnRoutes,
    demoRoute,
    ...accountRoutes,
    ...emailRoutes,
    joinRoute,
    ...invitationRoutes,
    ...passwordResetRoutes,
    ...secondFactorRoutes,
    ...tokenRoutes,
  ],
  messages,
});
