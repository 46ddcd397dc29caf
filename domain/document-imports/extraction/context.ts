import type { PlainDate } from '../../dates.ts';
import type { OwnIdentity } from '../sheet.ts';

/** A third party of the company file, with the data that can identify it on a document. */
export interface KnownThirdParty {
  readonly id: number;
  readonly name: string;
  readonly type: 'supplier' | 'customer';
  readonly vatNumber: string | null;
  readonly enterpriseNumber: string | null;
  readonly ibans: readonly string[];
  readonly country: string | null;
}

/** Known data used for reading a document. */
export interface ExtractionContext {
  readonly own: OwnIdentity;
  /** Third parties found by `collectThirdPartyKeys`; additional ones do no harm. */
  readonly known: readonly KnownThirdParty[];
  readonly today: PlainDate;
  /** Pages of the document; more than `pages` if some were left out. */
  readonly pageCount?: number;
}

/** Keys for the look-up of third parties before a document is read: everything on it that may identify one. */
export interface ThirdPartyKeys {
  readonly vatNumbers: readonly string[];
  readonly enterpriseNumbers: readonly string[];
  readonly ibans: readonly string[];
  /** Line texts in the form of `searchable` in domain/text.ts; any of them may be the name of a third party. */
  readonly names: readonly string[];
}
