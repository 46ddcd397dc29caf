import type { Role } from '../shell/role.ts';
import type { CompanyFile } from '../support/answers.ts';

/** The identity of a company and what belongs to its file, as far as the settings show it. */

export const VAT_REGIMES = ['monthly', 'quarterly', 'franchise', 'exempt', 'unit', 'yearly'] as const;
export type VatRegime = (typeof VAT_REGIMES)[number];

interface Year {
  readonly id: number;
  readonly code: string;
  readonly starts_on: string;
  readonly ends_on: string;
  readonly is_closed: boolean;
}

export interface Company extends Omit<CompanyFile, 'fiscal_years'> {
  readonly legal_form: string | null;
  readonly legal_form_code: string | null;
  readonly enterprise_number: string | null;
  readonly vat_number: string | null;
  readonly vat_regime: VatRegime;
  readonly locale: string;
  readonly address: string | null;
  readonly street: string | null;
  readonly house_number: string | null;
  readonly box: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string;
  readonly main_nace_code: string | null;
  readonly logo_url: string | null;
  readonly is_active: boolean;
  readonly version: number;
  readonly firm: { readonly name: string } | null;
  readonly responsible: { readonly id: number; readonly name: string } | null;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly fiscal_years: readonly Year[];
}

export interface Member {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly is_active: boolean;
}

export interface Deadline {
  readonly kind: string;
  readonly label: string;
  readonly year: number;
  readonly period: number;
  readonly due_on: string;
  readonly status: 'done' | 'open' | 'late' | 'future';
}

export interface PeppolRegistration {
  readonly full_id: string;
  readonly status: 'pending' | 'active' | 'refused' | 'suspended';
  readonly reason: string | null;
  readonly incoming_enabled: boolean;
}

export interface MailSender {
  readonly id: number;
  readonly address: string | null;
  readonly domain: string | null;
  readonly status: 'pending' | 'verified';
}
