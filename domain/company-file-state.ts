import type { CompanyState } from './companies/state.ts';

/**
 * The company file: the slices of all subjects over one stream, so that one append makes any operation atomic. Each subject
 * adds its slice to this interface beside the type of the slice.
 */
export interface CompanyFile {
  readonly identity: CompanyState;
}

/** The state of the stream, whose file may not be opened yet. */
export interface CompanyFileState extends Omit<CompanyFile, 'identity'> {
  readonly identity: CompanyState | null;
}

export const isOpened = (state: CompanyFileState): state is CompanyFile => state.identity !== null;
