import type pg from 'pg';
import { toViesSubject } from '../../domain/numbers/vies.ts';
import { normaliseVatNumber } from '../../domain/numbers/vat-number.ts';
import { refuseInvalid, refuse, type Refusal } from '../../domain/refusal.ts';
import type { Vies, ViesResult } from '../../outside/vies/vies.ts';
import { countLookup } from '../../stores/lookup/quota.ts';
import { findCachedAnswer, saveAnswer } from '../../stores/lookup/vies-answers.ts';

export interface VatLookup extends ViesResult {
  readonly vatNumber: string;
  /** ISO 8601. */
  readonly askedAt: string;
}

export interface VatQuestion {
  readonly number: string;
  /** VAT number of the requester; the answer then proves that the check was made. */
  readonly requester: string | null;
  readonly userId: number;
  readonly mostADay: number;
}

/** Checks a VAT number with VIES. Answers are cached for one day. @throws OutsideUnavailable */
export async function lookUpVatNumber(
  { pool, vies }: { readonly pool: pg.Pool; readonly vies: Vies | null },
  { number, requester: asking, userId, mostADay }: VatQuestion,
): Promise<VatLookup | Refusal> {
  const vatNumber = normaliseVatNumber(number, null);
  const requester = asking === null ? null : normaliseVatNumber(asking, null);
  if (vatNumber === null) return refuseInvalid([{ field: 'number', code: 'vat_number_invalid' }]);
  if (asking !== null && requester === null) return refuseInvalid([{ field: 'requester', code: 'vat_number_invalid' }]);
  const subject = toViesSubject(vatNumber);
  if (!subject) return refuse('vat_number_not_in_vies', { field: 'number' });
  if (vies === null) return refuse('vies_not_configured');
  const known = await findCachedAnswer(pool, vatNumber, requester);
  if (known) return { vatNumber, ...known.answer, askedAt: known.asked_at };
  const refused = await countLookup(pool, userId, mostADay);
  if (refused) return refused;
  const answer = await vies.checkVatNumber(subject, requester === null ? null : toViesSubject(requester));
  return { vatNumber, ...answer, askedAt: await saveAnswer(pool, vatNumber, requester, answer) };
}
