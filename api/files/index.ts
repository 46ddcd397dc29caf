import { subject } from '../subject.ts';
import { logoRoutes } from './logos.ts';

/** Files that are shown to everyone; what can be wrong with one that comes in, `api/http` says for all uploads. */
export const files = subject({ routes: logoRoutes });
