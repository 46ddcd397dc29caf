import { z } from 'zod';
import {
  getAllowedCompanies,
  getAllowedStorage,
  getAllowedUsers,
  getLicenceStatus,
} from '../../domain/licence/licence.ts';
import { FREE_PLAN, PLAN_CODES, findPlan } from '../../domain/licence/plans.ts';
import type { Language } from '../../domain/language.ts';
import type { LicenceUse } from '../../projections/licence/queries.ts';
import { plainDate, timestamp } from '../http/reply/output.ts';
import { formatTimestamp } from '../http/reply/time.ts';

const toUsage = (what: string) =>
  z.object({
    allowed: z
      .int()
      .nullable()
      .meta({ description: `Present limit for ${what}; null means unlimited.` }),
    used: z.int().min(0),
  });

export const Licence = z
  .object({
    plan: z.enum(PLAN_CODES),
    label: z.string(),
    status: z.enum(['free', 'active', 'pending', 'expired']).meta({
      description: 'While a licence is not active, the limits of the free plan apply.',
    }),
    key_hint: z.string().nullable(),
    users: toUsage('active members'),
    companies: toUsage('company files'),
    storage: toUsage('bytes of files'),
    valid_from: plainDate.nullable(),
    valid_until: plainDate.nullable(),
    activated_at: timestamp.nullable(),
  })
  .meta({ id: 'Licence' });

export function presentLicence(
  { licence, users_used, companies_used, storage_used }: LicenceUse,
  now: string,
  language: Language,
): z.output<typeof Licence> {
  const plan = (licence && findPlan(licence.plan)) ?? FREE_PLAN;
  return {
    plan: plan.code,
    label: plan.label[language],
    status: getLicenceStatus(licence, now),
    key_hint: licence?.key_hint ?? null,
    users: { allowed: toNullableLimit(getAllowedUsers(licence, now)), used: users_used },
    companies: { allowed: toNullableLimit(getAllowedCompanies(licence, now)), used: companies_used },
    storage: { allowed: toNullableLimit(getAllowedStorage(licence, now)), used: storage_used },
    valid_from: licence?.valid_from ?? null,
    valid_until: licence?.valid_until ?? null,
    activated_at: licence && formatTimestamp(licence.activated_at),
  };
}

const toNullableLimit = (allowed: number): number | null => (allowed === Infinity ? null : allowed);
