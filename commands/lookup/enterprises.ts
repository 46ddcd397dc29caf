import type pg from 'pg';
import { resolveEnterprise, type EnterpriseSubject } from '../../domain/numbers/enterprise-number.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import type { FoundEnterprise, Register, RegisterEntry } from '../../outside/registers/register.ts';
import { countLookup } from '../../stores/lookup/quota.ts';

export interface EnterpriseToolbox {
  readonly pool: pg.Pool;
  readonly register: Register | null;
}

export interface Asking {
  readonly language: string;
  readonly userId: number;
  readonly mostADay: number;
}

/** Looks up one enterprise by its number. @throws OutsideUnavailable */
export async function lookUpEnterprise(
  { pool, register }: EnterpriseToolbox,
  { number, country }: { readonly number: string; readonly country: string | null },
  { language, userId, mostADay }: Asking,
): Promise<(EnterpriseSubject & { readonly entry: RegisterEntry }) | Refusal> {
  const subject = resolveEnterprise(number, country);
  if (isRefusal(subject)) return subject;
  if (register === null) return refuse('register_not_configured');
  const refused = await countLookup(pool, userId, mostADay);
  if (refused) return refused;
  const entry = await register.findEnterprise(subject.country, subject.number, language);
  return entry ? { ...subject, entry } : refuse('not_found');
}

/** Searches enterprises by name. @throws OutsideUnavailable */
export async function searchEnterprises(
  { pool, register }: EnterpriseToolbox,
  { name, country }: { readonly name: string; readonly country: string | null },
  { language, userId, mostADay }: Asking,
): Promise<readonly FoundEnterprise[] | Refusal> {
  if (register === null) return refuse('register_not_configured');
  const refused = await countLookup(pool, userId, mostADay);
  return refused ?? register.searchEnterprises(name, country, language);
}
