import { sql, type RawBuilder } from 'kysely';
import type { CompanyRole, FirmRole } from '../../domain/firms/member-events.ts';
import type { Language } from '../../domain/language.ts';
import { queries } from '../support/compiler.ts';

/** A firm that a user belongs to, with the user's rights there. */
export interface Membership {
  readonly firm_id: number;
  readonly public_token: string;
  readonly name: string;
  readonly locale: Language;
  readonly is_demo: boolean;
  readonly role: FirmRole;
  readonly all_companies: boolean;
  /** Restricts the role in all files; null means no restriction. */
  readonly company_role: CompanyRole | null;
  /** Without access to all files: the role in each visible file, by company id; null keeps the role in the firm. */
  readonly companies: Readonly<Record<string, CompanyRole | null>>;
}

/** Identifies the demo firm (`f`). */
export const IS_DEMO: RawBuilder<boolean> = sql`f.source = 'demo'`;

/** Firms where a user (`u`) is an active member who has joined: an invitation alone gives no access. */
const selectMemberships = (isVisible: RawBuilder<boolean>) =>
  sql<readonly Membership[]>`coalesce(${queries
    .selectFrom('read.members as m')
    .innerJoin('read.firms as f', 'f.id', 'm.firm_id')
    .select(
      sql`json_agg(json_build_object('firm_id', f.id, 'public_token', f.public_token, 'name', f.name, 'locale', f.locale,
      'is_demo', ${IS_DEMO}, 'role', m.role, 'all_companies', m.all_companies, 'company_role', m.company_role,
      'companies', m.companies) order by f.id)`.as('memberships'),
    )
    .where('m.user_id', '=', sql.ref<number>('u.id'))
    .where('m.is_active', '=', true)
    .where('m.is_invited', '=', false)
    .where(isVisible)}, '[]')`.as('memberships');

/** A firm may require a second factor: users without one do not see it. */
export const MEMBERSHIPS = selectMemberships(sql<boolean>`(u.has_second_factor or not f.requires_second_factor)`);

/**
 * The firms that a token (`t`) sees. The sign-in at the provider of the firm counts as a second factor. A firm that
 * requires its provider is visible to sessions opened there, and to integration tokens issued in them or before.
 */
export const TOKEN_MEMBERSHIPS = selectMemberships(sql<boolean>`(t.sign_on_firm_id is null or t.sign_on_firm_id = f.id)
  and (u.has_second_factor or not f.requires_second_factor or t.sign_on_provider = f.sso ->> 'provider')
  and (f.sso_required_since is null or t.sign_on_provider = f.sso ->> 'provider'
    or (t.kind = 'integration' and t.created_at < f.sso_required_since))`);
