import { randomUUID } from 'node:crypto';
import { accounts } from '../../domain/accounts/account.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { PlainDate } from '../../domain/dates.ts';
import type { CodaMovement } from '../../domain/demo/coda.ts';
import type { DemoCompany } from '../../domain/demo/company.ts';
import { journals } from '../../domain/journals/journal.ts';
import type { SignedAmount } from '../../domain/money.ts';
import { findIdByKey } from '../../domain/records/state.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { createSystemContext, type CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** A demo company file while its history is written. */
export interface DemoBooks {
  readonly company: DemoCompany;
  readonly companyId: number;
  readonly toolbox: Toolbox & { readonly files: FileStore };
  readonly time: SimulatedTime;
  /** Users who keep the books. */
  readonly staff: DemoStaff;
  /** First day of the older of the two years, the one before the year of `today`. */
  readonly firstDay: PlainDate;
  readonly today: PlainDate;
  readonly getAccountId: (number: string) => number;
  readonly getJournalId: (code: string) => number;
  /** Ids of third parties by key. */
  readonly parties: ReadonlyMap<string, number>;
  /** Ids of analytic codes. */
  readonly codes: ReadonlyMap<string, number>;
  readonly fiscalYears: { readonly older: number; newer: number };
  /** Bank movements of future days. */
  readonly toMove: CodaMovement[];
  /** Bank accounts that parties have announced, by key. */
  readonly newIbans: Map<string, string>;
  /** Closing balance of the last statement. */
  balance: SignedAmount;
  /** Whether the older year is closed. */
  isClosed: boolean;
}

export interface DemoStaff {
  readonly manager: number;
  readonly encoder: number;
}

/** Context of a user who keeps the books; a new operation each time. */
export const createDemoContext = (userId: number): CommandContext => createSystemContext('demo', randomUUID(), userId);

/** The demo data is our own and never refused. @throws if it is refused nevertheless */
export function requireDone<T>(outcome: T | Refusal, what: string): T {
  if (isRefusal(outcome)) throw new Error(`The demo cannot ${what}: ${JSON.stringify(outcome)}`);
  return outcome;
}

export function createIdLookup(file: CompanyFile): Pick<DemoBooks, 'getAccountId' | 'getJournalId'> {
  const requireId = (id: number | undefined, what: string): number => {
    if (id === undefined) throw new Error(`The demo has no ${what}`);
    return id;
  };
  return {
    getAccountId: (number) => requireId(findIdByKey(file.records, accounts, 'number', number), `account ${number}`),
    getJournalId: (code) => requireId(findIdByKey(file.records, journals, 'code', code), `journal ${code}`),
  };
}
