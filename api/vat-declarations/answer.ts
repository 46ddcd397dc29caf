import type { DeclarationChanged } from '../../commands/vat-declarations/change.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { byBox } from '../../domain/vat-declarations/computation.ts';
import type { BoxAmount } from '../../domain/vat-declarations/declaration-events.ts';
import { formByCode } from '../../domain/vat-declarations/form.ts';
import { differencesFrom, withLate } from '../../domain/vat-declarations/movement.ts';
import { booksOfPeriod } from '../../projections/vat-declarations/facts.ts';
import { boxesWithin, lateBoxes } from '../../projections/vat-declarations/movements.ts';
import { findDeclaration, type DeclarationRow } from '../../projections/vat-declarations/queries.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { presentDeclaration, type Differences, type PresentedDeclaration } from './declaration.ts';

/** What every route about one VAT return answers with: the return as it is now. */

type Request = Pick<RouteRequest, 'services' | 'company' | 'language'>;

export async function shown(request: Request, id: number): Promise<PresentedDeclaration | null> {
  const { services, company, language } = request;
  const row = await findDeclaration(services.pool, company.id, id);
  return row ? presentDeclaration(row, language, await differencesOf(request, row)) : null;
}

/** None of a draft: it is refreshed. */
async function differencesOf({ services, company }: Request, row: DeclarationRow): Promise<Differences> {
  if (row.status === 'draft' || row.validated_at === null) return [];
  const [books, late] = await Promise.all([
    booksOfPeriod(services.pool, company.id, row),
    lateBoxes(services.pool, company.id, row, row.validated_at),
  ]);
  // The sums tell whether anything came into a period that takes nothing any more: only then its entries are looked through.
  const within = isSame(row.books, books) ? [] : await boxesWithin(services.pool, company.id, row, row.validated_at);
  const entries = [...within, ...late].map(({ entry_id: id, number, journal_code, box, amount }) => {
    return { entry: { id, number, journal_code }, box, amount };
  });
  return differencesFrom(formByCode(row.country_pack, row.form), row, withLate(books, late), entries);
}

function isSame(one: readonly BoxAmount[], other: readonly BoxAmount[]): boolean {
  const amounts = byBox(other);
  return one.length === other.length && one.every(({ box, amount }) => amounts.get(box) === amount);
}

export async function answer(
  request: Request,
  id: number,
  outcome: DeclarationChanged | Refusal,
  more: (declaration: PresentedDeclaration) => object = () => ({}),
): Promise<Reply | Refusal> {
  if (isRefusal(outcome)) return declarationConflict(request, id, outcome);
  const declaration = await shown(request, id);
  if (!declaration) return refuse('not_found');
  return ok({ ...declaration, ...more(declaration) }, { version: declaration.version, recorded: outcome.isRecorded });
}

/** A conflict shows the return as the server has it. */
export const declarationConflict = (request: Request, id: number, refusal: Refusal): Promise<Refusal> =>
  withServerData(refusal, () => shown(request, id));
