/** The parts of API responses that the document inbox uses. */

export type ImportStatus =
  | 'queued'
  | 'analyzing'
  | 'ready'
  | 'needs_review'
  | 'duplicate'
  | 'error'
  | 'validated'
  | 'expanded';

export interface Reason {
  readonly code: string;
  readonly message: string;
}

export interface ImportField {
  readonly path: string;
  readonly confidence: number;
  readonly page: number | null;
  readonly box: readonly [number, number, number, number] | null;
}

export interface SheetLine {
  readonly description: string;
  readonly quantity: number | null;
  readonly unit_price: number | null;
  readonly vat_rate: number | null;
  readonly vat_category: string | null;
  readonly amount_net: number | null;
  readonly amount_vat: number | null;
  readonly amount_gross: number | null;
}

export interface Sheet {
  readonly document_type: 'invoice' | 'credit_note';
  readonly direction: 'purchase' | 'sale' | null;
  readonly counterparty: Readonly<Record<string, string | null>>;
  readonly number: string | null;
  readonly date: string | null;
  readonly due_date: string | null;
  readonly structured_communication: string | null;
  readonly currency: string;
  readonly lines: readonly SheetLine[];
  readonly totals: {
    readonly net: number | null;
    readonly vat: number | null;
    readonly gross: number | null;
    readonly prepaid: number | null;
    readonly vat_breakdown: readonly {
      readonly rate: number | null;
      readonly category: string | null;
      readonly base: number | null;
      readonly amount: number | null;
    }[];
  };
  readonly payment: { readonly iban: string | null; readonly bic: string | null; readonly paid: boolean };
  readonly nature: string | null;
}

export interface SuggestedLine {
  readonly account_id: number | null;
  readonly account_reason: Reason | null;
  readonly vat_code_id: number | null;
  readonly vat_code_reason: Reason | null;
}

export interface DocumentImport {
  readonly id: number;
  readonly original_name: string;
  readonly mime: string;
  readonly kind: 'pdf' | 'image' | 'xml' | 'zip' | 'eml';
  readonly status: ImportStatus;
  readonly progress: number;
  readonly suggested_third_party: { readonly id: number; readonly name: string } | null;
  readonly suggestions: {
    readonly third_party: { readonly id: number; readonly reason: Reason } | null;
    readonly lines: readonly SuggestedLine[];
  } | null;
  readonly extracted: Sheet | null;
  readonly fields: readonly ImportField[] | null;
  readonly warnings: readonly Reason[] | null;
  readonly error: string | null;
  readonly duplicate_of_import_id: number | null;
  readonly duplicate_of_document_id: number | null;
  readonly duplicate_of_entry_id: number | null;
  readonly imported_document_id: number | null;
  readonly file_url: string;
  readonly preview_url: string | null;
  readonly created_at: string;
  readonly version: number;
}

/** Statuses of imports that wait for a decision. */
export const TO_VALIDATE: readonly ImportStatus[] = ['ready', 'needs_review', 'duplicate'];
export const isToValidate = ({ status }: Pick<DocumentImport, 'status'>): boolean => TO_VALIDATE.includes(status);
