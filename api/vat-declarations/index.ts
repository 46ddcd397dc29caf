import { readDeclarationsByIds } from '../../projections/vat-declarations/queries.ts';
import { subject } from '../subject.ts';
import { withDeletion } from '../sync/feed.ts';
import { presentDeclaration, VatDeclaration } from './declaration.ts';
import { calendarRoutes } from './calendar.ts';
import { controlRoute } from './control.ts';
import { messages } from './messages.ts';
import { vatDeclarationRoutes } from './routes.ts';

/** VAT returns. */
export const vatDeclarations = subject({
  areas: { vat: 'VAT returns and listings.' },
  routes: [...vatDeclarationRoutes, ...calendarRoutes, controlRoute],
  messages,
  feed: {
    'vat-declarations': {
      answer: VatDeclaration,
      async read({ services, company, language }, ids) {
        const rows = await readDeclarationsByIds(services.pool, company.id, ids);
        return rows.map((row) => withDeletion(presentDeclaration(row, language), row));
      },
      isGoneForGood: true,
    },
  },
});
