import type { DeclarationChanged } from '../../commands/vat-declarations/change.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { mapByBox } from '../../domain/vat-declarations/computation.ts';
import type { BoxAmount } from '../../domain/vat-declarations/declaration-events.ts';
import { getFormByCode } from '../../domain/vat-declarations/form.ts';
import { listFilingDifferences, withLateAmounts } from '../../domain/vat-declarations/movement.ts';
import { readPeriodBoxes } from '../../projections/vat-declarations/facts.ts';
import { readBoxesSince, readLateBoxes } from '../../projections/vat-declarations/movements.ts';
import { findDeclaration, type DeclarationRow } from '../../projections/vat-declarations/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { presentDeclaration, type Differences, type PresentedDeclaration } from './declaration.ts';

/** Reply shared by all routes about one VAT return: its current state. */

type Request = Pick<RouteRequest, 'services' | 'company' | 'language'>;

export async function readPresentedDeclaration(request: Request, id: number): Promise<PresentedDeclaration | null> {
  const { services, company, language } = request;
  const row = await findDeclaration(services.pool, company.id, id);
  return row ? presentDeclaration(row, language, await readDifferences(request, row)) : null;
}

/** Empty for a draft, which can be refreshed. */
async function readDifferences({ services, company }: Request, row: DeclarationRow): Promise<Differences> {
  if (row.status === 'draft' || row.validated_at === null) return [];
  const [books, late] = await Promise.all([
    readPeriodBoxes(services.pool, company.id, row),
    readLateBoxes(services.pool, company.id, row, row.validated_at),
  ]);
  // The totals show whether anything was posted to a locked period: only then are its entries examined.
  const within = hasSameAmounts(row.books, books)
    ? []
    : await readBoxesSince(services.pool, company.id, row, row.validated_at);
  const entries = [...within, ...late].map(({ entry_id: id, number, journal_code, box, amount }) => {
    return { entry: { id, number, journal_code }, box, amount };
  });
  return listFilingDifferences(getFormByCode(row.country_pack, row.form), row, withLateAmounts(books, late), entries);
}

function hasSameAmounts(one: readonly BoxAmount[], other: readonly BoxAmount[]): boolean {
  const amounts = mapByBox(other);
  return one.length === other.length && one.every(({ box, amount }) => amounts.get(box) === amount);
}

export async function respondWithDeclaration(
  request: Request,
  id: number,
  outcome: DeclarationChanged | Refusal,
  more: (declaration: PresentedDeclaration) => object = () => ({}),
): Promise<Reply | Refusal> {
  if (isRefusal(outcome)) return withCurrentDeclaration(request, id, outcome);
  const declaration = await readPresentedDeclaration(request, id);
  if (!declaration) return refuse('not_found');
  return ok({ ...declaration, ...more(declaration) }, { version: declaration.version, recorded: outcome.isRecorded });
}

/** On a conflict, adds the return as stored on the server. */
export const withCurrentDeclaration = (request: Request, id: number, refusal: Refusal): Promise<Refusal> =>
  withServerData(refusal, () => readPresentedDeclaration(request, id));
