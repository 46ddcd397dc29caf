import type { DomainEvent } from '../../../domain/event.ts';
import { firm } from '../../../domain/firm.ts';
import type { CompanyRole, FirmRole, MemberFields } from '../../../domain/firms/member-events.ts';
import { givenFor } from '../../support/given.ts';

/** A firm with one admin, and the facts that make it more than that. */

export const given = givenFor(firm);
export const NOW = '2026-11-15T12:00:00.000Z';
export const ADMIN = 7;

export const firmDetails = { name: 'Fiduciaire', country_code: 'BE', locale: 'fr' as const, email: null };
export const NO_DETAILS = {
  phone: null,
  website: null,
  address: null,
  postal_code: null,
  city: null,
  enterprise_number: null,
  vat_number: null,
  itaa_number: null,
  itaa_status: null,
  itaa_quality: null,
};

export const open = {
  type: 'OpenFirm' as const,
  firmId: 1,
  publicToken: 'firm00000001',
  details: firmDetails,
  adminId: ADMIN,
};

export const attached = (user_id: number, role: FirmRole, all_companies = true): DomainEvent => ({
  type: 'MemberAttached',
  data: { user_id, role, all_companies, is_active: true },
});

export const opened: readonly DomainEvent[] = [
  {
    type: 'FirmOpened',
    data: { id: 1, public_token: 'firm00000001', ...firmDetails, ...NO_DETAILS, source: 'manual' },
  },
  attached(ADMIN, 'admin'),
];

export const token = (companyId: number): string => `company${String(companyId).padStart(5, '0')}`;

export const registeredFile = (company_id: number): DomainEvent => ({
  type: 'CompanyFileRegistered',
  data: { company_id, public_token: token(company_id), code: `F${company_id}`, request: {} },
});

export const changed = (
  user_id: number,
  version: number,
  changes: MemberFields,
  previous: MemberFields,
): DomainEvent => ({ type: 'MemberChanged', data: { user_id, version, changes, previous } });

export interface Assigned {
  readonly all?: boolean;
  readonly role?: CompanyRole;
  readonly companies?: Readonly<Record<number, CompanyRole | null>>;
}

export const assigned = (user_id: number, version: number, { all, role, companies }: Assigned): DomainEvent => ({
  type: 'MemberCompaniesAssigned',
  data: {
    user_id,
    version,
    all_companies: all ?? false,
    role: role ?? null,
    companies: Object.entries(companies ?? {}).map(([id, own]) => ({ company_id: Number(id), role: own })),
  },
});
