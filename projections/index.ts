import type { CompanyFileEvent } from '../domain/company-file.ts';
import type { UndoFacts } from '../domain/history/undo.ts';
import type { FirmEvent } from '../domain/firm.ts';
import type { UserEvent } from '../domain/identity/user-events.ts';
import type { Database } from './database.ts';
import { subject as annualFilings } from './annual-filings/index.ts';
import { subject as attachments } from './attachments/index.ts';
import { subject as bank } from './bank/index.ts';
import { subject as bridge } from './bridge/index.ts';
import { subject as companies } from './companies/index.ts';
import { subject as currency } from './currency/index.ts';
import { subject as documentImports } from './document-imports/index.ts';
import { subject as documents } from './documents/index.ts';
import { subject as firms } from './firms/index.ts';
import { subject as fixedAssets } from './fixed-assets/index.ts';
import { subject as fiscalYears } from './fiscal-years/index.ts';
import { subject as history } from './history/index.ts';
import { subject as identity } from './identity/index.ts';
import { subject as integrations } from './integrations/index.ts';
import { subject as ledger } from './ledger/index.ts';
import { subject as lifecycle } from './lifecycle/index.ts';
import { subject as lettering } from './lettering/index.ts';
import { subject as licence } from './licence/index.ts';
import { subject as mail } from './mail/index.ts';
import { subject as migrations } from './book-migrations/index.ts';
import { subject as peppol } from './peppol/index.ts';
import { subject as persons } from './persons/index.ts';
import { subject as records } from './records/index.ts';
import { subject as recurringEntries } from './recurring-entries/index.ts';
import { subject as corporateTax } from './corporate-tax/index.ts';
import { subject as revaluations } from './revaluations/index.ts';
import { subject as sepa } from './sepa/index.ts';
import { subject as sync } from './sync/index.ts';
import { subject as thirdParties } from './third-parties/index.ts';
import { subject as webhooks } from './webhooks/index.ts';
import { subject as vatDeclarations } from './vat-declarations/index.ts';
import { subject as vatFiling } from './vat-filing/index.ts';

/** Every subject with read tables. A new subject needs a folder and a line here. */
export const subjects = [
  companies,
  fiscalYears,
  records,
  thirdParties,
  persons,
  ledger,
  attachments,
  lettering,
  sepa,
  recurringEntries,
  fixedAssets,
  revaluations,
  corporateTax,
  integrations,
  currency,
  peppol,
  documents,
  lifecycle,
  documentImports,
  bank,
  vatDeclarations,
  vatFiling,
  annualFilings,
  mail,
  migrations,
  history,
  sync,
  identity,
  firms,
  licence,
  webhooks,
  bridge,
];

/** The event types that subjects project, and those that the log can contain. */
type Projected<One> = One extends { readonly project: infer Project } ? keyof Project : never;
type Recorded = (CompanyFileEvent | FirmEvent | UserEvent)['type'];

/** Fails to compile, and names the event types, if some are not projected by any subject. */
void ({} satisfies Readonly<Record<Exclude<Recorded, Projected<(typeof subjects)[number]>>, never>>);

type TableName<One> = One extends { readonly tables: readonly (infer Table)[] }
  ? Table extends { readonly name: infer Name extends string }
    ? `read.${Name}`
    : never
  : never;
type EngineTable = 'read.activity' | 'read.changes';
type FactName<One> =
  | (One extends { readonly readUndoFacts: (...given: never) => Promise<infer Facts> } ? keyof Facts : never)
  | (One extends { readonly readUndoFactsOfEntries: (...given: never) => Promise<infer Facts> } ? keyof Facts : never);

/** Fails to compile, and names the read tables and undo facts, if no subject in the list has them. */
void ({} satisfies Readonly<
  Record<Exclude<keyof Database & `read.${string}`, TableName<(typeof subjects)[number]> | EngineTable>, never>
>);
void ({} satisfies Readonly<Record<Exclude<keyof UndoFacts, FactName<(typeof subjects)[number]>>, never>>);
