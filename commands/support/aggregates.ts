import { companyFile, type CompanyFile, type CompanyFileCommand } from '../../domain/company-file.ts';
import type { Decider } from '../../domain/decider.ts';
import { firm, type Firm, type FirmCommand } from '../../domain/firm.ts';
import { user, type User, type UserCommand } from '../../domain/user.ts';

/** The three kinds of stream, and who decides on each. */
export interface Aggregates {
  company: { command: CompanyFileCommand; state: CompanyFile };
  firm: { command: FirmCommand; state: Firm };
  user: { command: UserCommand; state: User };
}

export type Kind = keyof Aggregates;

export const deciders: { readonly [K in Kind]: Decider<Aggregates[K]['command'], Aggregates[K]['state']> } = {
  company: companyFile,
  firm,
  user,
};

export const streamOf = (kind: Kind, id: number): string => `${kind}-${id}`;
