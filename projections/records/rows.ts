import type { ACCOUNT_TYPES, CONTROL_ROLES } from '../../domain/accounts/account.ts';
import type { JOURNAL_TYPES } from '../../domain/journals/journal.ts';
import type { DOCUMENT_DIRECTIONS, DOCUMENT_TYPES } from '../../domain/journals/rule.ts';
import type { Labels, Language } from '../../domain/language.ts';
import type { THIRD_PARTY_TYPES } from '../../domain/third-parties/third-party.ts';
import type {
  EXIGIBILITIES,
  INTRA_LISTINGS,
  VAT_DIRECTIONS,
  VAT_KINDS,
  VAT_NATURES,
} from '../../domain/vat-codes/vat-code.ts';
import type { JsonRecord } from '../../domain/json.ts';
import type { Row, RowOfColumns } from '../support/table.ts';
import type { BOOKKEEPING, VERSIONED } from './columns.ts';

/** Rows of the tables of records: their fields by resource, and what every record has besides. */

export interface RecordData {
  readonly accounts: AccountData;
  readonly 'vat-codes': VatCodeData;
  readonly journals: JournalData;
  readonly 'third-parties': ThirdPartyData;
  readonly 'journal-rules': JournalRuleData;
}

type Bookkeeping = RowOfColumns<typeof BOOKKEEPING> & RowOfColumns<typeof VERSIONED>;

/** By resource. */
export type RecordRows = { readonly [Name in keyof RecordData]: RecordData[Name] & Bookkeeping };

/** A row of whichever resource. */
export type RecordRow = Row & Bookkeeping;

type Translations = Partial<Labels> | null;

type AccountData = {
  readonly number: string;
  readonly label: string;
  readonly labels: Translations;
  readonly class: number | null;
  readonly type: (typeof ACCOUNT_TYPES)[number];
  readonly control_role: (typeof CONTROL_ROLES)[number] | null;
  readonly is_postable: boolean;
  readonly is_letterable: boolean;
  readonly is_active: boolean;
  readonly vat_code_id: number | null;
};

type VatCodeData = {
  readonly code: string;
  readonly label: string;
  readonly labels: Translations;
  readonly direction: (typeof VAT_DIRECTIONS)[number];
  readonly kind: (typeof VAT_KINDS)[number];
  readonly nature: (typeof VAT_NATURES)[number] | null;
  readonly rate: string;
  readonly deductible_rate: string;
  readonly exigibility: (typeof EXIGIBILITIES)[number];
  readonly intra_listing: (typeof INTRA_LISTINGS)[number] | null;
  readonly due_account_id: number | null;
  readonly deductible_account_id: number | null;
  readonly boxes: JsonRecord | null;
  readonly is_active: boolean;
};

type JournalData = {
  readonly code: string;
  readonly label: string;
  readonly labels: Translations;
  readonly type: (typeof JOURNAL_TYPES)[number];
  readonly control_account_id: number | null;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly is_active: boolean;
  readonly is_default: boolean;
  readonly description: string | null;
};

type ThirdPartyData = {
  readonly type: (typeof THIRD_PARTY_TYPES)[number];
  readonly code: string;
  readonly name: string;
  readonly vat_number: string | null;
  readonly enterprise_number: string | null;
  readonly address: string | null;
  readonly street: string | null;
  readonly house_number: string | null;
  readonly box: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly language: Language | null;
  readonly ibans: readonly string[];
  readonly bic: string | null;
  readonly payment_days: number | null;
  readonly account_id: number | null;
  readonly default_account_id: number | null;
  readonly default_vat_code_id: number | null;
  readonly peppol_identifier: string | null;
  readonly peppol_registered: boolean;
  readonly peppol_checked_at: string | null;
  readonly vat_checked_at: string | null;
  readonly vat_valid: boolean | null;
  readonly vat_name: string | null;
  readonly vat_address: string | null;
  readonly vat_consultation_number: string | null;
  readonly is_active: boolean;
  readonly notes: string | null;
  readonly merged_into_id: number | null;
};

type JournalRuleData = {
  readonly journal_id: number;
  readonly position: number;
  readonly label: string | null;
  readonly direction: (typeof DOCUMENT_DIRECTIONS)[number] | null;
  readonly document_type: (typeof DOCUMENT_TYPES)[number] | null;
  readonly third_party_id: number | null;
  readonly amount_min: string | null;
  readonly amount_max: string | null;
  readonly keyword: string | null;
  readonly account_id: number | null;
  readonly vat_code_id: number | null;
  readonly is_active: boolean;
};
