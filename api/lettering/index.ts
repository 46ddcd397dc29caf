import { readLetteringsByIds } from '../../projections/lettering/queries.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { LetteringAnswer, presentLettering } from './lettering.ts';
import { messages } from './messages.ts';
import { letteringRoutes } from './routes.ts';

/** Matching open items. */
export const lettering = subject({
  areas: { lettering: 'Matching of open items.' },
  routes: letteringRoutes,
  messages,
  feed: {
    lettering: {
      answer: LetteringAnswer,
      async read({ services, company, language }, ids) {
        const rows = await readLetteringsByIds(services.pool, company.id, ids);
        return rows.map((row) => withDeletion(presentLettering(row, language), row));
      },
      isGoneForGood: true,
      table: 'letterings',
    },
  },
  feedOrder: { lettering: 110 },
});
