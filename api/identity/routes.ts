import type { Route } from '../http/route.ts';
import { accountRoutes } from './account.ts';
import { emailRoutes } from './email.ts';
import { signInRoutes } from './sign-in.ts';
import { tokenRoutes } from './tokens.ts';

export const identityRoutes: readonly Route[] = [...signInRoutes, ...accountRoutes, ...emailRoutes, ...tokenRoutes];
