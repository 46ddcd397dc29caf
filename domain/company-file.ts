import { attachments } from './attachments/index.ts';
import { companies } from './companies/index.ts';
import type { CompanyFile } from './company-file-state.ts';
import type { Decider } from './decider.ts';
import { fiscalYears } from './fiscal-years/index.ts';
import { ledger } from './ledger/index.ts';
import { lettering } from './lettering/index.ts';
import { records } from './records/index.ts';
import { refuse } from './refusal.ts';
import { aggregate, type CommandOf, type EventRecordedBy } from './subject.ts';
import { thirdParties } from './third-parties/index.ts';

export type { CompanyFile } from './company-file-state.ts';

/** Every subject of the stream of a company file, one line each. */
const subjects = [companies, fiscalYears, records, thirdParties, ledger, attachments, lettering];

export type CompanyFileSubject = (typeof subjects)[number];
export type CompanyFileCommand = CommandOf<CompanyFileSubject>;
export type CompanyFileEvent = EventRecordedBy<CompanyFileSubject>;

const whole = aggregate<CompanyFile, CompanyFileSubject>(subjects);

export const companyFileEvents = whole.events;

const { pack, unpack } = whole;

const weigh = (file: CompanyFile): number =>
  Object.values(file.records).reduce((total, { byId }) => total + byId.size, 0);

export const companyFile = {
  initialState: whole.initialState,
  evolve: whole.evolve,
  decide(command, file) {
    if (command.type === 'OpenCompanyFile') return whole.decide(command, file);
    // Nothing happens to a file in the recycle bin but its way back.
    const isReachable = file.identity && (!file.identity.isTrashed || command.type === 'RestoreCompanyFile');
    return isReachable ? whole.decide(command, file) : refuse('not_found');
  },
  snapshot: { version: 4, pack, unpack, weigh },
} satisfies Decider<CompanyFileCommand, CompanyFile>;
