import { randomUUID } from 'node:crypto';
import { accounts } from '../../domain/accounts/account.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { PlainDate } from '../../domain/dates.ts';
import type { CodaMovement } from '../../domain/demo/coda.ts';
import type { DemoCompany } from '../../domain/demo/company.ts';
import { journals } from '../../domain/journals/journal.ts';
import type { SignedAmount } from '../../domain/money.ts';
import { idByKey } from '../../domain/records/state.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { FileStore } from '../../outside/files/index.ts';
import { systemContext, type CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** A company file of the demo while its past is written. */
export interface DemoBooks {
  readonly company: DemoCompany;
  readonly companyId: number;
  readonly toolbox: Toolbox & { readonly files: FileStore };
  readonly time: SimulatedTime;
  /** Those who keep the books. */
  readonly staff: DemoStaff;
  /** The first day of the older of the two years, which is the year before that of `today`. */
  readonly firstDay: PlainDate;
  readonly today: PlainDate;
  readonly account: (number: string) => number;
  readonly journal: (code: string) => number;
  /** Ids of third parties by their keys. */
  readonly parties: ReadonlyMap<string, number>;
  /** Ids of analytic codes. */
  readonly codes: ReadonlyMap<string, number>;
  readonly fiscalYears: { readonly older: number; newer: number };
  /** Money that moves on a day to come. */
  readonly toMove: CodaMovement[];
  /** What the last statement ended with. */
  balance: SignedAmount;
  /** Whether the older year is closed. */
  isClosed: boolean;
}

export interface DemoStaff {
  readonly manager: number;
  readonly encoder: number;
}

/** On behalf of one of those who keep the books; each time a new operation. */
export const by = (userId: number): CommandContext => systemContext('demo', randomUUID(), userId);

/** The data set is ours: what it asks for is never refused. @throws when it is all the same */
export function done<T>(outcome: T | Refusal, what: string): T {
  if (isRefusal(outcome)) throw new Error(`The demo cannot ${what}: ${JSON.stringify(outcome)}`);
  return outcome;
}

export function idsIn(file: CompanyFile): Pick<DemoBooks, 'account' | 'journal'> {
  const known = (id: number | undefined, what: string): number => {
    if (id === undefined) throw new Error(`The demo has no ${what}`);
    return id;
  };
  return {
    account: (number) => known(idByKey(file.records, accounts, 'number', number), `account ${number}`),
    journal: (code) => known(idByKey(file.records, journals, 'code', code), `journal ${code}`),
  };
}
