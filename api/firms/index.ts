import { subject } from '../subject.ts';
import { boardRoute } from './board.ts';
import { detailsRoutes } from './details.ts';
import { messages } from './messages.ts';
import { overviewRoutes } from './overview.ts';
import { memberTokenRoutes } from './member-tokens.ts';
import { teamRoutes } from './team.ts';

/** Accounting firms, their team and their activity. */
export const firms = subject({
  areas: { firms: 'Accounting firms, their team and their activity.' },
  routes: [...detailsRoutes, ...teamRoutes, ...memberTokenRoutes, ...overviewRoutes, boardRoute],
  messages,
});
