import { z } from 'zod';
import { findCountryPack } from '../../domain/country-packs/index.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { formatItaaNumber } from '../../domain/numbers/itaa-number.ts';
import {
  listFirmCompanies,
  listFirms,
  listMembers,
  type FirmCompanyRow,
  type FirmRow,
  type MemberRow,
} from '../../projections/firms/queries.ts';
import { findCompanyRole } from '../access/rights.ts';
import { buildLogoUrl } from '../files/logos.ts';
import type { SignedUrls } from '../http/routing/signed-urls.ts';
import type { FirmAccess } from '../http/routing/access.ts';
import { ROLES } from '../http/routing/access.ts';
import { publicToken, recordId, timestamp } from '../http/reply/output.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { formatTimestamp } from '../http/reply/time.ts';
import { FirmMember, filterVisibleMembers, presentMember } from './member.ts';

const nullableText = z.string().nullable();

export const SignOnShown = z
  .object({
    provider: z.string().meta({ description: 'Key of the provider.' }),
    required: z.boolean().meta({
      description: 'The firm is visible only to sessions opened through the provider; passwords open nothing of it.',
    }),
    claim: nullableText.meta({
      description:
        'Claim of the provider that decides the role at every sign-in; null if the firm manages roles itself.',
    }),
    roles: z.record(z.string(), z.enum(ROLES)).meta({
      description: 'Role by value of the claim. `*` stands for every other value and for a missing claim.',
    }),
    create_members: z.boolean().meta({
      description: 'People with a role are added to the team when they first sign in.',
    }),
  })
  .meta({ id: 'SignOnSettings' });

export const FirmSummary = z
  .object({
    id: recordId,
    public_token: publicToken,
    name: z.string(),
    enterprise_number: nullableText,
    vat_number: nullableText,
    itaa_number: nullableText,
    itaa_status: nullableText,
    itaa_quality: nullableText,
    address: nullableText,
    postal_code: nullableText,
    city: nullableText,
    website: nullableText,
    logo_url: nullableText,
    is_partner: z.boolean(),
    country_code: z.string(),
    locale: z.enum(LANGUAGES),
    email: nullableText,
    phone: nullableText,
    source: z.string(),
    synced_at: timestamp.nullable(),
    can_manage: z.boolean(),
    requires_second_factor: z.boolean(),
    members_require_acceptance: z.boolean().meta({
      description:
        'True if people with an account accept an invitation before they are members; set by `members.require_acceptance`. False: people with the verified e-mail domain of the inviting administrator are members at once.',
    }),
    version: z.int(),
  })
  .meta({ id: 'FirmSummary' });

export const FirmCompany = z
  .object({
    public_token: publicToken,
    name: z.string(),
    code: z.string(),
    icon_url: nullableText,
    logo_url: nullableText,
    members: z.array(
      z.object({ id: recordId, name: z.string(), email: z.string(), role: z.enum(ROLES), is_active: z.boolean() }),
    ),
  })
  .meta({ id: 'FirmCompany' });

export const Firm = FirmSummary.extend({
  sso: SignOnShown.nullable().meta({ description: 'Single sign-on of the firm; null without.' }),
  members: z.array(FirmMember),
  companies: z.array(FirmCompany),
}).meta({ id: 'Firm' });

/** Numbers are stored without formatting and shown in the format of their country. */
export function presentFirm(
  row: FirmRow,
  role: FirmAccess['role'],
  signedUrls: SignedUrls,
): z.output<typeof FirmSummary> {
  const pack = findCountryPack(row.country_code);
  const { enterprise_number, vat_number, itaa_number } = row;
  return {
    id: row.id,
    public_token: row.public_token,
    name: row.name,
    enterprise_number: enterprise_number && (pack?.enterpriseNumber.format(enterprise_number) ?? enterprise_number),
    vat_number: vat_number && (pack?.vatNumber.format(vat_number) ?? vat_number),
    itaa_number: itaa_number && formatItaaNumber(itaa_number),
    itaa_status: row.itaa_status,
    itaa_quality: row.itaa_quality,
    address: row.address,
    postal_code: row.postal_code,
    city: row.city,
    website: row.website,
    logo_url: buildLogoUrl(signedUrls, row.logo_file),
    is_partner: row.is_partner,
    country_code: row.country_code,
    locale: row.locale,
    email: row.email,
    phone: row.phone,
    source: row.source,
    synced_at: row.synced_at && formatTimestamp(row.synced_at),
    can_manage: role === 'admin' || role === 'manager',
    requires_second_factor: row.requires_second_factor,
    members_require_acceptance: row.requires_acceptance,
    version: row.version,
  };
}

type Request = Pick<RouteRequest, 'services' | 'caller' | 'language'>;

/** Company files of the firm that the caller can see, in natural name order. */
export async function listSeenCompanies(
  { services, caller, language }: Pick<Request, 'services' | 'caller' | 'language'>,
  firm: FirmAccess,
): Promise<FirmCompanyRow[]> {
  const rows = await listFirmCompanies(services.pool, firm.id, services.access.listVisibleCompanies(caller, firm.id));
  return rows.sort(compareByName(language));
}

export function compareByName(language: Language) {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return (left: { name: string; id: number }, right: { name: string; id: number }): number =>
    compare(left.name, right.name) || left.id - right.id;
}

/** The firm with its team and company files: three queries, whatever its size. */
export async function readFirm(request: Request, firm: FirmAccess): Promise<z.output<typeof Firm>> {
  const { services } = request;
  const [rows, members, companies] = await Promise.all([
    listFirms(services.pool, [firm.id]),
    listMembers(services.pool, firm.id),
    listSeenCompanies(request, firm),
  ]);
  const row = rows[0]!;
  const team = filterVisibleMembers(members, firm);
  return {
    ...presentFirm(row, firm.role, services.signedUrls),
    sso: row.sso,
    members: team.map((member) => presentMember(member, companies, row.locale)),
    companies: presentCompanies(companies, team, services.signedUrls),
  };
}

/** Each file with the members assigned to it individually; members with all files are shown in the team. */
export function presentCompanies(
  companies: readonly FirmCompanyRow[],
  team: readonly MemberRow[],
  signedUrls: SignedUrls,
): z.output<typeof FirmCompany>[] {
  const partial = team.filter(({ all_companies }) => !all_companies);
  return companies.map((company) => ({
    public_token: company.public_token,
    name: company.name,
    code: company.code,
    icon_url: buildLogoUrl(signedUrls, company.icon_file),
    logo_url: buildLogoUrl(signedUrls, company.logo_file) ?? company.logo_url,
    members: partial.flatMap((member) => {
      const role = findCompanyRole(member, company.id);
      const { id, name, email, is_active } = member;
      return role === null ? [] : [{ id, name, email, role, is_active }];
    }),
  }));
}
