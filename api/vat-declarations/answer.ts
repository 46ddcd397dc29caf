import type { DeclarationChanged } from '../../commands/vat-declarations/change.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { mapByBox } from '../../domain/vat-declarations/computation.ts';
import type { BoxAmount } from '../../domain/vat-declarations/declaration-events.ts';
import { getFormByCode } from '../../domain/vat-declarations/form.ts';
import { listFilingDifferences, withLateAmounts } from '../../domain/vat-declarations/movement.ts';
import { findCarriedAmounts } from '../../domain/vat-declarations/order.ts';
import { readPeriodBoxes } from '../../projections/vat-declarations/facts.ts';
import { readBoxesSince, readLateBoxes } from '../../projections/vat-declarations/movements.ts';
import { findDeclaration, readReturnChain, type DeclarationRow } from '../../projections/vat-declarations/queries.ts';
import { readListedCustomers } from '../../projections/vat-filing/customers.ts';
import { translate } from '../i18n/translate.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { presentDeclaration, type Differences, type PresentedDeclaration } from './declaration.ts';

/** Reply shared by all routes about one VAT return: its current state. */

type Request = Pick<RouteRequest, 'services' | 'company' | 'language'>;

export async function readPresentedDeclaration(request: Request, id: number): Promise<PresentedDeclaration | null> {
  const { services, company, language } = request;
  const row = await findDeclaration(services.pool, company.id, id);
  if (!row) return null;
  const presented = presentDeclaration(row, language, await readDifferences(request, row));
  return withNilListingWarning(request, row, presented);
}

/** Warns if a Belgian return declares that there are no customers to list although there are. */
export async function withNilListingWarning(
  { services, company, language }: Request,
  { country_pack, requests, year }: Pick<DeclarationRow, 'country_pack' | 'requests' | 'year'>,
  presented: PresentedDeclaration,
): Promise<PresentedDeclaration> {
  if (country_pack !== 'BE' || !requests.client_listing_nil) return presented;
  const { length: count } = await readListedCustomers(services.pool, company.id, year);
  if (count === 0) return presented;
  const message = translate('vat_check_nil_listing', language, { count, year: String(year) });
  const warning = { code: 'vat_check_nil_listing', severity: 'warning' as const, message, links: [] };
  return { ...presented, warnings: [...presented.warnings, warning] };
}

/** Without the list of differences: it is read for drafts only, where any entry may change it. */
export async function presentListedDeclarations(
  request: Request,
  rows: readonly DeclarationRow[],
): Promise<readonly PresentedDeclaration[]> {
  const { services, company, language } = request;
  const { filer, returns } = await readReturnChain(services.pool, company.id);
  const presented: PresentedDeclaration[] = [];
  for (const row of rows) {
    const carried = findCarriedAmounts(row, filer, returns);
    const hasMoved =
      row.status === 'draft'
        ? (await readDifferences(request, row)).length > 0
        : row.has_late_tax || !hasSameAmounts(row.carried, carried);
    presented.push(presentDeclaration(row, language, null, hasMoved));
  }
  return presented;
}

/** Differences to what would be filed now: of a draft since it was computed, otherwise since it was validated. */
export async function readDifferences({ services, company }: Request, row: DeclarationRow): Promise<Differences> {
  const since = row.validated_at ?? row.computed_at;
  const isDraft = row.status === 'draft';
  const [books, late, { filer, returns }] = await Promise.all([
    readPeriodBoxes(services.pool, company.id, row),
    isDraft ? [] : readLateBoxes(services.pool, company.id, row, since),
    readReturnChain(services.pool, company.id),
  ]);
  // The totals show whether anything was posted in the period since: only then are its entries examined.
  const within = hasSameAmounts(row.books, books) ? [] : await readBoxesSince(services.pool, company.id, row, since);
  const entries = [...within, ...late].map(({ entry_id: id, number, journal_code, box, amount }) => {
    return { entry: { id, number, journal_code }, box, amount };
  });
  const current = { books: withLateAmounts(books, late), carried: findCarriedAmounts(row, filer, returns) };
  return listFilingDifferences(getFormByCode(row.country_pack, row.form), row, current, entries);
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

/** On a conflict, adds the return as stored on the server; if the books have changed, the differences. */
export async function withCurrentDeclaration(request: Request, id: number, refusal: Refusal): Promise<Refusal> {
  if (refusal.code !== 'declaration_moved') return withServerData(refusal, () => readPresentedDeclaration(request, id));
  const current = await readPresentedDeclaration(request, id);
  const { fingerprint, differences } = current ?? { fingerprint: null, differences: [] };
  return { ...refusal, facts: { ...refusal.facts, fingerprint, differences } };
}
