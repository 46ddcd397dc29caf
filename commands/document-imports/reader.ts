import type { PlainDate } from '../../domain/dates.ts';
import type { OwnIdentity, ExtractedSheet, SheetWarning } from '../../domain/document-imports/sheet.ts';

/** placeholder of the contract */
export interface ThirdPartyKeys {
  readonly vatNumbers: readonly string[];
  readonly enterpriseNumbers: readonly string[];
  readonly ibans: readonly string[];
  readonly names: readonly string[];
}
export interface KnownThirdParty {
  readonly id: number;
  readonly name: string;
  readonly type: 'supplier' | 'customer';
  readonly vatNumber: string | null;
  readonly enterpriseNumber: string | null;
  readonly ibans: readonly string[];
  readonly country: string | null;
}
export interface Preview {
  readonly mime: string;
  readonly content: Uint8Array;
}
export type Reading =
  | { readonly problem: string; readonly preview: Preview | null }
  | {
      readonly problem: null;
      readonly engine: 'local' | 'api' | 'xml';
      readonly sheet: ExtractedSheet;
      readonly warnings: readonly SheetWarning[];
      readonly thirdPartyId: number | null;
      readonly preview: Preview | null;
      readonly pageCount: number;
    };
export interface DocumentReader {
  read(request: {
    readonly path: string;
    readonly mime: string;
    readonly name: string;
    readonly own: OwnIdentity;
    readonly today: PlainDate;
    findKnown(keys: ThirdPartyKeys): Promise<readonly KnownThirdParty[]>;
    readonly signal?: AbortSignal;
    onProgress?(step: string, percent: number): void;
  }): Promise<Reading>;
}
