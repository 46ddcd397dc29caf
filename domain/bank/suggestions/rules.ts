import type { CompanyFile } from '../../company-file-state.ts';
import type { KnownRule } from './knowledge.ts';

/** The rules of a company file, as they are asked. */
export const rulesOf = (_file: CompanyFile): readonly KnownRule[] => [];
