import type { Labels } from '../../language.ts';
import type { CheckedDocument, Located } from './checked-document.ts';
import type { Place } from './places.ts';

export type Severity = 'fatal' | 'warning';

/** A rule broken by a document: its id, the place, and how to correct it. */
export interface BrokenRule {
  /** Official id, such as `BR-CO-10` or `PEPPOL-EN16931-R003`. */
  readonly id: string;
  /** The network refuses fatal errors; it accepts warnings. */
  readonly severity: Severity;
  /** Path in the document, such as `/Invoice/cac:InvoiceLine[2]/cac:Price`. */
  readonly where: string;
  /** Field of the document, such as `lines.1.unit_price`; null if there is none. */
  readonly path: string | null;
  readonly message: Labels;
  readonly hint: Labels;
}

/** A rule as data: a condition must hold at each element of a place; otherwise the message applies. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  readonly place: Place;
  /** Field of the document, if the place does not show it. */
  readonly field?: string;
  /** Applies only to this VAT category. */
  readonly category?: string;
  /** Documents to which the rule applies; absent: all. */
  readonly applies?: (document: CheckedDocument) => boolean;
  readonly holds: (at: Located, document: CheckedDocument) => boolean;
  readonly message: Labels;
  readonly hint: Labels;
}
